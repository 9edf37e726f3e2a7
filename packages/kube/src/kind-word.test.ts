import { expect, test } from 'vitest';
import { isInGroup, readKindWord } from './kind-word.ts';

test.each([
  ['Deploy', [{ name: 'deploy' }]],
  ['deployments.apps', [{ name: 'deployments', group: 'apps' }]],
  [
    'deploy.v1.apps',
    [
      { name: 'deploy', version: 'v1', group: 'apps' },
      { name: 'deploy', group: 'v1.apps' },
    ],
  ],
  [
    'pod.v1',
    [
      { name: 'pod', version: 'v1', group: '' },
      { name: 'pod', group: 'v1' },
    ],
  ],
])('%s may mean %j', (word, readings) => {
  expect(readKindWord(word)).toEqual(readings);
});

test('a group may be shortened from its right end up to a dot', () => {
  expect(['apps.kubeblocks.io', 'apps.kubeblocks', 'apps', undefined].map((wanted) => isInGroup('apps.kubeblocks.io', wanted))).toEqual(
    Array(4).fill(true),
  );
  expect(['', 'app', 'kubeblocks.io'].map((wanted) => isInGroup('apps.kubeblocks.io', wanted))).toEqual(Array(3).fill(false));
});
