// When the store cannot be written: recording goes on, is read as one, is told about, and comes to be stored when that works again.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type HistoryError, historyDamaged, historyFenced, historyFull, historyInUse, historyReadOnly } from './errors.ts';
import { FallbackHistory, type FallbackNotice, type History } from './fallback-history.ts';
import type { Commit } from './history-writer.ts';
import { MemoryHistory } from './memory-history.ts';
import { openSqliteHistory } from './sqlite/sqlite-history.ts';
import { commitOf, memberOf, refTo, sampleChange, sampleCycle, sampleGap } from './testing/sample-changes.ts';

const ROOT = 'Deployment.apps/plain/n-web';

/** A store that refuses as long as it is told to. */
class Refusing extends MemoryHistory {
  failure: HistoryError | undefined;

  override commit(commit: Commit): void {
    if (this.failure !== undefined) throw this.failure;
    super.commit(commit);
  }
}

function fallback(open: () => History, maxBytes?: number) {
  const notices: FallbackNotice[] = [];
  const clock = { at: 0, ahead: 0, now: () => clock.at + clock.ahead, elapsed: () => clock.at };
  const history = new FallbackHistory({
    open,
    clock,
    onNotice: (notice) => notices.push(notice),
    retryMs: 1_000,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
  return { history, notices, clock };
}

function numbered(version: number): Commit {
  return commitOf({
    changes: [sampleChange({ uid: 'a', version })],
    positions: [{ scope: 'pods@', resourceVersion: String(version), epoch: 0 }],
  });
}

const FULL = historyFull('/state/history.db', undefined);

describe('a store that is full for a while', () => {
  function troubled() {
    const store = new Refusing();
    const made = fallback(() => store);
    const cycle = sampleCycle(refTo('web', 'Deployment'), { number: 1, from: 1 });
    made.history.commit({
      ...numbered(1),
      members: [memberOf(ROOT, 'a')],
      cycles: [
        { root: ROOT, cycle },
        { root: ROOT, cycle: { ...cycle, number: 2 } },
      ],
    });
    store.failure = FULL;
    made.history.commit({ ...numbered(2), gaps: [sampleGap('g', { at: 5 })], withdrawn: [{ root: ROOT, number: 2 }] });
    made.history.commit({
      ...numbered(3),
      members: [memberOf(ROOT, 'b', 3)],
      cycles: [{ root: ROOT, cycle: { ...cycle, state: 'closed' } }],
    });
    return { store, ...made };
  }

  test('it is said once, with what cannot be written and why', () => {
    const { notices } = troubled();
    expect(notices).toEqual([
      {
        kind: 'failing',
        error: FULL,
        message: 'history /state/history.db cannot be written: the disk is full; recording goes on in memory',
      },
    ]);
  });

  test('everything is read as one history', () => {
    const { history } = troubled();
    const ids = (query: object) => [...history.changes(query)].map(({ id }) => id);
    expect(ids({ root: ROOT })).toEqual(['0/a/1', '0/a/2', '0/a/3']);
    expect(ids({ root: ROOT, newestFirst: true, limit: 2 })).toEqual(['0/a/3', '0/a/2']);
    expect(history.cycles(ROOT).map(({ number, state }) => [number, state])).toEqual([[1, 'closed']]);
    expect(history.members(ROOT).map(({ ref }) => ref.uid)).toEqual(['a', 'b']);
    expect(history.roots()).toMatchObject([
      { id: ROOT, cycles: 1, latest: { number: 1, state: 'closed' }, changes: 3, firstTime: 1_000, lastTime: 3_000 },
    ]);
    expect(history.gaps().map(({ id }) => id)).toEqual(['g']);
    expect(history.positions()).toEqual([{ scope: 'pods@', resourceVersion: '3', epoch: 0 }]);
    expect([...history.latest({ root: ROOT })].map(({ id }) => id)).toEqual(['0/a/3']);
    expect(history.revision('a', '1')?.id).toBe('0/a/1');
    expect(history.revision('a', '3')?.id).toBe('0/a/3');
    expect(history.dropped()).toEqual({ changes: 0, cycles: 0, gaps: 0, baselines: 0, roots: [] });
  });

  test('what is not stored is counted, and the stored position stays with what is stored', () => {
    const { history, store } = troubled();
    expect(history.unpersisted).toEqual({ since: 0, reason: FULL.message, changes: 2, lost: 0 });
    expect(store.positions()).toEqual([{ scope: 'pods@', resourceVersion: '1', epoch: 0 }]);
  });

  test('it is tried again after the interval whatever the wall clock is set to', () => {
    const { history, store, clock } = troubled();
    store.failure = undefined;
    clock.ahead = 3_600_000;
    history.commit(numbered(4));
    expect(history.unpersisted?.changes).toBe(3);
    clock.ahead = -3_600_000;
    clock.at = 1_000;
    history.commit(numbered(5));
    expect(history.unpersisted).toBeUndefined();
  });

  test('it is tried again after the interval, not before, and then all of it is stored', () => {
    const { history, notices, store, clock } = troubled();
    clock.at = 1_000;
    history.commit(numbered(4));
    store.failure = undefined;
    clock.at = 1_500;
    history.commit(numbered(5));
    expect(history.unpersisted?.changes).toBe(4);
    clock.at = 2_000;
    history.commit(numbered(6));
    expect(history.unpersisted).toBeUndefined();
    expect(notices.at(-1)).toEqual({
      kind: 'recovered',
      changes: 5,
      message: 'history is written again; 5 changes held in memory are stored now',
    });
    expect([...store.changes({ root: ROOT })].map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6].map((version) => `0/a/${version}`));
    expect(store.cycles(ROOT).map(({ number, state }) => [number, state])).toEqual([[1, 'closed']]);
    expect(store.positions()).toEqual([{ scope: 'pods@', resourceVersion: '6', epoch: 0 }]);
  });

  test('closed in trouble, what is lost is said', () => {
    const { history, notices } = troubled();
    history.close();
    expect(notices.at(-1)).toEqual({
      kind: 'lost',
      changes: 2,
      message: '2 changes were not stored: the recording ended while history /state/history.db cannot be written: the disk is full',
    });
  });

  test('closed when it works again, nothing is lost', () => {
    const { history, notices, store } = troubled();
    store.failure = undefined;
    history.close();
    expect(notices.at(-1)?.kind).toBe('recovered');
    expect([...store.changes({})]).toHaveLength(3);
  });
});

test('where memory is full too, what it drops is counted, said, and left as a gap', () => {
  const store = new Refusing();
  const { history, notices, clock } = fallback(() => store, 100_000);
  history.commit(numbered(1));
  store.failure = FULL;
  for (let version = 2; version <= 500; version += 1) history.commit(numbered(version));
  const lost = history.unpersisted?.lost ?? 0;
  expect(lost).toBeGreaterThan(0);
  store.failure = undefined;
  clock.at = 1_000;
  history.commit(numbered(501));
  expect(notices.map(({ kind }) => kind)).toEqual(['failing', 'recovered', 'lost']);
  expect(store.gaps()).toMatchObject([
    { scope: 'pods@', from: '1', to: '501', reason: 'the history could not be written and what memory held meanwhile was full' },
  ]);
  expect([...store.changes({})].length).toBe(501 - (notices.at(-1) as { changes: number }).changes);
});

test('a store that cannot be opened is opened later', () => {
  let readOnly = true;
  const store = new MemoryHistory();
  const open = () => {
    if (readOnly) throw historyReadOnly('/state/history.db', undefined);
    return store;
  };
  const { history, notices, clock } = fallback(open);
  history.commit(numbered(1));
  expect(notices.map(({ message }) => message)).toEqual([
    'history /state/history.db cannot be written: the file or its folder is read-only; recording goes on in memory',
  ]);
  expect([...history.changes({})]).toHaveLength(1);
  readOnly = false;
  clock.at = 1_000;
  history.commit(numbered(2));
  expect([...store.changes({})]).toHaveLength(2);
  history.close();
});

test('a store in use, or led by another, is no trouble of storage: it is thrown', () => {
  const open = () => {
    throw historyInUse('/state/history.db', 'pid 1');
  };
  expect(() => fallback(open)).toThrow('history /state/history.db is in use by another rectrace process (pid 1)');
  const store = new Refusing();
  const { history } = fallback(() => store);
  store.failure = historyFenced(1, 2);
  expect(() => history.commit(numbered(1))).toThrow(expect.objectContaining({ code: 'HISTORY_FENCED' }));
});

test('a store that turns out damaged is closed and opened anew, which repairs it', () => {
  const opened = [new Refusing(), new Refusing()];
  const damaged = historyDamaged('/state/history.db', 'database disk image is malformed');
  let count = 0;
  const { history, notices, clock } = fallback(() => opened[count++] as Refusing);
  history.commit(numbered(1));
  opened[0]!.failure = damaged;
  history.commit(numbered(2));
  clock.at = 1_000;
  history.commit(numbered(3));
  expect(notices.map(({ kind }) => kind)).toEqual(['failing', 'recovered']);
  expect(count).toBe(2);
  opened[0]!.failure = undefined;
  expect(() => opened[0]!.commit(numbered(9))).toThrow(expect.objectContaining({ code: 'HISTORY_CLOSED' }));
  expect([...opened[1]!.changes({})].map(({ id }) => id)).toEqual(['0/a/2', '0/a/3']);
});

test('a store that can neither be written nor read does not stop the recording', () => {
  class Broken extends Refusing {
    override roots(): never {
      throw historyDamaged('/state/history.db', 'database disk image is malformed');
    }
  }
  const store = new Broken();
  const { history, notices } = fallback(() => store);
  store.failure = historyDamaged('/state/history.db', 'database disk image is malformed');
  history.commit(numbered(1));
  expect(notices.map(({ kind }) => kind)).toEqual(['failing']);
  expect(history.unpersisted?.changes).toBe(1);
});

test('a folder that nobody can write to: recorded in memory, said, read', () => {
  const { history, notices } = fallback(() => openSqliteHistory('/sys/rectrace/history.db'));
  history.commit(numbered(1));
  expect(notices).toMatchObject([{ kind: 'failing', error: { code: 'HISTORY_READ_ONLY' } }]);
  expect([...history.changes({})]).toHaveLength(1);
  history.close();
});

test('a history that could not be read when recording began has a gap between what it held and what was recorded since', () => {
  const store = new Refusing();
  store.commit({ ...numbered(3), positions: [...numbered(3).positions, { scope: 'nodes@', resourceVersion: '4', epoch: 0 }] });
  let readable = false;
  const { history } = fallback(() => {
    if (readable) return store;
    throw historyReadOnly('/state/history.db', undefined);
  });
  history.commit(numbered(8));
  history.commit({ ...numbered(9), positions: [...numbered(9).positions, { scope: 'new@', resourceVersion: '9', epoch: 0 }] });
  readable = true;
  expect(history.retry()).toBe(true);
  expect(store.gaps().map(({ scope, from, to }) => ({ scope, from, to }))).toEqual([{ scope: 'pods@', from: '3', to: '8' }]);
  expect(store.positions().map(({ scope, resourceVersion }) => `${scope} ${resourceVersion}`)).toEqual(['new@ 9', 'nodes@ 4', 'pods@ 9']);
});

test('a store that could not be opened at first takes what was recorded meanwhile, whoever wrote it before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rectrace-fallback-'));
  const path = join(folder, 'history.db');
  const before = openSqliteHistory(path);
  before.commit({ ...numbered(1), fence: 1_800_000_000_000 });
  before.close();
  let readable = false;
  const { history } = fallback(() => {
    if (readable) return openSqliteHistory(path);
    throw historyReadOnly(path, undefined);
  });
  history.commit({ ...numbered(2), fence: history.fence });
  readable = true;
  expect(history.retry()).toBe(true);
  history.commit({ ...numbered(3), fence: history.fence });
  expect([...history.changes({})].map(({ id }) => id)).toEqual(['0/a/1', '0/a/2', '0/a/3']);
  history.close();
  rmSync(folder, { recursive: true });
});

