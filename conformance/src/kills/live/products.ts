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
  readonly app: 'cli' | 'controller';
  args(errand: Errand): readonly string[];
  history(errand: Errand): string;
  /** How gaps name a collection that is in the errand's namespace. */
  scope(collection: ResourceScope): string;
};

/** Which program of each app: what node is given before the arguments. */
export type Programs = Readonly<Record<Product['app'], readonly string[]>>;

/** As the sources stand. */
export const SOURCES: Programs = {
  cli: ['--conditions=rectrace-source', fileOf('apps/cli/src/main.ts')],
  controller: ['--conditions=rectrace-source', fileOf('apps/controller/src/main.ts')],
};

/** As they are shipped, once they are built; the controller with the flags of its image. */
export const BUNDLES: Programs = {
  cli: [fileOf('apps/cli/bin/rectrace.mjs')],
  controller: ['--max-semi-space-size=4', '--heap-growing-percent=40', fileOf('apps/controller/dist/controller.js')],
};

export const CONTROLLER: Product = {
  title: 'the controller',
  app: 'controller',
  args: ({ kubeconfig, namespace, folder }) => [
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
  app: 'cli',
  args: ({ namespace, deployment }) => ['watch', `deployment/${deployment}`, '-n', namespace, '-o', 'json'],
  history: ({ folder, clusterUid }) => join(folder, 'rectrace', clusterUid, 'history.db'),
  scope: formatScope,
};

/** The environment of either. */
export function environmentOf({ kubeconfig, folder }: Errand): Readonly<Record<string, string>> {
  return { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_STATE_HOME: folder, KUBECONFIG: kubeconfig };
}

function fileOf(path: string): string {
  return fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
}
