// Exec plugins, OIDC and SOCKS proxies through client-node's KubeConfig, which is imported only where it is needed: that takes a third of a second.

import type { RequestOptions } from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node';
import type { JsonObject } from '@rectrace/kube';
import { formatJson, isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import { ConnectionOptionInvalid, CredentialsFailed, reasonOf } from '../errors.ts';
import type { ProxyChoice } from './choose-proxy.ts';
import type { CredentialsOptions, EntryCredentials, EntryOptions } from './entry-credentials.ts';
import type { KubeconfigEntry } from './kubeconfig-entry.ts';
import { isTrue, plainCredentials } from './plain-credentials.ts';

/** Whether the library is needed for this user and proxy. */
export function needsPlugin({ user }: KubeconfigEntry, proxy: ProxyChoice): boolean {
  return user['exec'] !== undefined || user['auth-provider'] !== undefined || proxy.kind === 'socks';
}

/** @throws CertificateUnreadable; each call CredentialsFailed */
export async function pluginCredentials(
  entry: KubeconfigEntry,
  options: Pick<CredentialsOptions, 'origin' | 'proxy' | 'server'>,
): Promise<EntryCredentials> {
  const plain = plainCredentials(entry, options);
  const { KubeConfig: Library } = await import('@kubernetes/client-node');
  const config = configured(new Library(), entry, options);
  return singleFlight(async () => {
    const own = await plain();
    const applied: RequestOptions = { headers: {} };
    try {
      await config.applyToHTTPSOptions(applied);
    } catch (error) {
      throw explain(error, { entry, origin: options.origin });
    }
    return { ...applied, ...own, ...certificateOf(applied), headers: { ...own.headers, ...headersOf(applied.headers) } };
  });
}

/** Requests at the same time share one run of the plugin. */
function singleFlight(apply: () => Promise<EntryOptions>): EntryCredentials {
  let running: Promise<EntryOptions> | undefined;
  return () => {
    running ??= apply().finally(() => {
      running = undefined;
    });
    return running;
  };
}

function configured(
  config: KubeConfig,
  entry: KubeconfigEntry,
  { proxy, server }: Pick<CredentialsOptions, 'proxy' | 'server'>,
): KubeConfig {
  const { clusterName, userName, contextName, user } = entry;
  if (user['exec'] === undefined && user['auth-provider'] !== undefined && !isJsonObject(valueAt(user, ['auth-provider', 'config']))) {
    throw new ConnectionOptionInvalid(`the auth provider of user ${userName} has no config`);
  }
  const exec = valueAt(user, ['exec']);
  config.loadFromOptions({
    // client-node refuses plain http unless verification is off; without TLS there is nothing to verify.
    clusters: [
      { name: clusterName, server, skipTLSVerify: server.startsWith('http:'), ...(proxy.kind === 'socks' ? { proxyUrl: proxy.url } : {}) },
    ],
    users: [
      {
        name: userName,
        authProvider: valueAt(user, ['auth-provider']),
        ...(isJsonObject(exec) ? { exec: withExecInfo(exec, { entry, server }) } : {}),
      },
    ],
    contexts: [{ name: contextName, cluster: clusterName, user: userName }],
    currentContext: contextName,
  });
  return config;
}

/** An exec plugin may give a client certificate; it wins over one of the kubeconfig. */
function certificateOf({ cert, key }: RequestOptions): RequestOptions {
  return { ...(cert === undefined ? {} : { cert }), ...(key === undefined ? {} : { key }) };
}

function headersOf(headers: RequestOptions['headers']): { readonly [name: string]: string } {
  if (headers === undefined || Array.isArray(headers)) return {};
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value).trim()]])),
  );
}

/** What client-go tells every exec plugin in KUBERNETES_EXEC_INFO. */
function withExecInfo(exec: JsonObject, { entry, server }: { readonly entry: KubeconfigEntry; readonly server: string }): JsonObject {
  const { cluster } = entry;
  const about = {
    server,
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

function explain(error: unknown, { entry, origin }: { readonly entry: KubeconfigEntry; readonly origin: string }): CredentialsFailed {
  const { user, userName } = entry;
  const reason = reasonOf(error).slice(0, 400) || 'it said nothing';
  const command = stringAt(user, ['exec', 'command']);
  const who = command === undefined ? `the auth provider ${stringAt(user, ['auth-provider', 'name']) ?? ''}` : `the exec plugin ${command}`;
  const way = command === undefined ? 'log in again' : (stringAt(user, ['exec', 'installHint']) ?? 'run it by hand to see why');
  return new CredentialsFailed(`${who} of user ${userName} (${origin}) gave no credentials: ${reason}; ${way}`, error);
}
