import type { JsonObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { Store } from '../../storage/store.ts';
import type { ContainerDisk, WriteOutcome } from './container-files.ts';
import { ContainerFiles } from './container-files.ts';
import { isFile } from './file-tree.ts';

const ANSWERS = { pods: [{ files: { '/from/script': 'x' } }] };
const MIB = 1024 * 1024;
const FULL: WriteOutcome = { kind: 'refused', reason: 'Cannot write: No space left on device' };
const WRITTEN: WriteOutcome = { kind: 'written' };

function makePod(store: Store, name: string, uid = name): JsonObject {
  const object = { metadata: { name, namespace: 'default', uid } };
  store.create({ resource: 'pods', key: `default/${name}` }, object);
  return object;
}

function deletePod(store: Store, name: string): void {
  const stored = store.get({ resource: 'pods', key: `default/${name}` });
  if (stored !== undefined)
    store.delete({ resource: 'pods', key: `default/${name}` }, { object: stored.object, expected: stored.revision });
}

function diskOf(files: ContainerFiles, pod: JsonObject, container = 'web'): ContainerDisk {
  const disk = files.diskOf({ pod, container });
  if (disk === undefined) throw new Error('no files');
  return disk;
}

test('a container takes so many bytes, and what replaces others takes their place', () => {
  const store = new Store();
  const disk = diskOf(new ContainerFiles(ANSWERS, store), makePod(store, 'a'));
  const half = new Uint8Array(32 * MIB);
  expect([disk.write('/one', half), disk.write('/two', half), disk.write('/one', half)]).toEqual([WRITTEN, FULL, WRITTEN]);
  expect(disk.write('/one', new Uint8Array())).toEqual(WRITTEN);
  expect([disk.write('/two', half), isFile(disk.tree(), '/two')]).toEqual([WRITTEN, true]);
});

test('a container takes so many names, be the files as empty as they may', () => {
  const store = new Store();
  const disk = diskOf(new ContainerFiles(ANSWERS, store), makePod(store, 'a'));
  const outcomes = Array.from({ length: 32_768 }, (_, index) => disk.write(`/folder/${index}`, new Uint8Array()));
  expect(outcomes.filter(({ kind }) => kind === 'written')).toHaveLength(32_767);
  expect(outcomes.at(-1)).toEqual(FULL);
});

test('all containers together take so much, and a pod that is gone gives its part back', () => {
  const store = new Store();
  const files = new ContainerFiles(ANSWERS, store);
  const much = new Uint8Array(60 * MIB);
  const write = (pod: JsonObject, container?: string): WriteOutcome => diskOf(files, pod, container).write('/much', much);
  const [first, ...others] = ['a', 'b', 'c'].map((name) => makePod(store, name));
  if (first === undefined) throw new Error('no pod');
  expect([write(first), write(first, 'side'), ...others.map((pod) => write(pod))]).toEqual([WRITTEN, WRITTEN, WRITTEN, WRITTEN]);
  const late = makePod(store, 'late');
  expect(write(late)).toEqual(FULL);
  deletePod(store, 'a');
  expect([write(late), write(late, 'side'), write(late, 'third')]).toEqual([WRITTEN, WRITTEN, FULL]);
});

test('what is copied into a pod that has just gone is not kept, nor into one of its name', () => {
  const store = new Store();
  const files = new ContainerFiles(ANSWERS, store);
  const disk = diskOf(files, makePod(store, 'a', 'first'));
  deletePod(store, 'a');
  const next = diskOf(files, makePod(store, 'a', 'second'));
  disk.write('/late', Uint8Array.of(1));
  expect([isFile(disk.tree(), '/late'), isFile(next.tree(), '/late'), isFile(next.tree(), '/from/script')]).toEqual([false, false, true]);
});

test('a fork has what its base has until a pod goes in one of them', () => {
  const store = new Store();
  const files = new ContainerFiles(ANSWERS, store);
  const pod = makePod(store, 'a');
  diskOf(files, pod).write('/copied', Uint8Array.of(1));
  const forked = store.fork();
  const fork = files.fork(forked);
  deletePod(forked, 'a');
  expect([files, fork].map((side) => isFile(diskOf(side, pod).tree(), '/copied'))).toEqual([true, false]);
});