test('a history that could not be read when recording began keeps its cycles: those told since are numbered behind them', () => {
  const root = refTo('web', 'Deployment');
  const cycle = (number: number, span: { readonly from: number; readonly to?: number }) => ({
    root: ROOT,
    cycle: sampleCycle(root, { number, ...span }),
  });
  const store = new MemoryHistory();
  const stored = [cycle(1, { from: 1, to: 2 }), cycle(2, { from: 3, to: 4 })];
  store.commit({ ...numbered(5), members: [memberOf(ROOT, 'a')], cycles: stored });
  let readable = false;
  const { history } = fallback(() => {
    if (readable) return store;
    throw historyReadOnly('/state/history.db', undefined);
  });
  const kept = () => history.cycles(ROOT).map(({ number, start, state }) => `#${number} from ${start.position.version} ${state}`);
  history.commit({ ...numbered(8), cycles: [cycle(1, { from: 8 })] });
  history.commit({ ...numbered(9), cycles: [cycle(2, { from: 9 })], withdrawn: [{ root: ROOT, number: 2 }] });
  history.commit({ ...numbered(10), withdrawn: [{ root: ROOT, number: 2 }] });
  readable = true;
  expect(history.retry()).toBe(true);
  expect(kept()).toEqual(['#1 from 1 closed', '#2 from 3 closed', '#3 from 8 open']);
  history.commit({ ...numbered(11), cycles: [cycle(2, { from: 11 }), cycle(1, { from: 8, to: 10 })] });
  history.commit({ ...numbered(12), withdrawn: [{ root: ROOT, number: 2 }] });
  expect(kept()).toEqual(['#1 from 1 closed', '#2 from 3 closed', '#3 from 8 closed']);
  history.commit({ ...numbered(13), cycles: [cycle(2, { from: 13, to: 14 })] });
  const again = (history.cycles(ROOT).at(-1)?.number ?? 0) + 1;
  history.commit({ ...numbered(15), cycles: [cycle(again, { from: 15 })] });
  history.commit({ ...numbered(16), cycles: [cycle(again, { from: 15, to: 16 })] });
  expect(kept().slice(3)).toEqual(['#4 from 13 closed', '#5 from 15 closed']);
});
