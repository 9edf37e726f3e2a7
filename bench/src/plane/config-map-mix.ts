// Create, read, patch, update and delete ConfigMaps of 1.5 kB, as fast as the answers come, over a number of connections.
import { percentile } from '../figure.ts';
import { BareClient, type BareRequest } from './bare-client.ts';
import type { LoadedServer } from './virtual-program.ts';

export type MixOptions = {
  readonly connections: number;
  readonly durationMs: number;
  /** Of the names; no two runs on one server have the same. */
  readonly prefix: string;
};

export type MixMeasured = { readonly perSecond: number; readonly p99Ms: number; readonly requests: number };

const COLLECTION = '/api/v1/namespaces/default/configmaps';
const TEXT = 'x'.repeat(1_350);

export async function runMix(server: LoadedServer, { connections, durationMs, prefix }: MixOptions): Promise<MixMeasured> {
  const clients = await Promise.all(Array.from({ length: connections }, () => BareClient.open(server)));
  const times: number[] = [];
  const started = performance.now();
  const work = async (client: BareClient, worker: number): Promise<void> => {
    for (let round = 0; performance.now() - started < durationMs; round++) {
      for (const request of lifeOf(`${prefix}-${worker}-${round}`)) times.push(await client.timed(request));
    }
  };
  await Promise.all(clients.map(work));
  const seconds = (performance.now() - started) / 1000;
  for (const client of clients) client.close();
  return { perSecond: times.length / seconds, p99Ms: percentile(times, 0.99), requests: times.length };
}

function lifeOf(name: string): readonly BareRequest[] {
  const path = `${COLLECTION}/${name}`;
  const object = (step: string): string =>
    JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels: { app: 'bench' } }, data: { step, text: TEXT } });
  return [
    { method: 'POST', path: COLLECTION, body: object('created') },
    { method: 'GET', path },
    { method: 'PATCH', path, body: '{"data":{"step":"patched"}}', contentType: 'application/merge-patch+json' },
    { method: 'PUT', path, body: object('updated') },
    { method: 'DELETE', path },
  ];
}
