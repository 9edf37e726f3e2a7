// One suite for every history: what is committed is what is read, once, in order, within its limits.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatJson, type Json, type JsonObject, type KubeObject, parseJson } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HistoryReader } from './history-reader.ts';
import type { HistoryWriter } from './history-writer.ts';
import { MemoryHistory } from './memory-history.ts';
import type { RetentionLimits } from './retention.ts';
import { openSqliteHistory } from './sqlite/sqlite-history.ts';
import { commitOf, memberOf, positionAt, refTo, sampleChange, sampleCycle, sampleGap } from './testing/sample-changes.ts';

type History = HistoryWriter & HistoryReader;
type Options = { readonly limits?: RetentionLimits; readonly clock?: { now(): number } };

const ROOT = 'Deployment.apps/plain/n-web';
const OTHER = 'Deployment.apps/plain/n-db';

let folder = '';
let files = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-history-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const IMPLEMENTATIONS: readonly { readonly name: string; open(options?: Options): History }[] = [
  { name: 'memory', open: (options) => new MemoryHistory(options) },
  { name: 'sqlite', open: (options) => openSqliteHistory(join(folder, `${++files}.db`), options) },
];

function ids(changes: Iterable<Change>): readonly string[] {
  return [...changes].map((change) => change.id);
}

