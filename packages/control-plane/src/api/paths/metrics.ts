// /metrics: what clients ask of a server's figures that follows from its objects.
import type { ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';

const PATH = '/metrics';
const SEATS = 'apiserver_flowcontrol_nominal_limit_seats';

/** Undefined for another path. */
export function handleMetrics({ flows }: Environment, path: string): ApiResponse | undefined {
  if (path !== PATH) return undefined;
  const seats = [...flows.nominalSeats()].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const lines = [
    `# HELP ${SEATS} Seats that the shares of a priority level come to.`,
    `# TYPE ${SEATS} gauge`,
    ...seats.map(([name, count]) => `${SEATS}{priority_level=${JSON.stringify(name)}} ${count}`),
  ];
  const contentType = 'text/plain; version=0.0.4; charset=utf-8';
  return { kind: 'text', status: 200, headers: {}, warnings: [], contentType, text: `${lines.join('\n')}\n` };
}
