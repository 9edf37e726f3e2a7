// The programs that are killed, as users run them: the controller with a history of its own, and `rectrace watch` with the local history.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { historyPath } from '@rectrace/history';
import { formatScope, type ResourceScope } from '@rectrace/kube';

/** What a program is to follow: a Deployment and its tree. */
export type Errand = {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly deployment: string;
  /** Of the cluster's namespace kube-system. */
  readonly clusterUid: string;
  /** For everything that it keeps. */
  readonly folder: string;
};

export type Product = {
  readonly title: string;
  /** Arguments of node. */
  args(errand: Errand): readonly string[];
  history(errand: Errand): string;
  /** How gaps name a collection that is in the errand's namespace. */
  scope(collection: ResourceScope): string;
};

const SOURCES = '--conditions=rectrace-source';

export const CONTROLLER: Product = {
  title: 'the controller',
  args: ({ kubeconfig, namespace, folder }) => [
    SOURCES,
    programOf('controller'),
    `--kubeconfig=${kubeconfig}`,
    '--listen=127.0.0.1:0',
    `--history=${folder}`,
    `--record=${JSON.stringify([{ apiVersion: 'apps/v1', kind: 'Deployment', namespaces: [namespace] }])}`,
    '--no-lease',
    '--no-traces',
    '--log-level=warn',
  ],
  history: ({ folder, clusterUid }) => historyPath(folder, clusterUid),
  scope: (collection) => formatScope({ ...collection, namespace: '' }),
};

export const WATCH: Product = {
  title: 'rectrace watch',
  args: ({ namespace, deployment }) => [SOURCES, programOf('cli'), 'watch', `deployment/${deployment}`, '-n', namespace, '-o', 'json'],
  history: ({ folder, clusterUid }) => join(folder, 'rectrace', clusterUid, 'history.db'),
  scope: formatScope,
};

/** The environment of either. */
export function environmentOf({ kubeconfig, folder }: Errand): Readonly<Record<string, string>> {
  return { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_STATE_HOME: folder, KUBECONFIG: kubeconfig };
}

function programOf(app: 'cli' | 'controller'): string {
  return fileURLToPath(new URL(`../../../../apps/${app}/src/main.ts`, import.meta.url));
}
