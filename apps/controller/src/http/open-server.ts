// The listener as the flags want it.

import { readFileSync } from 'node:fs';
import { reasonOf } from '@rectrace/cluster';
import { ControllerError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { ControllerOptions } from '../options.ts';
import type { ReadApi } from '../read-api/read-api.ts';
import { HttpServer } from './http-server.ts';

export type ServerParts = {
  readonly alive: () => boolean;
  readonly problem: () => string | undefined;
  readonly metrics: Metrics;
  readonly readApi: () => ReadApi | undefined;
  readonly log: Log;
};

/** Listens, and says where. @throws ControllerError: TLS_FILES_UNREADABLE, LISTEN_FAILED */
export async function openServer(
  { listen, tls, serve }: ControllerOptions,
  { alive, problem, metrics, readApi, log }: ServerParts,
): Promise<HttpServer> {
  const onFailure = (path: string, error: unknown): void => log.warn({ path, reason: reasonOf(error) }, 'a request could not be answered');
  const server = new HttpServer(
    { alive, problem, onFailure, ...(serve.metrics ? { metrics: () => metrics.text() } : {}), ...(serve.readApi ? { readApi } : {}) },
    tls === undefined ? {} : { tls: { certificate: readPem(tls.certificateFile), key: readPem(tls.keyFile) } },
  );
  const port = await server.listen(listen);
  log.info({ host: listen.host, port, tls: tls !== undefined }, 'listening');
  return server;
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ControllerError(`TLS file ${file}: ${reasonOf(error)}`, { code: 'TLS_FILES_UNREADABLE', cause: error });
  }
}
