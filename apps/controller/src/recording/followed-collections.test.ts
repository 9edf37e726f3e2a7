import { MemoryHistory } from '@rectrace/history';
import type { ApiResource } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { FollowedCollections } from './followed-collections.ts';

const WIDGETS: ApiResource = {
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  resource: 'widgets',
  singular: 'widget',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: ['list', 'watch'],
};
const SCOPE = { group: 'example.com', resource: 'widgets', namespace: '' };

function opened() {
  const history = new MemoryHistory();
  const calls: string[] = [];
  const followed = new FollowedCollections({
    history,
    reflectors: {
      want: ({ resource }, { resume } = {}) => void calls.push(`want ${resource.resource} from ${resume?.resourceVersion ?? 'now'}`),
      drop: ({ resource }) => void calls.push(`drop ${resource}`),
    },
  });
  return { history, calls, followed };
}

test('what two need is followed once and left with the second', () => {
  const { calls, followed } = opened();
  followed.want(WIDGETS, 'a');
  followed.want(WIDGETS, 'b');
  expect(followed.release('a')).toEqual([]);
  expect(followed.has(SCOPE)).toBe(true);
  expect(followed.release('b')).toEqual([SCOPE]);
  expect(followed.release('b')).toEqual([]);
  expect(calls).toEqual(['want widgets from now', 'drop widgets']);
  expect(followed.scopes).toEqual([]);
});

test('what was left goes on from where it was recorded when it is needed again', () => {
  const { history, calls, followed } = opened();
  followed.want(WIDGETS, 'a');
  const position = { scope: 'widgets.example.com@', resourceVersion: '17', epoch: 0 };
  history.commit({ changes: [], members: [], cycles: [], withdrawn: [], gaps: [], positions: [position], fence: 0 });
  followed.release('a');
  followed.want(WIDGETS, 'b');
  expect(calls.at(-1)).toBe('want widgets from 17');
});
