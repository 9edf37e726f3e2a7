import { expect, test } from 'vitest';
import { nameOfRoot, objectOfRoot } from './root-name.ts';

const WEB = { group: 'apps', kind: 'Deployment', namespace: 'plain', name: 'web' };

test('a root that is judged by an expression of its own has a name of its own, and both tell their object', () => {
  const plain = nameOfRoot('Deployment.apps/plain/web', undefined);
  const judged = ['object.status.replicas == 1', 'object.status.replicas == 2'].map((text) =>
    nameOfRoot('Deployment.apps/plain/web', text),
  );
  expect(plain).toBe('Deployment.apps/plain/web');
  expect(new Set([plain, ...judged]).size).toBe(3);
  expect([plain, ...judged].map(objectOfRoot)).toEqual([WEB, WEB, WEB]);
  expect(nameOfRoot('Deployment.apps/plain/web', 'object.status.replicas == 1')).toBe(judged[0]);
});

test.each([
  ['Node//n1', { group: '', kind: 'Node', namespace: '', name: 'n1' }],
  ['ClusterRole.rbac.authorization.k8s.io//a#b', { group: 'rbac.authorization.k8s.io', kind: 'ClusterRole', namespace: '', name: 'a#b' }],
  ['nothing', undefined],
] as const)('%s is read as its object', (id, object) => {
  expect(objectOfRoot(id)).toEqual(object);
});