describe.each(IMPLEMENTATIONS)('a history: $name', { timeout: 60_000 }, ({ open }) => {
  test('what was committed is read as it was', () => {
    const history = open();
    const changes = [
      sampleChange({ uid: 'a', version: 1, type: 'Present' }),
      sampleChange({ uid: 'a', version: 2 }),
      sampleChange({ uid: 'a', version: 3, event: 'e' }),
    ];
    history.commit(commitOf({ changes }));
    expect([...history.changes({})]).toEqual(changes);
    history.close();
  });

  test('repeating a commit, whole or in part, adds nothing', () => {
    const history = open();
    const changes = [1, 2, 3].map((version) => sampleChange({ uid: 'a', version }));
    const commit = commitOf({
      changes,
      members: [memberOf(ROOT, 'a')],
      cycles: [{ root: ROOT, cycle: sampleCycle(refTo('web', 'Deployment'), { number: 1, from: 1 }) }],
      gaps: [sampleGap('g', { at: 1 })],
    });
    history.commit(commit);
    history.commit(commit);
    history.commit(commitOf({ changes: changes.slice(1) }));
    expect(ids(history.changes({ root: ROOT }))).toEqual(['0/a/1', '0/a/2', '0/a/3']);
    expect(history.members(ROOT)).toEqual([memberOf(ROOT, 'a')]);
    expect(history.cycles(ROOT)).toHaveLength(1);
    expect(history.gaps()).toEqual([sampleGap('g', { at: 1 })]);
    history.close();
  });

  test('changes are ordered by epoch and version, not by arrival', () => {
    const history = open();
    for (const [version, epoch] of [
      [100, 0],
      [9, 0],
      [3, 1],
      [20, 0],
    ] as const)
      history.commit(commitOf({ changes: [sampleChange({ uid: 'a', version, epoch })] }));
    expect(ids(history.changes({}))).toEqual(['0/a/9', '0/a/20', '0/a/100', '1/a/3']);
    expect(ids(history.changes({ newestFirst: true, limit: 2 }))).toEqual(['1/a/3', '0/a/100']);
    history.close();
  });

  test('versions beyond 64 bits keep their order', () => {
    const history = open();
    const versions = ['340282366920938463463374607431768211456', '9007199254740993', '9007199254740992'];
    const changes = versions.map((version) => ({
      ...sampleChange({ uid: 'a', version: 1 }),
      id: `0/a/${version}`,
      position: { epoch: 0, version, offset: 0 },
    }));
    history.commit(commitOf({ changes }));
    expect([...history.changes({})].map((change) => change.position.version)).toEqual([...versions].reverse());
    history.close();
  });

  test('a root tells the changes of its members, those before they joined included, and no others', () => {
    const history = open();
    history.commit(commitOf({ changes: [sampleChange({ uid: 'a', version: 1 }), sampleChange({ uid: 'b', version: 2 })] }));
    history.commit(commitOf({ changes: [sampleChange({ uid: 'a', version: 3 })], members: [memberOf(ROOT, 'a', 3)] }));
    history.commit(
      commitOf({
        changes: [sampleChange({ uid: 'a', version: 4 }), sampleChange({ uid: 'b', version: 5 })],
        members: [memberOf(OTHER, 'a', 4)],
      }),
    );
    expect(ids(history.changes({ root: ROOT }))).toEqual(['0/a/1', '0/a/3', '0/a/4']);
    expect(ids(history.changes({ root: OTHER }))).toEqual(['0/a/1', '0/a/3', '0/a/4']);
    expect(ids(history.changes({}))).toEqual(['0/a/1', '0/b/2', '0/a/3', '0/a/4', '0/b/5']);
    expect(ids(history.changes({ root: 'Pod/plain/nobody' }))).toEqual([]);
    history.close();
  });

  test('an Event without a uid of its object belongs to whoever has that name as a member', () => {
    const history = open();
    const lost = { ...refTo(''), name: 'n-x' };
    const event = { ...sampleChange({ uid: '', version: 4, event: 'e' }), ref: lost };
    history.commit(commitOf({ changes: [event], members: [{ kind: 'membership', root: ROOT, ref: lost, since: positionAt(1) }] }));
    expect([...history.changes({ root: ROOT })]).toEqual([event]);
    history.close();
  });

  test('a deletion that was seen replaces an inferred one, and never the other way round', () => {
    const history = open();
    const inferred = sampleChange({ uid: 'a', version: 9, type: 'Deletion', certainty: 'inferred' });
    const seen = sampleChange({ uid: 'a', version: 7, type: 'Deletion' });
    history.commit(commitOf({ changes: [sampleChange({ uid: 'a', version: 5 }), inferred], members: [memberOf(ROOT, 'a')] }));
    history.commit(commitOf({ changes: [seen] }));
    history.commit(commitOf({ changes: [inferred] }));
    expect([...history.changes({ root: ROOT })]).toEqual([sampleChange({ uid: 'a', version: 5 }), seen]);
    history.close();
  });

  test('a body takes the place of the metadata alone that was kept of the same version; the change stays what it was', () => {
    const history = open();
    const full = sampleChange({ uid: 'a', version: 5 });
    const { status: _status, ...metadata } = full.body as KubeObject;
    const partial: Change = { ...full, body: metadata as KubeObject };
    const later = sampleChange({ uid: 'a', version: 6 });
    history.commit(commitOf({ changes: [partial, later], members: [memberOf(ROOT, 'a')] }));
    expect([...history.changes({ root: ROOT })]).toEqual([partial, later]);
    history.commit(commitOf({ changes: [{ ...full, type: 'Present', diff: [] }] }));
    expect([...history.changes({ root: ROOT })]).toEqual([full, later]);
    history.commit(commitOf({ changes: [partial, { ...full, body: { ...metadata, status: {} } as KubeObject }] }));
    expect([...history.changes({ root: ROOT })]).toEqual([full, later]);
    history.close();
  });

  test.each([
    { query: { uid: 'a' }, expected: ['0/a/1', '0/e/3'] },
    { query: { since: 2_000, until: 4_000 }, expected: ['0/b/2', '0/e/3'] },
    { query: { types: ['Event'] as const }, expected: ['0/e/3'] },
    { query: { types: [] }, expected: [] },
    { query: { kinds: ['Deployment.apps'] }, expected: ['0/c/4'] },
    { query: { kinds: ['Pod', 'Deployment.apps'], afterPosition: positionAt(2) }, expected: ['0/e/3', '0/c/4'] },
    { query: { kinds: [] }, expected: [] },
    { query: { afterPosition: positionAt(1), beforePosition: positionAt(4), limit: 1 }, expected: ['0/b/2'] },
    { query: { root: ROOT, since: 2_000, newestFirst: true }, expected: ['0/c/4', '0/e/3'] },
    { query: { root: ROOT, uid: 'c' }, expected: ['0/c/4'] },
    { query: { limit: 0 }, expected: [] },
  ])('query $query', ({ query, expected }) => {
    const history = open();
    const changes = [
      sampleChange({ uid: 'a', version: 1 }),
      sampleChange({ uid: 'b', version: 2 }),
      sampleChange({ uid: 'a', version: 3, event: 'e' }),
      sampleChange({ uid: 'c', version: 4, kind: 'Deployment' }),
    ];
    history.commit(commitOf({ changes, members: [memberOf(ROOT, 'a'), { ...memberOf(ROOT, 'c'), ref: refTo('c', 'Deployment') }] }));
    expect(ids(history.changes(query))).toEqual(expected);
    history.close();
  });

  test('without bodies a change is the same but for its body', () => {
    const history = open();
    const { body: _body, ...rest } = sampleChange({ uid: 'a', version: 1 });
    history.commit(commitOf({ changes: [sampleChange({ uid: 'a', version: 1 })] }));
    expect([...history.changes({ withoutBodies: true })]).toEqual([rest]);
    history.close();
  });

  test('bodies and diffs come back digit by digit and key by key', () => {
    const history = open();
    const text = '{"__proto__":{"polluted":1},"big":90071992547409931234567890,"constructor":"x","emoji":"日本🐘","toString":null,"z":1.5}';
    const body = parseJson(text) as JsonObject;
    const change = sampleChange({ uid: 'a', version: 1, body });
    history.commit(
      commitOf({ changes: [{ ...change, diff: [{ path: ['__proto__', 'polluted'], before: 90071992547409931n, after: body }] }] }),
    );
    const [read] = [...history.changes({})];
    expect(formatJson(read!.body!)).toBe(formatJson(change.body!));
    expect(formatJson(read!.diff)).toBe(`[{"path":["__proto__","polluted"],"before":90071992547409931,"after":${text}}]`);
    expect(({} as { polluted?: Json }).polluted).toBeUndefined();
    history.close();
  });

  test('a body of 2 MiB, changed eight times, is read back at each revision', () => {
    const history = open();
    const large = Array.from({ length: 32_768 }, (_, line) =>
      `line ${line}: ${(line * 2_654_435_761) % 4_294_967_296}`.padEnd(64, '.'),
    ).join('\n');
    for (let version = 1; version <= 8; version += 1) {
      const data = { config: large, counter: String(version) };
      const change = sampleChange({ uid: 'a', version, body: { data } });
      history.commit(commitOf({ changes: [{ ...change, diff: [{ path: ['data', 'config'], before: large, after: large }] }] }));
    }
    for (const version of [1, 4, 8]) {
      const read = history.revision('a', String(version));
      expect(read?.body?.['data']).toEqual({ config: large, counter: String(version) });
      expect(read?.diff[0]?.after).toBe(large);
    }
    history.close();
  });

  test('a cycle is kept under its root and number: revised, withdrawn', () => {
    const history = open();
    const root = refTo('web', 'Deployment');
    const first = sampleCycle(root, { number: 1, from: 1, to: 4 });
    history.commit(
      commitOf({
        cycles: [
          { root: ROOT, cycle: sampleCycle(root, { number: 2, from: 5 }) },
          { root: ROOT, cycle: sampleCycle(root, { number: 1, from: 1 }) },
        ],
      }),
    );
    history.commit(
      commitOf({
        cycles: [{ root: ROOT, cycle: first }],
        withdrawn: [
          { root: ROOT, number: 2 },
          { root: OTHER, number: 1 },
        ],
      }),
    );
    expect(history.cycles(ROOT)).toEqual([first]);
    expect(history.cycles(OTHER)).toEqual([]);
    history.close();
  });

  test('a commit with an older fence is refused and leaves nothing behind', () => {
    const history = open();
    history.commit(commitOf({ fence: 3, changes: [sampleChange({ uid: 'a', version: 1 })] }));
    const late = commitOf({
      fence: 2,
      changes: [sampleChange({ uid: 'a', version: 2 })],
      positions: [{ scope: 'pods@', resourceVersion: '2', epoch: 0 }],
    });
    expect(() => history.commit(late)).toThrow(
      expect.objectContaining({
        code: 'HISTORY_FENCED',
        message: 'history refused a commit: fence 2 is older than 3, another recorder has taken over',
      }),
    );
    expect(ids(history.changes({}))).toEqual(['0/a/1']);
    expect(history.positions()).toEqual([]);
    history.close();
  });

  test('after close a commit is refused', () => {
    const history = open();
    history.close();
    history.close();
    expect(() => history.commit(commitOf({}))).toThrow(expect.objectContaining({ code: 'HISTORY_CLOSED' }));
  });

  test('the newest position of each collection stands', () => {
    const history = open();
    history.commit(
      commitOf({
        positions: [
          { scope: 'pods@', resourceVersion: '5', epoch: 0 },
          { scope: 'jobs.batch@', resourceVersion: '4', epoch: 0 },
        ],
      }),
    );
    history.commit(commitOf({ positions: [{ scope: 'pods@', resourceVersion: '2', epoch: 1 }] }));
    expect(history.positions()).toEqual([
      { scope: 'jobs.batch@', resourceVersion: '4', epoch: 0 },
      { scope: 'pods@', resourceVersion: '2', epoch: 1 },
    ]);
    history.close();
  });

  test('each root has a position of its own in a collection, whatever its name', () => {
    const history = open();
    const of = (root: string, resourceVersion: string) => ({ scope: 'pods@', root, resourceVersion, epoch: 0 });
    const positions = [{ scope: 'pods@', resourceVersion: '9', epoch: 0 }, of(OTHER, '5'), of(ROOT, '7')];
    history.commit(commitOf({ positions: [of(ROOT, '4'), ...positions.toReversed()] }));
    expect(history.positions()).toEqual(positions);
    history.close();
  });

  test('gaps of a root are those of its members and of whole collections', () => {
    const history = open();
    const gaps = [sampleGap('c', { at: 3 }), sampleGap('b', { at: 1, uid: 'a' }), sampleGap('a', { at: 1, uid: 'z' })];
    history.commit(commitOf({ gaps, members: [memberOf(ROOT, 'a')] }));
    expect(history.gaps().map((gap) => gap.id)).toEqual(['a', 'b', 'c']);
    expect(history.gaps(ROOT).map((gap) => gap.id)).toEqual(['b', 'c']);
    history.close();
  });

  test('a revision is found by uid and version, an Event by its own uid, a deletion by the version it was told at', () => {
    const history = open();
    const changes = [
      sampleChange({ uid: 'a', version: 5 }),
      sampleChange({ uid: 'a', version: 6, event: 'e' }),
      sampleChange({ uid: 'b', version: 2, epoch: 2 }),
      sampleChange({ uid: 'a', version: 8, type: 'Deletion' }),
    ];
    history.commit(commitOf({ changes }));
    expect(history.revision('a', '5')).toEqual(changes[0]);
    expect(history.revision('e', '6')).toEqual(changes[1]);
    expect(history.revision('b', '2')).toEqual(changes[2]);
    expect(history.revision('a', '8')).toEqual(changes[3]);
    expect(history.revision('a', '6')).toBeUndefined();
    expect(history.revision('nobody', '1')).toBeUndefined();
    history.close();
  });

  test('latest gives the state of each object now or at a position', () => {
    const history = open();
    const changes = [
      sampleChange({ uid: 'a', version: 1 }),
      sampleChange({ uid: 'b', version: 2 }),
      sampleChange({ uid: 'a', version: 3 }),
      sampleChange({ uid: 'a', version: 4, event: 'e' }),
      sampleChange({ uid: 'b', version: 5, type: 'Deletion' }),
      sampleChange({ uid: 'c', version: 6 }),
    ];
    history.commit(commitOf({ changes, members: [memberOf(ROOT, 'a'), memberOf(ROOT, 'b')] }));
    expect(ids(history.latest({}))).toEqual(['0/a/3', '0/c/6']);
    expect(ids(history.latest({ root: ROOT }))).toEqual(['0/a/3']);
    expect(ids(history.latest({ root: ROOT, withDeleted: true }))).toEqual(['0/a/3', '0/b/deleted']);
    expect(ids(history.latest({ root: ROOT, at: positionAt(2) }))).toEqual(['0/a/1', '0/b/2']);
    history.close();
  });

  test('roots are listed with their span and latest cycle', () => {
    const history = open();
    const root = refTo('web', 'Deployment');
    const member = { ...memberOf(ROOT, 'web'), ref: root };
    history.commit(
      commitOf({ changes: [2, 4].map((version) => sampleChange({ uid: 'web', version, kind: 'Deployment' })), members: [member] }),
    );
    expect(history.roots()).toEqual([{ id: ROOT, ref: root, cycles: 0, changes: 2, firstTime: 2_000, lastTime: 4_000 }]);
    history.commit(
      commitOf({ cycles: [{ root: ROOT, cycle: sampleCycle(root, { number: 1, from: 2 }) }], members: [memberOf(OTHER, 'x')] }),
    );
    expect(history.roots()).toEqual([
      { id: OTHER, cycles: 0, changes: 0 },
      { id: ROOT, ref: root, cycles: 1, latest: { number: 1, state: 'open' }, changes: 2, firstTime: 2_000, lastTime: 4_000 },
    ]);
    expect(history.root(ROOT)).toEqual({ id: ROOT, ref: root });
    expect(history.root(OTHER)).toEqual({ id: OTHER });
    expect(history.root('Deployment.apps/plain/n-unknown')).toBeUndefined();
    expect(history.root('')).toBeUndefined();
    history.close();
  });
});

