import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HistoryReader, HistoryWriter } from './index.ts';
import { MemoryHistory } from './memory-history.ts';
import { writerOfRoot } from './root-positions.ts';
import { openSqliteHistory, readSqliteHistory } from './sqlite/sqlite-history.ts';
import { commitOf, memberOf, sampleGap } from './testing/sample-changes.ts';

const [A, B] = ['Deployment.apps/plain/n-a', 'Deployment.apps/plain/n-b'];

let folder: string;
let now = 0;
const clock = { now: () => now };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-roots-'));
  now = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

type Store = HistoryReader & HistoryWriter;

/** Follows a root from one time to another. */
function follow(store: Store, root: string, { from, until }: { readonly from: number; readonly until: number }): void {
  now = from;
  const writer = writerOfRoot({ fence: store.fence, commit: (commit) => store.commit(commit), close: () => undefined }, { root, clock });
  now = until - 1;
  const positions = [{ scope: 'pods@plain', resourceVersion: String(until), epoch: 0 }];
  writer.commit({ ...commitOf({ gaps: [sampleGap(`${from}-${until}`, { at: from })], positions }), fence: store.fence });
  now = until;
  writer.close();
}

test.each<[string, () => Store, (store: Store) => HistoryReader]>([
  ['memory', () => new MemoryHistory(), (store) => store],
  ['a file', () => openSqliteHistory(join(folder, 'h.db')), () => readSqliteHistory(join(folder, 'h.db'))],
])('in %s each root has its own times, places and gaps of collections, whoever else is followed in them', (_where, open, read) => {
  const store = open();
  store.commit(
    commitOf({ members: [memberOf(A, 'shared'), memberOf(B, 'shared')], gaps: [sampleGap('shared', { at: 9, uid: 'shared' })] }),
  );
  follow(store, B, { from: 10, until: 20 });
  follow(store, A, { from: 30, until: 40 });
  follow(store, B, { from: 50, until: 60 });
  store.close();
  const reader = read(store);
  expect(reader.spans(B)).toEqual([
    { root: B, from: 10, until: 20 },
    { root: B, from: 50, until: 60 },
  ]);
  expect(reader.spans()).toHaveLength(3);
  expect(reader.gaps(B).map(({ id, root }) => [id, root])).toEqual([
    ['shared', undefined],
    [`10-20 ${B}`, B],
    [`50-60 ${B}`, B],
  ]);
  expect(reader.gaps(A).map(({ id }) => id)).toEqual(['shared', `30-40 ${A}`]);
  expect(reader.gaps()).toHaveLength(4);
});

test('of times beyond a thousand the newest stay, and a recording that kept nothing leaves none', () => {
  for (const store of [new MemoryHistory(), openSqliteHistory(join(folder, 'h.db'))]) {
    for (let time = 0; time < 1_002; time += 1) follow(store, A, { from: time * 10, until: time * 10 + 5 });
    writerOfRoot(store, { root: B, clock }).close();
    const spans = store instanceof MemoryHistory ? store.spans() : readSqliteHistory(join(folder, 'h.db')).spans();
    expect(spans).toHaveLength(1_000);
    expect(spans[0]).toEqual({ root: A, from: 20, until: 25 });
  }
});
