import { asUid } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { placeOfRoot } from './root-place.ts';

const ROWS = [
  ['Deployment.apps/plain/web', { group: 'apps', kind: 'Deployment', namespace: 'plain', name: 'web' }],
  ['Deployment.apps/plain/web#0a1b2c3d', { group: 'apps', kind: 'Deployment', namespace: 'plain', name: 'web' }],
  ['Node//n1', { group: '', kind: 'Node', namespace: '', name: 'n1' }],
  ['Cluster.apps.kubeblocks.io/db/pg', { group: 'apps.kubeblocks.io', kind: 'Cluster', namespace: 'db', name: 'pg' }],
  ['ClusterRole.rbac.authorization.k8s.io//a#b', { group: 'rbac.authorization.k8s.io', kind: 'ClusterRole', namespace: '', name: 'a#b' }],
  ['nothing', undefined],
] as const;

test.each(ROWS)('%s, of which no object was seen, is read by its id', (id, place) => {
  expect(placeOfRoot({ id })).toEqual(place);
});

test('the object that was seen counts', () => {
  const ref = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'plain', name: 'web', uid: asUid('u') };
  expect(placeOfRoot({ id: 'any', ref })).toEqual({ group: 'apps', kind: 'Deployment', namespace: 'plain', name: 'web' });
});
