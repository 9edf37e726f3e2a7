// The kubeconfig entry of a process that runs in a pod.

import { existsSync, readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { KubeconfigEntry } from './kubeconfig-entry.ts';

/** Token and authority are files, so that a rotated token is read again. */
export function serviceAccountEntry({
  folder,
  host,
  port,
}: {
  readonly folder: string;
  readonly host: string;
  readonly port: string;
}): KubeconfigEntry {
  const namespaceFile = join(folder, 'namespace');
  return {
    contextName: 'in-cluster',
    clusterName: 'in-cluster',
    userName: 'service account',
    namespace: existsSync(namespaceFile) ? readFileSync(namespaceFile, 'utf8').trim() : '',
    cluster: { server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`, 'certificate-authority': join(folder, 'ca.crt') },
    user: { tokenFile: join(folder, 'token') },
    contexts: ['in-cluster'],
  };
}
