import { MemoryHistory } from '@rectrace/history';
import type { ApiResource, ObjectRef } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { ResumePlaces } from './resume-places.ts';

const PODS: ApiResource = {
  group: '',
  version: 'v1',
  kind: 'Pod',
  resource: 'pods',
  singular: 'pod',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: [],
};

function change(name: string, { version, type = 'Update' }: { readonly version: number; readonly type?: Change['type'] }): Change {
  const ref: ObjectRef = { group: '', version: 'v1', kind: 'Pod', namespace: 'plain', name, uid: asUid(`uid-${name}`) };
  const position = { epoch: 0, version: String(version), offset: 0 };
  return {
    kind: 'change',
    id: `0/${ref.uid}/${version}`,
    type,
    ref,
    resourceVersion: String(version),
    position,
    time: 0,
    receivedAt: 0,
    diff: [],
    certainty: 'observed',
  };
}

test('a collection goes on from its stored position, with the objects that lived then', () => {
  const history = new MemoryHistory();
  const changes = [
    change('a', { version: 3 }),
    change('a', { version: 7 }),
    change('b', { version: 5 }),
    change('c', { version: 6, type: 'Deletion' }),
  ];
  history.commit({
    changes,
    members: [],
    cycles: [],
    withdrawn: [],
    gaps: [],
    positions: [{ scope: 'pods@', resourceVersion: '8', epoch: 0 }],
    fence: 0,
  });
  const places = new ResumePlaces(history);
  const place = places.take(PODS);
  expect(place?.resourceVersion).toBe('8');
  expect([...(place?.known ?? [])].map(({ name, uid, resourceVersion }) => `${name} ${uid} ${resourceVersion}`).sort()).toEqual([
    'a uid-a 7',
    'b uid-b 5',
  ]);
});

test('one that was never followed begins with a list', () => {
  expect(new ResumePlaces(new MemoryHistory()).take(PODS)).toBeUndefined();
});
