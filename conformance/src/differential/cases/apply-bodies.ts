// Objects that cases apply, and how they are applied.
import type { Subject } from '../subject.ts';

export const APPLY_PATCH = 'application/apply-patch+yaml';
export const MERGE_PATCH = 'application/merge-patch+json';
export const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';
export const JSON_PATCH = 'application/json-patch+json';

export type Body = Readonly<Record<string, unknown>>;

export type Apply = {
  /** Of the object, its subresource included. */
  readonly path: string;
  readonly manager: string;
  readonly body: unknown;
  readonly force?: boolean;
  /** More of the query, e.g. 'dryRun=All'. */
  readonly query?: string;
};

/** Recorded. */
export async function apply(subject: Subject, { path, manager, body, force, query }: Apply): Promise<void> {
  const parts = [`fieldManager=${manager}`, ...(force === undefined ? [] : [`force=${force}`]), ...(query === undefined ? [] : [query])];
  await subject.ask({ method: 'PATCH', path: `${path}?${parts.join('&')}`, contentType: APPLY_PATCH, body });
}

export type Patch = { readonly path: string; readonly contentType: string; readonly body: unknown; readonly manager?: string };

/** Recorded. */
export async function patch(subject: Subject, { path, contentType, body, manager }: Patch): Promise<void> {
  const query = manager === undefined ? '' : `${path.includes('?') ? '&' : '?'}fieldManager=${manager}`;
  await subject.ask({ method: 'PATCH', path: `${path}${query}`, contentType, body });
}

export function configMap(name: string, data: Body, metadata: Body = {}): Body {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data };
}

export function deployment(name: string, spec: Body, metadata: Body = {}): Body {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, ...metadata }, spec };
}

export const LABELS = { app: 'web' };

/** A whole Deployment with one container. */
export function webDeployment(name: string, spec: Body = {}, container: Body = {}): Body {
  const template = { metadata: { labels: LABELS }, spec: { containers: [{ name: 'web', image: 'web:1', ...container }] } };
  return deployment(name, { replicas: 2, selector: { matchLabels: LABELS }, template, ...spec });
}

/** Of a type that the server allocates nothing for. */
export function service(name: string, ports: readonly Body[], spec: Body = {}): Body {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: { type: 'ExternalName', externalName: 'a.example.com', ports, ...spec },
  };
}

export function configMapsIn(namespace: string): string {
  return `/api/v1/namespaces/${namespace}/configmaps`;
}

export function deploymentsIn(namespace: string): string {
  return `/apis/apps/v1/namespaces/${namespace}/deployments`;
}
