// Whatever is committed, in whatever portions and order, memory and file give the same answers; and repeating or splitting changes none.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeQuery, HistoryReader } from './history-reader.ts';
import type { Commit, RecordedSpan } from './history-writer.ts';
import { MemoryHistory } from './memory-history.ts';
import { openSqliteHistory } from './sqlite/sqlite-history.ts';
import { commitOf, memberOf, positionAt, refTo, sampleChange, sampleCycle, sampleGap } from './testing/sample-changes.ts';

const ROOTS = ['Deployment.apps/plain/n-a', 'Pod/plain/n-b', 'Pod/plain/n-c'];
const UIDS = ['a', 'b', 'c', 'd', 'e'];

let folder = '';
let files = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-agree-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const uid = fc.constantFrom(...UIDS);
const root = fc.constantFrom(...ROOTS);
const version = fc.integer({ min: 1, max: 60 });
const change = fc
  .record({
    uid,
    version,
    epoch: fc.constantFrom(0, 0, 0, 1),
    type: fc.constantFrom('Creation' as const, 'Update' as const, 'Update' as const, 'Present' as const),
    event: fc.option(fc.constantFrom('e1', 'e2'), { nil: undefined, freq: 4 }),
    certainty: fc.constantFrom('observed' as const, 'observed' as const, 'recovered' as const, 'reconstructed' as const),
  })
  .map(({ event, ...sample }) => sampleChange(event === undefined ? sample : { ...sample, event }));
const deletion = fc
  .record({ uid, version, certainty: fc.constantFrom('observed' as const, 'inferred' as const) })
  .map((sample) => sampleChange({ ...sample, type: 'Deletion' }));
const cycle = fc
  .record({ root, number: fc.integer({ min: 1, max: 5 }), length: fc.integer({ min: 1, max: 9 }), open: fc.boolean() })
  .map((drawn) => ({
    root: drawn.root,
    cycle: sampleCycle(refTo(drawn.root.at(-1) ?? ''), {
      number: drawn.number,
      from: drawn.number * 10,
      ...(drawn.open ? {} : { to: drawn.number * 10 + drawn.length }),
    }),
  }));
const commit: fc.Arbitrary<Commit> = fc
  .record({
    changes: fc.array(fc.oneof({ weight: 4, arbitrary: change }, { weight: 1, arbitrary: deletion }), { maxLength: 8 }),
    members: fc.array(
      fc.record({ root, uid, version }).map((drawn) => memberOf(drawn.root, drawn.uid, drawn.version)),
      { maxLength: 2 },
    ),
    cycles: fc.array(cycle, { maxLength: 2 }),
    withdrawn: fc.array(fc.record({ root, number: fc.integer({ min: 1, max: 5 }) }), { maxLength: 1 }),
    gaps: fc.array(
      fc
        .record({
          id: fc.constantFrom('g1', 'g2', 'g3'),
          at: version,
          uid: fc.option(uid, { nil: undefined }),
          whose: fc.option(root, { nil: undefined }),
        })
        .map(({ id, at, uid: of, whose }) => ({
          ...sampleGap(id, of === undefined ? { at } : { at, uid: of }),
          ...(of === undefined && whose !== undefined ? { root: whose } : {}),
        })),
      { maxLength: 1 },
    ),
    spans: fc.array(
      fc
        .record({ root, from: version, length: version })
        .map(({ length, ...span }): RecordedSpan => ({ ...span, until: span.from + length })),
      { maxLength: 2 },
    ),
    positions: fc.array(
      version.map((resourceVersion) => ({ scope: 'pods@', resourceVersion: String(resourceVersion), epoch: 0 })),
      { maxLength: 1 },
    ),
  })
  .map(commitOf);

const QUERIES: readonly ChangeQuery[] = [
  {},
  { newestFirst: true, limit: 5 },
  { uid: 'a' },
  { types: ['Event', 'Deletion'] },
  { kinds: ['Pod'], since: 10_000, until: 50_000 },
  { afterPosition: positionAt(20), beforePosition: positionAt(5, 1) },
  ...ROOTS.flatMap((name) => [{ root: name }, { root: name, uid: 'b', withoutBodies: true }]),
];

/** Everything a reader can be asked, as one value. */
function answers(reader: HistoryReader): object {
  return {
    changes: QUERIES.map((query) => [...reader.changes(query)]),
    latest: [{}, { withDeleted: true }, { at: positionAt(30) }, ...ROOTS.map((name) => ({ root: name, at: positionAt(30) }))].map(
      (query) => [...reader.latest(query)],
    ),
    revisions: UIDS.flatMap((of) => [1, 20, 40].map((at) => reader.revision(of, String(at)))),
    cycles: ROOTS.map((name) => reader.cycles(name)),
    members: ROOTS.map((name) => reader.members(name)),
    gaps: [reader.gaps(), ...ROOTS.map((name) => reader.gaps(name))],
    positions: reader.positions(),
    spans: [reader.spans(), ...ROOTS.map((name) => reader.spans(name))],
    roots: reader.roots(),
    root: reader.roots().map(({ id }) => reader.root(id)),
    dropped: reader.dropped(),
  };
}

describe('memory and file', () => {
  test.each([
    { title: 'without limits', limits: {} },
    { title: 'with at most two cycles', limits: { maxCycles: 2 } },
    { title: 'with a limit by age', limits: { maxAgeMs: 25_000 } },
  ])(
    '$title',
    ({ limits }) => {
      fc.assert(
        fc.property(fc.array(commit, { minLength: 1, maxLength: 12 }), (commits) => {
          const clock = { at: 0, now: () => clock.at };
          const memory = new MemoryHistory({ limits, clock });
          files += 1;
          const file = openSqliteHistory(join(folder, `${files}.db`), { limits, clock });
          for (const [index, one] of commits.entries()) {
            clock.at = index * 60_000 > 30_000 ? 45_000 + index * 60_000 : 0;
            memory.commit(one);
            file.commit(one);
          }
          const fromFile = answers(file);
          file.close();
          expect(fromFile).toEqual(answers(memory));
        }),
        { numRuns: 30 },
      );
    },
    120_000,
  );

  test('the same changes in other portions, some of them twice, are the same history', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), fc.array(fc.nat(5), { maxLength: 30 }), (changes, portions) => {
        const distinct = [...new Map(changes.map((one) => [one.id, one])).values()];
        const members = UIDS.map((of) => memberOf(ROOTS[0] ?? '', of));
        const whole = new MemoryHistory();
        whole.commit(commitOf({ changes: distinct, members }));
        const parts = new MemoryHistory();
        let at = 0;
        for (const size of [...portions, distinct.length]) {
          parts.commit(commitOf({ changes: distinct.slice(Math.max(0, at - 1), at + size) }));
          at += size;
        }
        parts.commit(commitOf({ members }));
        const told = (reader: HistoryReader) => [...reader.changes({ root: ROOTS[0] ?? '' })].map(({ id, body }) => [id, body]).sort();
        expect(told(parts)).toEqual(told(whole));
      }),
      { numRuns: 100 },
    );
  });
});
