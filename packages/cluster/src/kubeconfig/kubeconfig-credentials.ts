// Credentials of one cluster and user through client-node's KubeConfig: client certificates, tokens, token files, exec plugins, OIDC.

import { readFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { Agent as HttpAgent } from 'node:http';
import type { RequestOptions } from 'node:https';
import { Agent as HttpsAgent } from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node';
import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import { CertificateUnreadable, ConnectionOptionInvalid, CredentialsFailed, reasonOf } from '../errors.ts';
import type { Credentials } from '../transport/https-transport.ts';
import type { ProxyChoice } from './choose-proxy.ts';
import type { KubeconfigEntry } from './kubeconfig-entry.ts';

/** Milliseconds of silence on a connection before TCP asks whether the peer still lives. */
const TCP_KEEP_ALIVE_MS = 15_000;

const CLUSTER_FILES = ['certificate-authority'];
const USER_FILES = ['client-certificate', 'client-key', 'tokenFile'];

export type CredentialsOptions = {
  /** Read again at renew(): a rotated token or certificate is found there. */
  readEntry(): KubeconfigEntry;
  createKubeConfig(): KubeConfig;
  readonly proxy: ProxyChoice;
  readonly impersonate: { readonly [name: string]: string | string[] };
  /** Where it comes from, for messages: a file, or 'service account'. */
  readonly origin: string;
};

export class KubeconfigCredentials implements Credentials {
  readonly #options: CredentialsOptions;
  readonly #agent: HttpAgent | HttpsAgent | undefined;
  #entry: KubeconfigEntry;
  #config: KubeConfig;

  constructor(options: CredentialsOptions) {
    this.#options = options;
    this.#entry = options.readEntry();
    this.#config = this.#load();
    this.#agent = options.proxy.kind === 'socks' ? undefined : keepAliveAgent(serverOf(this.#entry), options.proxy);
  }

  async apply(): Promise<RequestOptions> {
    const options: RequestOptions = { headers: {} };
    try {
      await this.#config.applyToHTTPSOptions(options);
    } catch (error) {
      throw this.#explain(error);
    }
    const headers: OutgoingHttpHeaders = { ...(isHeaders(options.headers) ? options.headers : {}), ...this.#options.impersonate };
    const token = headers['Authorization'];
    if (typeof token === 'string') headers['Authorization'] = token.trim();
    return { ...options, ...(this.#agent === undefined ? {} : { agent: this.#agent }), headers };
  }

  async renew(): Promise<boolean> {
    const { user } = this.#entry;
    const fixed = user['exec'] === undefined && user['auth-provider'] === undefined && user['tokenFile'] === undefined;
    const entry = this.#options.readEntry();
    if (fixed && formatJson(entry.user) === formatJson(user)) return false;
    this.#entry = entry;
    this.#config = this.#load();
    return true;
  }

  /** Ends idle and open connections. */
  close(): void {
    this.#agent?.destroy();
  }

  #load(): KubeConfig {
    const { cluster, user, clusterName, userName, contextName } = this.#entry;
    checkFiles(cluster, { fields: CLUSTER_FILES, owner: `cluster ${clusterName}`, origin: this.#options.origin });
    checkFiles(user, { fields: USER_FILES, owner: `user ${userName}`, origin: this.#options.origin });
    const config = this.#options.createKubeConfig();
    config.loadFromOptions({
      clusters: [toCluster(this.#entry, this.#options.proxy)],
      users: [toUser(this.#entry)],
      contexts: [{ name: contextName, cluster: clusterName, user: userName }],
      currentContext: contextName,
    });
    return config;
  }

  #explain(error: unknown): Error {
    const { user, userName } = this.#entry;
    const { origin } = this.#options;
    const reason = reasonOf(error).slice(0, 400) || 'it said nothing';
    const command = stringAt(user, ['exec', 'command']);
    if (command !== undefined) {
      const hint = stringAt(user, ['exec', 'installHint']);
      return new CredentialsFailed(
        `the exec plugin ${command} of user ${userName} (${origin}) gave no credentials: ${reason}${hint === undefined ? '; run it by hand to see why' : `; ${hint}`}`,
        error,
      );
    }
    if (user['auth-provider'] !== undefined) {
      return new CredentialsFailed(
        `the auth provider ${stringAt(user, ['auth-provider', 'name']) ?? ''} of user ${userName} (${origin}) gave no credentials: ${reason}; log in again`,
        error,
      );
    }
    return new CertificateUnreadable(`the credentials of user ${userName} (${origin}) can not be read: ${reason}`, error);
  }
}

function serverOf({ cluster }: KubeconfigEntry): URL {
  return new URL(stringAt(cluster, ['server']) ?? '');
}

function keepAliveAgent(server: URL, proxy: ProxyChoice): HttpAgent | HttpsAgent {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (proxy.kind === 'connect' && (major < 24 || (major === 24 && minor < 5))) {
    throw new ConnectionOptionInvalid(`a proxy needs Node 24.5 or newer, this is ${process.versions.node}`);
  }
  const proxyEnv = proxy.kind === 'connect' ? { proxyEnv: { http_proxy: proxy.url, https_proxy: proxy.url } } : {};
  const options = { keepAlive: true, keepAliveMsecs: TCP_KEEP_ALIVE_MS, ...proxyEnv };
  return server.protocol === 'http:' ? new HttpAgent(options) : new HttpsAgent(options);
}

function checkFiles(
  value: JsonObject,
  { fields, owner, origin }: { readonly fields: readonly string[]; readonly owner: string; readonly origin: string },
): void {
  for (const field of fields) {
    const file = stringAt(value, [field]);
    if (file === undefined || file === '') continue;
    try {
      readFileSync(file);
    } catch (error) {
      throw new CertificateUnreadable(`${field} ${file} of ${owner} (${origin}) can not be read: ${reasonOf(error)}`, error);
    }
  }
}

function toCluster({ cluster, clusterName }: KubeconfigEntry, proxy: ProxyChoice): object {
  const server = (stringAt(cluster, ['server']) ?? '').replace(/\/$/, '');
  return {
    name: clusterName,
    server,
    caData: stringAt(cluster, ['certificate-authority-data']),
    caFile: stringAt(cluster, ['certificate-authority']),
    // client-node refuses plain http unless verification is off; without TLS there is nothing to verify.
    skipTLSVerify: isTrue(cluster['insecure-skip-tls-verify']) || server.startsWith('http:'),
    tlsServerName: stringAt(cluster, ['tls-server-name']),
    ...(proxy.kind === 'socks' ? { proxyUrl: proxy.url } : {}),
  };
}

/** client-node knows no tokenFile on a user; its token file provider re-reads the file every minute. */
function toUser(entry: KubeconfigEntry): object {
  const { user, userName } = entry;
  const tokenFile = stringAt(user, ['tokenFile']);
  const exec = valueAt(user, ['exec']);
  return {
    name: userName,
    certData: stringAt(user, ['client-certificate-data']),
    certFile: stringAt(user, ['client-certificate']),
    keyData: stringAt(user, ['client-key-data']),
    keyFile: stringAt(user, ['client-key']),
    username: stringAt(user, ['username']),
    password: stringAt(user, ['password']),
    ...(tokenFile === undefined
      ? { token: stringAt(user, ['token']), authProvider: valueAt(user, ['auth-provider']) }
      : { authProvider: { name: 'tokenFile', config: { tokenFile } } }),
    ...(isJsonObject(exec) ? { exec: withExecInfo(exec, entry) } : {}),
  };
}

/** What client-go tells every exec plugin in KUBERNETES_EXEC_INFO. */
function withExecInfo(exec: JsonObject, { cluster }: KubeconfigEntry): JsonObject {
  const about = {
    server: stringAt(cluster, ['server']) ?? '',
    'tls-server-name': stringAt(cluster, ['tls-server-name']),
    'insecure-skip-tls-verify': isTrue(cluster['insecure-skip-tls-verify']) ? true : undefined,
    'certificate-authority-data': stringAt(cluster, ['certificate-authority-data']),
  };
  const info = {
    kind: 'ExecCredential',
    apiVersion: stringAt(exec, ['apiVersion']) ?? 'client.authentication.k8s.io/v1',
    spec: { interactive: false, ...(isTrue(exec['provideClusterInfo']) ? { cluster: about } : {}) },
  };
  return { ...exec, env: [...listAt(exec, ['env']), { name: 'KUBERNETES_EXEC_INFO', value: formatJson(info) }] };
}

/** Kubeconfig files are read with every scalar as text. */
function isTrue(value: Json | undefined): boolean {
  return typeof value === 'string' && /^(true|yes|on|y)$/i.test(value);
}

function isHeaders(headers: RequestOptions['headers']): headers is OutgoingHttpHeaders {
  return headers !== undefined && !Array.isArray(headers);
}
