// Stands where the API server's service proxy would: that refuses an endpoint on loopback, which is where the controller of a test listens. What
// goes to the controller's Service loses its Authorization, as on the API server; everything else goes on to the API server as it is.

import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ClusterAccess } from '@rectrace/testbed';
import { parse, stringify } from 'yaml';
import type { ControllerProcess, InstalledChart } from './controller-process.ts';

export class ServiceProxy {
  readonly #server: Server;
  /** Of requests that went to the controller: method and path. */
  readonly asked: string[] = [];
  readonly #agent = new Agent({ keepAlive: true });

  private constructor(
    plane: ClusterAccess,
    { chart, controller, ca }: { readonly chart: InstalledChart; readonly controller: () => ControllerProcess; readonly ca: string },
  ) {
    const service = new RegExp(`^/api/v1/namespaces/${chart.namespace}/services/https:[^/]+:https/proxy(/.*)$`);
    this.#server = createServer((incoming, answer) => {
      const path = service.exec(incoming.url ?? '')?.[1];
      const { authorization, host: _host, ...headers } = incoming.headers;
      if (path === undefined) this.#forward(incoming, answer, { ...upstream(plane.serverUrl), ca, headers: { ...headers, authorization } });
      else {
        this.asked.push(`${incoming.method} ${path.replace(/\?.*/, '')}`);
        this.#forward(incoming, answer, { host: '127.0.0.1', port: controller().port, path, rejectUnauthorized: false, headers });
      }
    });
  }

  static async start(
    plane: ClusterAccess,
    parts: { readonly chart: InstalledChart; readonly controller: () => ControllerProcess },
  ): Promise<ServiceProxy> {
    const proxy = new ServiceProxy(plane, { ...parts, ca: await readFile(plane.caFile, 'utf8') });
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** A kubeconfig like that of the file, by way of this proxy. Returns its path. */
  async kubeconfig(file: string, folder: string): Promise<string> {
    const { port } = this.#server.address() as AddressInfo;
    const config = parse(await readFile(file, 'utf8')) as { readonly clusters: readonly { readonly name: string }[] };
    const clusters = config.clusters.map(({ name }) => ({ name, cluster: { server: `http://127.0.0.1:${port}` } }));
    const path = join(folder, `proxied-${port}.kubeconfig`);
    await writeFile(path, stringify({ ...config, clusters }), { mode: 0o600 });
    return path;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #forward(
    incoming: IncomingMessage,
    answer: ServerResponse,
    to: RequestOptions & { readonly ca?: string; readonly rejectUnauthorized?: boolean },
  ): void {
    const sent = request({ path: incoming.url, method: incoming.method, agent: this.#agent, ...to }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    sent.on('error', () => answer.destroy());
    answer.on('close', () => sent.destroy());
    incoming.pipe(sent);
  }
}

function upstream(serverUrl: string): RequestOptions {
  const { hostname, port } = new URL(serverUrl);
  return { host: hostname, port };
}