/** Cycle n of a root runs from n0 to n5; its members change at n1 … n4, one pod lives through, one is created and deleted in each. */
function cycleCommit(root: string, number: number) {
  const ref = refTo('web', 'Deployment');
  const at = (offset: number) => number * 10 + offset;
  const pod = `${root}-pod-${number}`;
  return commitOf({
    members: [{ ...memberOf(root, 'web'), ref }, memberOf(root, `${root}-stays`), memberOf(root, pod)],
    changes: [
      sampleChange({ uid: 'web', version: at(0), kind: 'Deployment' }),
      sampleChange({ uid: `${root}-stays`, version: at(1) }),
      sampleChange({ uid: pod, version: at(2), type: 'Creation' }),
      sampleChange({ uid: pod, version: at(3), event: `${pod}-event` }),
      sampleChange({ uid: pod, version: at(4), type: 'Deletion' }),
    ],
    cycles: [{ root, cycle: sampleCycle(ref, { number, from: at(0), to: at(5) }) }],
  });
}

describe.each(IMPLEMENTATIONS)('retention: $name', { timeout: 60_000 }, ({ open }) => {
  test('beyond so many cycles the oldest whole ones go; what went is counted; last known states stay', () => {
    const history = open({ limits: { maxCycles: 2 } });
    history.commit(commitOf({ changes: [sampleChange({ uid: 'quiet', version: 5 })], members: [memberOf(ROOT, 'quiet')] }));
    for (let number = 1; number <= 5; number += 1) history.commit(cycleCommit(ROOT, number));
    expect(history.cycles(ROOT).map((cycle) => cycle.number)).toEqual([4, 5]);
    expect([...history.changes({ root: ROOT })].map((change) => change.position.version)).toEqual([
      '40',
      '41',
      '42',
      '43',
      '44',
      '50',
      '51',
      '52',
      '53',
      '54',
    ]);
    expect(history.dropped()).toEqual({
      changes: 16,
      cycles: 3,
      gaps: 0,
      baselines: 0,
      roots: [{ root: ROOT, changes: 16, cycles: 3, before: positionAt(40) }],
    });
    expect(ids(history.latest({ root: ROOT, at: positionAt(40) }))).toEqual(['0/quiet/5', `0/${ROOT}-stays/31`, '0/web/40']);
    expect(history.revision('quiet', '5')?.body).toEqual(sampleChange({ uid: 'quiet', version: 5 }).body);
    expect(history.revision('quiet', '4')).toBeUndefined();
    expect(ids(history.changes({ uid: 'quiet' }))).toEqual([]);
    history.close();
  });

  test('objects that died in a dropped cycle are no members any more', () => {
    const history = open({ limits: { maxCycles: 1 } });
    for (let number = 1; number <= 3; number += 1) history.commit(cycleCommit(ROOT, number));
    expect(history.members(ROOT).map((member) => member.ref.uid)).toEqual([`${ROOT}-pod-3`, `${ROOT}-stays`, 'web']);
    history.close();
  });

  test('a change told by two roots stays while one of them keeps it', () => {
    const history = open({ limits: { maxCycles: 1 } });
    history.commit(
      commitOf({ changes: [sampleChange({ uid: `${ROOT}-stays`, version: 3 })], members: [memberOf(OTHER, `${ROOT}-stays`)] }),
    );
    for (let number = 1; number <= 3; number += 1) history.commit(cycleCommit(ROOT, number));
    expect(ids(history.changes({ root: OTHER }))).toEqual([3, 11, 21, 31].map((version) => `0/${ROOT}-stays/${version}`));
    expect(ids(history.changes({ root: ROOT, uid: `${ROOT}-stays` }))).toEqual([`0/${ROOT}-stays/31`]);
    history.close();
  });

  test('by age whole cycles go that ended before; within the newest one what is older', () => {
    let now = 0;
    const history = open({ limits: { maxAgeMs: 120_000 }, clock: { now: () => now } });
    for (let number = 1; number <= 3; number += 1) history.commit(cycleCommit(ROOT, number));
    now = 143_000;
    history.commit(commitOf({}));
    expect(history.cycles(ROOT).map((cycle) => cycle.number)).toEqual([2, 3]);
    now = 300_000;
    history.commit(commitOf({ changes: [sampleChange({ uid: 'web', version: 190, kind: 'Deployment' })] }));
    expect(history.cycles(ROOT).map((cycle) => cycle.number)).toEqual([3]);
    expect(ids(history.changes({ root: ROOT }))).toEqual(['0/web/190']);
    expect(ids(history.latest({ root: ROOT }))).toEqual([`0/${ROOT}-stays/31`, '0/web/190']);
    history.close();
  });

  test('a root that was deleted goes altogether once its time is over', () => {
    let now = 0;
    const history = open({ limits: { maxAgeMs: 20_000 }, clock: { now: () => now } });
    history.commit(cycleCommit(ROOT, 1));
    history.commit(commitOf({ changes: [sampleChange({ uid: 'web', version: 15, kind: 'Deployment', type: 'Deletion' })] }));
    now = 100_000;
    history.commit(commitOf({}));
    expect(history.roots()).toEqual([]);
    expect([...history.latest({ withDeleted: true })]).toEqual([]);
    expect(history.dropped()).toMatchObject({ changes: 6, cycles: 1 });
    history.close();
  });

  test('a late change from before the cut is not told any more, and counted', () => {
    const history = open({ limits: { maxCycles: 1 } });
    for (let number = 1; number <= 2; number += 1) history.commit(cycleCommit(ROOT, number));
    const before = history.dropped().changes;
    history.commit(commitOf({ changes: [sampleChange({ uid: 'web', version: 7, kind: 'Deployment', certainty: 'recovered' })] }));
    expect(history.dropped().changes).toBe(before + 1);
    expect(ids(history.changes({ root: ROOT }))).not.toContain('0/web/7');
    history.close();
  });

  test('by bytes the oldest cycles go first, over all roots, and a lasting object can be read at every revision kept', () => {
    const history = open({ limits: { maxBytes: 1024 * 1024 } });
    for (let number = 1; number <= 250; number += 1) for (const root of [ROOT, OTHER]) history.commit(cycleCommit(root, number));
    const kept = [ROOT, OTHER].map((root) => history.cycles(root).map((cycle) => cycle.number));
    expect(kept[0]!.at(-1)).toBe(250);
    expect(kept[0]![0]).toBeGreaterThan(1);
    expect(Math.abs(kept[0]![0]! - kept[1]![0]!)).toBeLessThanOrEqual(1);
    const first = kept[0]![0]!;
    const stays = [...history.changes({ root: ROOT, uid: `${ROOT}-stays` })];
    expect(stays.map((change) => change.body)).toEqual(
      Array.from({ length: 250 - first + 1 }, (_, index) => sampleChange({ uid: `${ROOT}-stays`, version: (first + index) * 10 + 1 }).body),
    );
    const { changes, cycles } = history.dropped();
    expect(cycles).toBe(kept[0]![0]! + kept[1]![0]! - 2);
    expect(changes + [...history.changes({})].length).toBe(250 * 9);
    history.close();
  });

  test('where one cycle never ends its oldest changes go, and its members stay known', () => {
    const history = open({ limits: { maxBytes: 1024 * 1024 } });
    const root = refTo('web', 'Deployment');
    const open1 = { root: ROOT, cycle: sampleCycle(root, { number: 1, from: 1 }) };
    for (let step = 0; step < 70; step += 1) {
      const changes = Array.from({ length: 50 }, (_, index) => sampleChange({ uid: `pod-${index}`, version: 1 + step * 50 + index }));
      history.commit(commitOf({ changes, cycles: [open1], members: changes.map((change) => memberOf(ROOT, change.ref.uid)) }));
    }
    expect(history.cycles(ROOT)).toEqual([open1.cycle]);
    expect(history.members(ROOT)).toHaveLength(50);
    expect(history.dropped().changes + [...history.changes({ root: ROOT })].length).toBe(3_500);
    expect(history.dropped().changes).toBeGreaterThan(0);
    expect([...history.latest({ root: ROOT })]).toHaveLength(50);
    history.close();
  });
});
