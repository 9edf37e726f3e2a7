// An API server with pods and nothing else, over plain HTTP: lists are empty, watches tell nothing, and a lease is as it was written last.

import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@rectrace/kube';
import { formatJson } from '@rectrace/kube';

const NOT_FOUND = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404, message: 'there is none' };

export type Exchange = { readonly path: string; answer(): void };

export class EmptyCluster {
  readonly #server: Server;
  /** Told of every request; it is answered when the listener says so. */
  onRequest: (exchange: Exchange) => void = ({ answer }) => answer();
  #lease: string | undefined;

  private constructor() {
    this.#server = createServer((request, response) => {
      const answer = (): void => this.#answer(request, response);
      this.onRequest({ path: request.url ?? '/', answer });
    });
  }

  static async start(): Promise<EmptyCluster> {
    const cluster = new EmptyCluster();
    cluster.#server.listen(0, '127.0.0.1');
    await once(cluster.#server, 'listening');
    return cluster;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async connections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
    });
  }

  forgetLease(): void {
    this.#lease = undefined;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url);
    if (url.searchParams.has('watch')) {
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
      return;
    }
    if (url.pathname.includes('/leases')) {
      this.#answerLease(request, response);
      return;
    }
    const body = bodyOf(url.pathname);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(formatJson(body ?? NOT_FOUND));
  }

  #answerLease(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method !== 'GET') this.#lease = Buffer.concat(chunks).toString();
      response.writeHead(this.#lease === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(this.#lease ?? formatJson(NOT_FOUND));
    });
  }
}

function bodyOf(path: string): JsonObject | undefined {
  const verbs = ['get', 'list', 'watch'];
  const pods = {
    resource: 'pods',
    responseKind: { group: '', version: 'v1', kind: 'Pod' },
    scope: 'Namespaced',
    singularResource: 'pod',
    verbs,
  };
  const discovery = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' };
  if (path === '/api') return { ...discovery, items: [{ metadata: {}, versions: [{ version: 'v1', resources: [pods] }] }] };
  if (path === '/apis') return { ...discovery, items: [] };
  if (path.endsWith('/kube-system'))
    return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { name: 'kube-system', uid: 'uid-cluster' } };
  return { kind: 'List', apiVersion: 'v1', metadata: { resourceVersion: '7' }, items: [] };
}
