import type { ApiResource, ObjectRef } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { MemoryHistory } from './memory-history.ts';
import { ResumePlaces } from './resume-places.ts';
import { writerOfRoot } from './root-positions.ts';

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

const CLOCK = { now: () => 0 };
const NOTHING = { changes: [], members: [], cycles: [], withdrawn: [], gaps: [], positions: [], fence: 0 };

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
  history.commit({ ...NOTHING, changes, positions: [{ scope: 'pods@', resourceVersion: '8', epoch: 0 }] });
  const places = new ResumePlaces(history);
  const place = places.take(PODS, { namespace: '' });
  expect(place?.resourceVersion).toBe('8');
  expect([...(place?.known ?? [])].map(({ name, uid, resourceVersion }) => `${name} ${uid} ${resourceVersion}`).sort()).toEqual([
    'a uid-a 7',
    'b uid-b 5',
  ]);
});

test('one that was never followed begins with a list', () => {
  expect(new ResumePlaces(new MemoryHistory()).take(PODS, { namespace: '' })).toBeUndefined();
});

test('a place is given once: afterwards the collection is further on than that', () => {
  const history = new MemoryHistory();
  history.commit({ ...NOTHING, positions: [{ scope: 'pods@', resourceVersion: '8', epoch: 0 }] });
  const places = new ResumePlaces(history);
  places.take(PODS, { namespace: '' });
  expect(places.take(PODS, { namespace: '' })).toBeUndefined();
});

test('each root has its own places, with its own members of that namespace', () => {
  const history = new MemoryHistory();
  const root = 'Deployment.apps/plain/web';
  const other = change('a', { version: 3 });
  const elsewhere = { ...change('b', { version: 4 }), ref: { ...change('b', { version: 4 }).ref, namespace: 'elsewhere' } };
  const member = (of: string, { ref, position }: Change) => ({ kind: 'membership', root: of, ref, since: position }) as const;
  const mine = change('c', { version: 5 });
  const members = [member('Deployment.apps/plain/api', other), member(root, mine), member(root, elsewhere)];
  const positions = [{ scope: 'pods@plain', resourceVersion: '8', epoch: 0 }];
  writerOfRoot(history, { root, clock: CLOCK }).commit({ ...NOTHING, changes: [other, elsewhere, mine], members, positions });
  const api = 'Deployment.apps/plain/api';
  writerOfRoot(history, { root: api, clock: CLOCK }).commit({ ...NOTHING, positions: [{ ...positions[0]!, resourceVersion: '20' }] });
  const place = new ResumePlaces(history, { root }).take(PODS, { namespace: 'plain' });
  expect(place).toEqual({ resourceVersion: '8', known: [{ namespace: 'plain', name: 'c', uid: 'uid-c', resourceVersion: '5' }] });
  expect(new ResumePlaces(history, { root: 'Deployment.apps/plain/new' }).take(PODS, { namespace: 'plain' })).toBeUndefined();
});
