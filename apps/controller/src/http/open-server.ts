// The listener as the flags want it.

import { reasonOf } from '@rectrace/cluster';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { ControllerOptions } from '../options.ts';
import type { ReadApi } from '../read-api/read-api.ts';
import { HttpServer } from './http-server.ts';
import type { TlsPair } from './tls-pair.ts';

export type ServerParts = {
  readonly alive: () => boolean;
  readonly problem: () => string | undefined;
  readonly metrics: Metrics;
  readonly readApi: () => ReadApi | undefined;
  /** Absent = plain HTTP. */
  readonly tls: TlsPair | undefined;
  readonly log: Log;
};

/** Listens, and says where. @throws ControllerError ADDRESS_UNUSABLE */
export async function openServer(
  { listen, serve }: ControllerOptions,
  { alive, problem, metrics, readApi, tls, log }: ServerParts,
): Promise<HttpServer> {
  const onFailure = (path: string, error: unknown): void => log.warn({ path, reason: reasonOf(error) }, 'a request could not be answered');
  const server = new HttpServer(
    { alive, problem, onFailure, ...(serve.metrics ? { metrics: () => metrics.text() } : {}), ...(serve.readApi ? { readApi } : {}) },
    tls === undefined ? {} : { tls },
  );
  const port = await server.listen(listen);
  log.info({ host: listen.host, port, tls: tls !== undefined }, 'listening');
  return server;
}
