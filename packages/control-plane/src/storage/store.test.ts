import type { JsonObject } from '@rectrace/kube';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Objects } from './collection.ts';
import { walkFrom } from './ordered-map.ts';
import { Store, type StoreWatch } from './store.ts';
import type { LogRecord } from './stored-object.ts';

const RESOURCES = ['pods', 'configmaps'] as const;

type Write = { readonly resource: string; readonly key: string; readonly remove: boolean };

const writes = fc.array(
  fc.record({
    resource: fc.constantFrom(...RESOURCES),
    key: fc.constantFrom('a/1', 'a/2', 'a-b/1', 'b/1', 'b/2'),
    remove: fc.boolean(),
  }),
  { maxLength: 200 },
);

function apply(store: Store, { resource, key, remove }: Write, value: number): void {
  const place = { resource, key };
  const current = store.get(place);
  const object = { metadata: { name: key }, value };
  if (current === undefined) {
    if (!remove) store.create(place, object);
  } else if (remove) store.delete(place, { object: current.object, expected: current.revision });
  else store.update(place, { object, expected: current.revision });
}

function listed(objects: Objects): [string, JsonObject][] {
  const found: [string, JsonObject][] = [];
  walkFrom(objects, undefined, (key, { object }) => {
    found.push([key, object]);
    return true;
  });
  return found;
}

function now(store: Store, resource: string): [string, JsonObject][] {
  const snapshot = store.snapshot(resource);
  return snapshot.kind === 'snapshot' ? listed(snapshot.objects) : [];
}

function drain(watch: StoreWatch): readonly LogRecord[] {
  const read = watch.read(10_000);
  return read.kind === 'records' ? read.records : [];
}

function open(store: Store, resource: string, after: number): StoreWatch {
  const opened = store.watch(resource, { after, onWrite: () => undefined });
  if (opened.kind !== 'watch') throw new Error('compacted');
  return opened.watch;
}

test('every revision of the window can be listed again exactly as it was, and replaying the watch from it gives the present', () => {
  fc.assert(
    fc.property(writes, (all) => {
      const store = new Store();
      const pasts = [{ revision: store.revision, pods: now(store, 'pods') }];
      for (const [index, write] of all.entries()) {
        apply(store, write, index);
        pasts.push({ revision: store.revision, pods: now(store, 'pods') });
      }
      for (const { revision, pods } of pasts) {
        const snapshot = store.snapshot('pods', revision);
        expect(snapshot.kind === 'snapshot' && listed(snapshot.objects)).toEqual(pods);
        const replayed = new Map(pods);
        for (const record of drain(open(store, 'pods', revision))) {
          if (record.kind === 'deleted') replayed.delete(record.key);
          else replayed.set(record.key, record.object);
        }
        expect([...replayed].sort(([left], [right]) => (left < right ? -1 : 1))).toEqual(now(store, 'pods'));
      }
    }),
    { numRuns: 60 },
  );
});

test('a fork and its base do not see each other, log and past included', () => {
  fc.assert(
    fc.property(writes, writes, writes, (before, inBase, inFork) => {
      const store = new Store();
      before.forEach((write, index) => void apply(store, write, index));
      const fork = store.fork();
      const at = store.revision;
      const shared = now(store, 'pods');
      inBase.forEach((write, index) => void apply(store, write, 1_000 + index));
      inFork.forEach((write, index) => void apply(fork, write, 2_000 + index));
      const alone = new Store();
      [...before].forEach((write, index) => void apply(alone, write, index));
      inFork.forEach((write, index) => void apply(alone, write, 2_000 + index));
      expect(now(fork, 'pods')).toEqual(now(alone, 'pods'));
      expect(drain(open(fork, 'pods', 1))).toEqual(drain(open(alone, 'pods', 1)));
      for (const side of [store, fork]) {
        const snapshot = side.snapshot('pods', at);
        expect(snapshot.kind === 'snapshot' && listed(snapshot.objects)).toEqual(shared);
      }
    }),
    { numRuns: 60 },
  );
});

test('keys are listed in the order of the bytes of namespace/name', () => {
  const store = new Store();
  for (const key of ['b/1', 'a/2', 'a-b/1', 'a/1']) store.create({ resource: 'pods', key }, { metadata: {} });
  expect(now(store, 'pods').map(([key]) => key)).toEqual(['a-b/1', 'a/1', 'a/2', 'b/1']);
});

