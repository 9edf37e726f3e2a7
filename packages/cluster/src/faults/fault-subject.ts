// What is written to and recorded in a fault run: a kind of objects, how one is made, and how one is changed.

export type FaultSubject = {
  readonly group: string;
  /** Plural name. */
  readonly resource: string;
  path(namespace: string): string;
  /** A new object. */
  made(name: string): object;
  /** A merge patch that makes a revision; value: never the same twice. */
  changed(value: string): object;
};

/** Nobody else writes to them. */
export const CONFIG_MAPS: FaultSubject = {
  group: '',
  resource: 'configmaps',
  path: (namespace) => `/api/v1/namespaces/${namespace}/configmaps`,
  made: (name) => ({ metadata: { name }, data: { value: '0' } }),
  changed: (value) => ({ data: { value } }),
};

/** Their controller writes to them too. */
export const DEPLOYMENTS: FaultSubject = {
  group: 'apps',
  resource: 'deployments',
  path: (namespace) => `/apis/apps/v1/namespaces/${namespace}/deployments`,
  made: (name) => ({ metadata: { name }, spec: { replicas: 0, selector: { matchLabels: { name } }, template: templateOf(name) } }),
  changed: (value) => ({ metadata: { annotations: { value } } }),
};

function templateOf(name: string): object {
  return { metadata: { labels: { name } }, spec: { containers: [{ name: 'main', image: 'nginx:1' }] } };
}
