// Credentials of one cluster and user, with the one agent that keeps its connections.

import { Agent as HttpAgent } from 'node:http';
import type { RequestOptions } from 'node:https';
import { Agent as HttpsAgent } from 'node:https';
import { formatJson } from '@rectrace/kube';
import { ConnectionOptionInvalid } from '../errors.ts';
import type { Credentials } from '../transport/https-transport.ts';
import type { CredentialsOptions, EntryCredentials } from './entry-credentials.ts';
import type { KubeconfigEntry } from './kubeconfig-entry.ts';
import { plainCredentials } from './plain-credentials.ts';
import { needsPlugin, pluginCredentials } from './plugin-credentials.ts';

/** Milliseconds of silence on a connection before TCP asks whether the peer still lives. */
const TCP_KEEP_ALIVE_MS = 15_000;

export class KubeconfigCredentials implements Credentials {
  readonly #options: CredentialsOptions;
  readonly #agent: HttpAgent | HttpsAgent | undefined;
  #entry: KubeconfigEntry;
  #current: EntryCredentials;

  private constructor(options: CredentialsOptions, loaded: { readonly entry: KubeconfigEntry; readonly current: EntryCredentials }) {
    this.#options = options;
    this.#entry = loaded.entry;
    this.#current = loaded.current;
    this.#agent = options.proxy.kind === 'socks' ? undefined : keepAliveAgent(options);
  }

  /** @throws CertificateUnreadable, ConnectionOptionInvalid */
  static async open(entry: KubeconfigEntry, options: CredentialsOptions): Promise<KubeconfigCredentials> {
    return new KubeconfigCredentials(options, { entry, current: await credentialsOf(entry, options) });
  }

  async apply(): Promise<RequestOptions> {
    const options = await this.#current();
    const headers = { ...options.headers, ...this.#options.impersonate };
    return { ...options, ...(this.#agent === undefined ? {} : { agent: this.#agent }), headers };
  }

  async renew(): Promise<boolean> {
    const before = this.#entry.user;
    const entry = await this.#options.readEntry();
    this.#current = await credentialsOf(entry, this.#options);
    this.#entry = entry;
    const fixed = ['exec', 'auth-provider', 'tokenFile', 'client-certificate'].every((field) => before[field] === undefined);
    return !fixed || formatJson(entry.user) !== formatJson(before);
  }

  /** Ends idle and open connections. */
  close(): void {
    this.#agent?.destroy();
  }
}

async function credentialsOf(entry: KubeconfigEntry, options: CredentialsOptions): Promise<EntryCredentials> {
  return needsPlugin(entry, options.proxy) ? pluginCredentials(entry, options) : plainCredentials(entry, options);
}

function keepAliveAgent({ server, proxy }: CredentialsOptions): HttpAgent | HttpsAgent {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (proxy.kind === 'connect' && (major < 24 || (major === 24 && minor < 5))) {
    throw new ConnectionOptionInvalid(`a proxy needs Node 24.5 or newer, this is ${process.versions.node}`);
  }
  const proxyEnv = proxy.kind === 'connect' ? { proxyEnv: { http_proxy: proxy.url, https_proxy: proxy.url } } : {};
  const options = { keepAlive: true, keepAliveMsecs: TCP_KEEP_ALIVE_MS, ...proxyEnv };
  return server.startsWith('http:') ? new HttpAgent(options) : new HttpsAgent(options);
}