test('a write that expects another revision is refused and changes nothing', () => {
  const store = new Store();
  const place = { resource: 'pods', key: 'a/1' };
  const created = store.create(place, { metadata: {} });
  expect(store.create(place, { metadata: {} }).kind).toBe('exists');
  expect(store.update(place, { object: { metadata: {} }, expected: created.stored.revision + 1 }).kind).toBe('conflict');
  expect(store.delete(place, { object: { metadata: {} }, expected: 1 }).kind).toBe('conflict');
  expect(store.revision).toBe(created.stored.revision);
});

test('beyond the window lists are compacted, and a watch of a busy resource is refused while one of a quiet resource goes on', () => {
  const store = new Store({ window: 50 });
  store.create({ resource: 'quiet', key: 'a' }, { metadata: {} });
  const start = store.revision;
  for (let index = 0; index < 500; index++) apply(store, { resource: 'busy', key: `k${index % 7}`, remove: false }, index);
  expect(store.snapshot('busy', start)).toEqual({ kind: 'compacted' });
  expect(store.watch('busy', { after: start, onWrite: () => undefined }).kind).toBe('compacted');
  expect(store.watch('quiet', { after: start, onWrite: () => undefined }).kind).toBe('watch');
  const recent = store.snapshot('busy', store.revision - 40);
  expect(recent.kind === 'snapshot' && recent.objects.size).toBe(7);
  expect(store.snapshot('busy', store.revision + 1)).toEqual({ kind: 'future', current: store.revision });
});

test('of large objects fewer revisions are kept, so that all together stay within their bound', () => {
  const store = new Store({ windowBytes: 100_000 });
  const start = store.revision;
  for (let index = 0; index < 100; index++) {
    apply(store, { resource: 'busy', key: 'k', remove: false }, index);
    const place = { resource: 'large', key: 'k' };
    const current = store.get(place);
    const object = { metadata: {}, text: 'x'.repeat(10_000) };
    if (current === undefined) store.create(place, object);
    else store.update(place, { object, expected: current.revision });
  }
  expect(store.watch('large', { after: start, onWrite: () => undefined }).kind).toBe('compacted');
  expect(store.revision - store.compacted).toBeGreaterThan(10);
  expect(store.revision - store.compacted).toBeLessThan(30);
  expect(store.fork().compacted).toBe(store.compacted);
  expect(now(store, 'large')).toHaveLength(1);
});

test('a single write that is larger than the bound is kept', () => {
  const store = new Store({ windowBytes: 1_000 });
  store.create({ resource: 'large', key: 'a' }, { metadata: {}, text: 'x'.repeat(10_000) });
  store.create({ resource: 'large', key: 'b' }, { metadata: {}, text: 'x'.repeat(10_000) });
  expect(now(store, 'large').map(([key]) => key)).toEqual(['a', 'b']);
  expect(drain(open(store, 'large', store.revision - 1))).toHaveLength(1);
});

test('a watch that does not read is lost once its backlog or the window is passed', () => {
  const store = new Store({ window: 1_000, backlog: 20 });
  const slow = open(store, 'busy', store.revision);
  for (let index = 0; index < 20; index++) apply(store, { resource: 'busy', key: 'k', remove: false }, index);
  expect(drain(slow)).toHaveLength(20);
  for (let index = 0; index < 21; index++) apply(store, { resource: 'busy', key: 'k', remove: false }, index);
  expect(slow.read(100)).toEqual({ kind: 'lost' });
});

test('a watch is told of writes to its resource until it is closed', () => {
  const store = new Store();
  let told = 0;
  const onWrite = (): void => {
    told += 1;
  };
  const opened = store.watch('pods', { after: store.revision, onWrite });
  store.create({ resource: 'configmaps', key: 'a' }, { metadata: {} });
  store.create({ resource: 'pods', key: 'a' }, { metadata: {} });
  expect(told).toBe(1);
  if (opened.kind === 'watch') opened.watch.close();
  store.create({ resource: 'pods', key: 'b' }, { metadata: {} });
  expect(told).toBe(1);
});

test('explicit compaction refuses older watches of every resource', () => {
  const store = new Store();
  store.create({ resource: 'pods', key: 'a' }, { metadata: {} });
  store.create({ resource: 'pods', key: 'b' }, { metadata: {} });
  store.compact(store.revision);
  expect(store.watch('pods', { after: store.revision - 1, onWrite: () => undefined })).toEqual({
    kind: 'compacted',
    oldest: store.revision,
  });
  expect(store.watch('pods', { after: store.revision, onWrite: () => undefined }).kind).toBe('watch');
  expect(store.snapshot('pods', store.revision - 1)).toEqual({ kind: 'compacted' });
});
