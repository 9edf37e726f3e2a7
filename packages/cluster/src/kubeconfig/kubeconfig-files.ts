// Which files make up the kubeconfig, in kubectl's order.

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { KubeconfigUnreadable, NoClusterConfigured } from '../errors.ts';
import type { ConnectionOptions, Environment } from './connection-options.ts';

export type KubeconfigSource =
  | { readonly kind: 'files'; readonly files: readonly string[] }
  | { readonly kind: 'serviceAccount'; readonly folder: string; readonly host: string; readonly port: string };

const SERVICE_ACCOUNT_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/** @throws KubeconfigUnreadable for a --kubeconfig that is not there, NoClusterConfigured where nothing names a cluster. */
export function kubeconfigSource(options: Pick<ConnectionOptions, 'kubeconfig' | 'env' | 'serviceAccountFolder'>): KubeconfigSource {
  const { kubeconfig, env } = options;
  if (kubeconfig !== undefined && kubeconfig !== '') return existing(kubeconfig);
  const named = (env['KUBECONFIG'] ?? '').split(delimiter).filter((file) => file !== '');
  const found = (named.length > 0 ? named : homeFiles(env)).filter((file) => existsSync(file));
  if (found.length > 0) return { kind: 'files', files: found };
  const account = serviceAccount(options);
  if (account !== undefined) return account;
  if (named.length > 0)
    throw new NoClusterConfigured(
      `no cluster is configured: KUBECONFIG names ${named.join(', ')}, which does not exist; correct it or use --kubeconfig FILE`,
    );
  throw new NoClusterConfigured(
    'no cluster is configured: there is no ~/.kube/config, KUBECONFIG is not set and this is not a pod; use --kubeconfig FILE',
  );
}

function existing(file: string): KubeconfigSource {
  if (!existsSync(file)) throw new KubeconfigUnreadable(`kubeconfig ${file} does not exist; check --kubeconfig`);
  return { kind: 'files', files: [file] };
}

function homeFiles(env: Environment): readonly string[] {
  const home = env['HOME'] ?? env['USERPROFILE'];
  return home === undefined || home === '' ? [] : [join(home, '.kube', 'config')];
}

function serviceAccount({
  env,
  serviceAccountFolder,
}: Pick<ConnectionOptions, 'env' | 'serviceAccountFolder'>): KubeconfigSource | undefined {
  const folder = serviceAccountFolder ?? SERVICE_ACCOUNT_FOLDER;
  const host = env['KUBERNETES_SERVICE_HOST'];
  const port = env['KUBERNETES_SERVICE_PORT'];
  if (host === undefined || host === '' || port === undefined || !existsSync(join(folder, 'token'))) return undefined;
  return { kind: 'serviceAccount', folder, host, port };
}
