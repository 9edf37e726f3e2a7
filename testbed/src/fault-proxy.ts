// A reverse proxy before a real API server that does to its clients, on command, what networks and servers do. HTTP/1.1 only, so that
// one exchange is one connection. Users are known by their tokens: client certificates end here. Without a fault it forwards faithfully.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer as createHttpsServer, type Server as HttpsServer, request as httpsRequest } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { type Credentials, openCertificateAuthority } from './certificate-authority.ts';
import type { ClusterCoordinates } from './cluster-access.ts';
import { layoutOf } from './component-arguments.ts';
import { type Fault, FaultBook, type FaultKind } from './fault.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { type Connection, describeRequest, endToEnd, ProxiedExchange } from './proxied-exchange.ts';
import { WatchHistory } from './watch-history.ts';

export interface FaultProxyOptions {
  /** Whose authority signs the proxy's certificate, and whose administrator its kubeconfig is for. */
  readonly cluster: ClusterCoordinates;
  /** URL of the API server behind it; default the cluster's. */
  readonly target?: string;
}

export interface FaultProxyStats {
  readonly requests: number;
  readonly upgrades: number;
  /** Exchanges whose answer has not ended. */
  readonly open: number;
  /** Of answers' bodies. */
  readonly bytesToClients: number;
  /** How many exchanges each kind of fault befell. */
  readonly faults: Partial<Record<FaultKind, number>>;
}

export interface FaultProxy {
  readonly url: string;
  /** Path of an administrator's kubeconfig that goes through the proxy. */
  readonly kubeconfig: string;
  /** Switches a fault on: it befalls matching running exchanges at once, then new requests, for its count or duration. */
  fault(fault: Fault): void;
  /** Switches all faults off. What they have done stays done. */
  clear(): void;
  stats(): FaultProxyStats;
  stop(): Promise<void>;
}

export async function startFaultProxy({ cluster, target = cluster.serverUrl }: FaultProxyOptions): Promise<FaultProxy> {
  const layout = layoutOf(cluster.dir);
  const ca = await readFile(cluster.caFile);
  const serving = await (await openCertificateAuthority(layout.pki)).issueServing(['127.0.0.1', 'localhost']);
  const proxy = new ProxyServer({ target: new URL(target), ca, serving });
  await proxy.listen();
  const kubeconfig = join(layout.kubeconfigs, `fault-proxy-${proxy.port}.kubeconfig`);
  const user = { kind: 'token', token: cluster.adminToken } as const;
  await writeKubeconfig(kubeconfig, { serverUrl: proxy.url, ca: ca.toString(), name: 'admin', user });
  return {
    url: proxy.url,
    kubeconfig,
    fault: (fault) => proxy.fault(fault),
    clear: () => proxy.clear(),
    stats: () => proxy.stats(),
    stop: () => proxy.stop(),
  };
}

class ProxyServer {
  readonly #target: URL;
  readonly #ca: Buffer;
  readonly #front = createServer({ noDelay: true, keepAlive: true });
  readonly #https: HttpsServer;
  readonly #book = new FaultBook();
  readonly #history = new WatchHistory();
  readonly #exchanges = new Set<ProxiedExchange>();
  /** By the client's port. */
  readonly #connections = new Map<number, Connection>();
  #requests = 0;
  #upgrades = 0;
  #bytes = 0;

  constructor({ target, ca, serving }: { readonly target: URL; readonly ca: Buffer; readonly serving: Credentials }) {
    this.#target = target;
    this.#ca = ca;
    this.#https = createHttpsServer({ cert: serving.certificate, key: serving.key, ALPNProtocols: ['http/1.1'] });
    // The API server decides how long things last.
    this.#https.keepAliveTimeout = 0;
    this.#https.requestTimeout = 0;
    this.#https.headersTimeout = 0;
    this.#https.on('request', (incoming, answer) => this.#exchange(incoming, answer));
    this.#https.on('upgrade', (incoming, socket, head) => this.#upgrade(incoming, { socket, head }));
    this.#front.on('connection', (socket) => this.#accept(socket));
  }

