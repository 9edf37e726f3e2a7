// From flags and environment to one cluster: its transport, what it serves, its lists and watches, and how to write.

import type { ListWatch } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import { Discovery } from '../discovery/discovery.ts';
import { KubeconfigInvalid } from '../errors.ts';
import { liveListWatch } from '../list-watch/live-list-watch.ts';
import { streamedLists } from '../list-watch/streamed-lists.ts';
import { httpsTransport } from '../transport/https-transport.ts';
import { rateLimited } from '../transport/rate-limited.ts';
import { requestLog } from '../transport/request-log.ts';
import { retrying } from '../transport/retrying.ts';
import { DEFAULT_RATE_LIMIT, TokenBucket } from '../transport/token-bucket.ts';
import type { Transport } from '../transport/transport.ts';
import { chooseProxy } from './choose-proxy.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { impersonationHeaders } from './impersonation-headers.ts';
import { KubeconfigCredentials } from './kubeconfig-credentials.ts';
import type { KubeconfigEntry } from './kubeconfig-entry.ts';
import { readEntry } from './kubeconfig-entry.ts';
import type { KubeconfigSource } from './kubeconfig-files.ts';
import { kubeconfigSource } from './kubeconfig-files.ts';
import { parsePlainYaml } from './plain-yaml.ts';
import { serviceAccountEntry } from './service-account.ts';

export type ClusterConnection = {
  /** 'https://host:port', without a trailing slash. */
  readonly server: string;
  readonly context: string;
  readonly cluster: string;
  readonly user: string;
  /** -n, else the context's namespace, else 'default'. */
  readonly defaultNamespace: string;
  /** All contexts of the kubeconfig, sorted. */
  readonly contexts: readonly string[];
  readonly transport: Transport;
  readonly discovery: Discovery;
  readonly listWatch: ListWatch;
  /** Ends all connections; what is in flight fails. */
  close(): void;
};

const DEFAULT_TIMEOUT_MS = 30_000;
const RETRIES = 3;
const RETRY_BACKOFF = { baseMs: 200, maxMs: 5_000 };

/** Connects to nothing yet: the first request does. @throws KubeconfigError */
export async function loadCluster(options: ConnectionOptions): Promise<ClusterConnection> {
  const { env, clock } = options;
  const source = kubeconfigSource(options);
  const read = (): Promise<KubeconfigEntry> => entryOf(source, options);
  const entry = await read();
  const server = serverAddress(entry, source);
  const credentials = await KubeconfigCredentials.open(entry, {
    readEntry: read,
    server,
    proxy: chooseProxy({ server: new URL(server), proxyUrl: stringAt(entry.cluster, ['proxy-url']), env }),
    impersonate: impersonationHeaders(options.impersonate, entry.user),
    origin: originOf(source),
  });
  const https = httpsTransport({
    server,
    credentials,
    clock,
    log: requestLog(options.verbosity ?? 0, options.log ?? (() => undefined)),
    userAgent: options.userAgent ?? 'rectrace',
    timeoutMs: options.requestTimeoutMs ?? DEFAULT_TIMEOUT_MS,
  });
  const bucket = new TokenBucket(options.rateLimit ?? DEFAULT_RATE_LIMIT, clock);
  const transport = retrying(rateLimited(https, bucket), { clock, random: options.random, retries: RETRIES, backoff: RETRY_BACKOFF });
  const paged = liveListWatch({ transport, clock });
  return {
    server,
    context: entry.contextName,
    cluster: entry.clusterName,
    user: entry.userName,
    defaultNamespace: options.namespace ?? (entry.namespace === '' ? 'default' : entry.namespace),
    contexts: entry.contexts,
    transport,
    discovery: new Discovery(transport),
    listWatch: options.lists === 'streamed' ? streamedLists(paged, { transport, clock }) : paged,
    close: () => credentials.close(),
  };
}

async function entryOf(source: KubeconfigSource, { context }: Pick<ConnectionOptions, 'context'>): Promise<KubeconfigEntry> {
  return source.kind === 'files' ? readEntry(source.files, { context, parseYaml }) : serviceAccountEntry(source);
}

/** Every scalar as text. @throws what the library throws for text that is no YAML */
async function parseYaml(text: string): Promise<unknown> {
  const plain = parsePlainYaml(text);
  if (plain.kind === 'plain') return plain.value;
  const { parse } = await import('yaml');
  return parse(text, { schema: 'failsafe', merge: true });
}

function originOf(source: KubeconfigSource): string {
  return source.kind === 'files' ? source.files.join(', ') : 'service account';
}

function serverAddress(entry: KubeconfigEntry, source: KubeconfigSource): string {
  const server = (stringAt(entry.cluster, ['server']) ?? '').replace(/\/+$/, '');
  const full = server === '' || server.includes('://') ? server : `https://${server}`;
  if (!URL.canParse(full) || !/^https?:$/.test(new URL(full).protocol)) {
    throw new KubeconfigInvalid(
      `cluster ${entry.clusterName} in ${originOf(source)} has no usable server address${server === '' ? '' : `: ${server}`}`,
    );
  }
  return full;
}
