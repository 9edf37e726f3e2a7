// What the newest states of objects, and the newest cycles, can be asked for, of both stores.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asUid } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { History } from './fallback-history.ts';
import { MemoryHistory } from './memory-history.ts';
import { openSqliteHistory } from './sqlite/sqlite-history.ts';
import { refTo, sampleChange, sampleCycle } from './testing/sample-changes.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-latest-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STORES: readonly (readonly [string, () => History])[] = [
  ['memory', () => new MemoryHistory()],
  ['SQLite', () => openSqliteHistory(join(folder, 'latest.db'))],
];

function ofKind(kind: string, group: string, version: number): Change {
  const change = sampleChange({ uid: kind, version });
  return { ...change, ref: { ...change.ref, kind, group, uid: asUid(kind) } };
}

describe.each(STORES)('%s', (_name, open) => {
  test('gives the newest cycles of a root, in their order', () => {
    const history = open();
    const nothing = { changes: [], members: [], withdrawn: [], gaps: [], positions: [], fence: history.fence };
    const cycles = [3, 1, 2].map((number) => ({ root: 'cycles', cycle: sampleCycle(refTo('web'), { number, from: number }) }));
    history.commit({ ...nothing, cycles });
    const numbers = (newest?: number) => history.cycles('cycles', newest === undefined ? {} : { newest }).map(({ number }) => number);
    expect([numbers(), numbers(2), numbers(0), numbers(9)]).toEqual([[1, 2, 3], [2, 3], [], [1, 2, 3]]);
    history.close();
  });

  test('gives the states of some kinds, of a root or of all, with and without their bodies', () => {
    const history = open();
    const changes = [ofKind('Pod', '', 1), ofKind('Deployment', 'apps', 2), ofKind('ReplicaSet', 'apps', 3)];
    const members = changes.slice(0, 2).map(({ ref, position }) => ({ kind: 'membership', root: 'root', ref, since: position }) as const);
    history.commit({ changes, members, cycles: [], withdrawn: [], gaps: [], positions: [], fence: history.fence });
    const kinds = (query: Parameters<History['latest']>[0]): readonly string[] => [...history.latest(query)].map(({ ref }) => ref.kind);
    expect(kinds({ kinds: ['Pod', 'ReplicaSet.apps'] })).toEqual(['Pod', 'ReplicaSet']);
    expect(kinds({ kinds: ['Pod', 'ReplicaSet.apps'], root: 'root' })).toEqual(['Pod']);
    expect(kinds({ kinds: ['Deployment'] })).toEqual([]);
    expect(kinds({ kinds: [] })).toEqual([]);
    const [bare, whole] = [true, false].map((withoutBodies) => [...history.latest({ kinds: ['Pod'], withoutBodies })][0]);
    expect(bare).toEqual({ ...whole, body: undefined });
    expect(whole?.body).toBeDefined();
    history.close();
  });
});