  async listen(): Promise<void> {
    this.#front.listen(0, '127.0.0.1');
    await once(this.#front, 'listening');
  }

  get port(): number {
    return (this.#front.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  fault(fault: Fault): void {
    const active = this.#book.add(fault);
    for (const exchange of this.#exchanges) {
      if (this.#book.befalls(active, exchange.request) && exchange.befall(active)) this.#book.applied(active);
    }
  }

  clear(): void {
    this.#book.clear();
  }

  stats(): FaultProxyStats {
    const faults = this.#book.counts();
    return { requests: this.#requests, upgrades: this.#upgrades, open: this.#exchanges.size, bytesToClients: this.#bytes, faults };
  }

  async stop(): Promise<void> {
    this.clear();
    this.#front.close();
    for (const { socket, agent } of this.#connections.values()) {
      socket.destroy();
      agent.destroy();
    }
    await once(this.#front, 'close');
  }

  #accept(socket: Socket): void {
    const port = socket.remotePort;
    if (port === undefined) return;
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: this.#ca });
    const connection: Connection = { socket, agent, idle: new Set() };
    this.#connections.set(port, connection);
    // One connection to the server for each from a client, so that the client sees it when the server ends an idle one.
    const known = new WeakSet<Duplex>();
    agent.on('free', (server: Duplex) => {
      connection.idle.add(server);
      if (known.has(server)) return;
      known.add(server);
      server.once('close', () => {
        if (connection.idle.has(server)) socket.destroy();
      });
    });
    socket.on('close', () => {
      this.#connections.delete(port);
      agent.destroy();
    });
    socket.on('error', () => socket.destroy());
    this.#https.emit('connection', socket);
  }

  #exchange(incoming: IncomingMessage, answer: ServerResponse): void {
    const connection = this.#connectionOf(incoming);
    if (connection === undefined) return;
    this.#requests += 1;
    const onBytes = (count: number): void => {
      this.#bytes += count;
    };
    const options = { target: this.#target, connection, history: this.#history, onBytes };
    const exchange = new ProxiedExchange(incoming, answer, options);
    this.#exchanges.add(exchange);
    answer.on('close', () => this.#exchanges.delete(exchange));
    const active = this.#book.befalling(exchange.request);
    if (active === undefined) {
      exchange.forward();
      return;
    }
    this.#book.applied(active);
    exchange.start(active);
  }

  /** exec, attach and port-forward: bytes both ways. Of the faults only `reset` and `half-open` befall them, and only at their start. */
  #upgrade(incoming: IncomingMessage, client: { readonly socket: Duplex; readonly head: Buffer }): void {
    const connection = this.#connectionOf(incoming);
    const active = this.#book.befalling(describeRequest(incoming));
    this.#upgrades += 1;
    client.socket.on('error', () => client.socket.destroy());
    if (connection === undefined || active?.fault.kind === 'half-open' || active?.fault.kind === 'reset') {
      if (active !== undefined) this.#book.applied(active);
      if (active?.fault.kind === 'reset') connection?.socket.resetAndDestroy();
      return;
    }
    const { method, url: path, rawHeaders: headers } = incoming;
    const upstream = httpsRequest(this.#target, { method, path, headers, agent: false, ca: this.#ca });
    upstream.on('error', () => connection.socket.resetAndDestroy());
    upstream.on('upgrade', (response, server, head) => {
      client.socket.write(headText(response));
      client.socket.write(head);
      server.write(client.head);
      server.pipe(client.socket).pipe(server);
      server.on('error', () => client.socket.destroy());
      server.on('close', () => client.socket.destroy());
      client.socket.on('close', () => server.destroy());
    });
    upstream.on('response', (response) => {
      client.socket.write(headText(response, { Connection: 'close' }));
      response.pipe(client.socket);
    });
    upstream.end();
  }

  #connectionOf(incoming: IncomingMessage): Connection | undefined {
    return this.#connections.get(incoming.socket.remotePort ?? -1);
  }
}

/** Status line and headers as they came; with `more`, those of one connection only are replaced by it. */
function headText(
  { httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage,
  more?: Readonly<Record<string, string>>,
): string {
  const headers = more === undefined ? rawHeaders : [...endToEnd(rawHeaders, ['transfer-encoding']), ...Object.entries(more).flat()];
  const lines = headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []));
  return `${[`HTTP/${httpVersion} ${statusCode} ${statusMessage}`, ...lines].join('\r\n')}\r\n\r\n`;
}
