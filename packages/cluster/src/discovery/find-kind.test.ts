import type { ApiResource } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { findKind } from './find-kind.ts';
import type { ServedResources } from './served-resources.ts';

function resource(kind: string, group: string, version = 'v1'): ApiResource {
  const singular = kind.toLowerCase();
  const names = { resource: `${singular}s`, singular, shortNames: [], categories: [] };
  return { group, version, kind, ...names, namespaced: true, verbs: ['get', 'list', 'watch'] };
}

const SERVED: ServedResources = {
  resources: [
    resource('Pod', ''),
    resource('Event', ''),
    resource('Event', 'events.k8s.io'),
    resource('Deployment', 'apps'),
    resource('Deployment', 'apps', 'v1beta1'),
    resource('Backup', 'a.example.com'),
    resource('Backup', 'b.example.com'),
  ],
  unread: [],
};

test.each([
  [{ kind: 'Deployment', group: 'apps', version: 'v1beta1' }, 'deployments.v1beta1.apps'],
  [{ kind: 'Deployment', group: 'apps', version: 'v9' }, 'deployments.v1.apps'],
  [{ kind: 'Deployment', group: 'apps' }, 'deployments.v1.apps'],
  [{ kind: 'Deployment' }, 'deployments.v1.apps'],
  [{ kind: 'Pod', group: '' }, 'pods.v1.'],
  [{ kind: 'Event' }, 'events.v1.'],
])('%j is served by %s', (named, expected) => {
  const found = findKind(SERVED, named);
  expect(found.kind === 'resource' ? `${found.resource.resource}.${found.resource.version}.${found.resource.group}` : found).toBe(expected);
});

test.each([
  [{ kind: 'Cluster', group: 'apps.kubeblocks.io', version: 'v1' }, 'Cluster of apps.kubeblocks.io/v1'],
  [{ kind: 'Cluster', group: 'apps.kubeblocks.io' }, 'Cluster of apps.kubeblocks.io'],
  [{ kind: 'Cluster' }, 'Cluster'],
  [{ kind: 'Deployment', group: '', version: 'v1' }, 'Deployment of v1'],
])('%j is not served, and is named as it was asked for', (named, what) => {
  expect(findKind(SERVED, named)).toEqual({ kind: 'notServed', what });
});

test('a kind that two groups have is ambiguous without its group', () => {
  const choices = ['backups.a.example.com', 'backups.b.example.com'];
  expect(findKind(SERVED, { kind: 'Backup' })).toEqual({ kind: 'ambiguous', what: 'Backup', choices });
});
