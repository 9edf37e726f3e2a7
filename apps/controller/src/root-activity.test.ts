import { MemoryHistory } from '@rectrace/history';
import type { ObjectRef } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import type { Change, Membership, Position } from '@rectrace/trace';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Noted } from './root-activity.ts';
import { RootActivity } from './root-activity.ts';

const WEB = 'Deployment.apps/plain/web';
const API = 'Deployment.apps/plain/api';

let history: MemoryHistory;
let activity: RootActivity;

beforeEach(() => {
  history = new MemoryHistory();
  activity = new RootActivity({ reader: history, bytes: 4_000, textBytes: 200 });
});

function at(version: number): Position {
  return { epoch: 0, version: String(version), offset: 0 };
}

function refOf(name: string): ObjectRef {
  return { group: '', version: 'v1', kind: 'Pod', namespace: 'plain', name, uid: asUid(`uid-${name}`) };
}

function change(name: string, version: number, more: Partial<Change> = {}): Change {
  const ref = refOf(name);
  return {
    kind: 'change',
    id: `0/${ref.uid}/${version}`,
    type: 'Update',
    ref,
    resourceVersion: String(version),
    position: at(version),
    time: version,
    receivedAt: version,
    diff: [],
    certainty: 'observed',
    ...more,
  };
}

function member(root: string, name: string): Membership {
  return { kind: 'membership', root, ref: refOf(name), since: at(1) };
}

/** Commits and notes, as the process does. */
function record(part: Partial<Noted>): readonly string[] {
  const noted: Noted = { changes: [], members: [], cycles: [], withdrawn: [], ...part };
  history.commit({ ...noted, gaps: [], positions: [], fence: 0 });
  return activity.note(noted).map(({ root }) => root);
}

function versions(root: string, start?: number): readonly number[] {
  return activity.windowOf(root, start === undefined ? undefined : at(start)).changes.map(({ resourceVersion }) => Number(resourceVersion));
}

describe('what was recorded concerns', () => {
  test('the roots whose tree the object is in, and no others', () => {
    record({ members: [member(WEB, 'a'), member(API, 'b'), member(WEB, 'both'), member(API, 'both')] });
    expect(record({ changes: [change('a', 5)] })).toEqual([WEB]);
    expect(record({ changes: [change('both', 6)] })).toEqual([WEB, API]);
    expect(record({ changes: [change('stranger', 7)] })).toEqual([]);
  });

  test('nobody where it is noise, but it is counted', () => {
    record({ members: [member(WEB, 'a')] });
    activity.windowOf(WEB, undefined);
    expect(record({ changes: [change('a', 5, { noise: 'heartbeat' })] })).toEqual([]);
    expect(activity.windowOf(WEB, undefined).totals).toEqual({ shown: 0, noise: 1 });
  });

  test('nobody any more once the root is forgotten', () => {
    record({ members: [member(WEB, 'a')] });
    activity.forget(WEB);
    expect(record({ changes: [change('a', 5)] })).toEqual([]);
  });

  test('the members that the history knows after a restart', () => {
    record({ members: [member(WEB, 'a')] });
    const restarted = new RootActivity({ reader: history, bytes: 4_000, textBytes: 200 });
    restarted.resume(WEB);
    expect(restarted.note({ changes: [change('a', 5)], members: [], cycles: [], withdrawn: [] }).map(({ root }) => root)).toEqual([WEB]);
  });
});

describe('the window of a cycle', () => {
  test('begins with the change that opened it', () => {
    record({ members: [member(WEB, 'a')], changes: [change('a', 3), change('a', 4), change('a', 5)] });
    expect(versions(WEB, 4)).toEqual([4, 5]);
    expect(activity.windowOf(WEB, at(4)).totals).toEqual({ shown: 2, noise: 0 });
    expect(versions(WEB)).toEqual([3, 4, 5]);
  });

  test('takes further changes in the order of their positions, and each once', () => {
    record({ members: [member(WEB, 'a'), member(WEB, 'b')], changes: [change('a', 4)] });
    versions(WEB, 4);
    record({ changes: [change('a', 9)] });
    record({ changes: [change('b', 7)] });
    record({ changes: [change('b', 7, { certainty: 'recovered' })] });
    record({ changes: [change('b', 2)] });
    expect(versions(WEB, 4)).toEqual([4, 7, 9]);
    expect(activity.windowOf(WEB, at(4)).totals.shown).toBe(3);
  });

  test('holds the newest as far as there is room and counts all, whether they came one by one or are read back', () => {
    record({ members: [member(WEB, 'a')] });
    versions(WEB, 1);
    for (let version = 1; version <= 100; version += 1) record({ changes: [change('a', version)] });
    const cameOneByOne = versions(WEB, 1);
    expect(cameOneByOne.at(-1)).toBe(100);
    expect(cameOneByOne.length).toBeLessThan(20);
    expect(activity.windowOf(WEB, at(1)).totals.shown).toBe(100);
    const readBack = new RootActivity({ reader: history, bytes: 4_000, textBytes: 200 }).windowOf(WEB, at(1));
    expect(readBack.changes.map(({ resourceVersion }) => Number(resourceVersion)).slice(-cameOneByOne.length)).toEqual(cameOneByOne);
    expect(readBack.totals).toEqual({ shown: 100, noise: 0 });
  });

  test('starts anew with the next cycle', () => {
    record({ members: [member(WEB, 'a')], changes: [change('a', 4), change('a', 5)] });
    expect(versions(WEB, 4)).toEqual([4, 5]);
    record({ changes: [change('a', 6)] });
    expect(versions(WEB, 6)).toEqual([6]);
  });

  test('includes what an object did before it joined, where another root had recorded it', () => {
    record({ members: [member(API, 'b')], changes: [change('b', 5)] });
    record({ members: [member(WEB, 'a')], changes: [change('a', 4)] });
    expect(versions(WEB, 4)).toEqual([4]);
    record({ members: [member(WEB, 'b')], changes: [change('b', 8)] });
    expect(versions(WEB, 4)).toEqual([4, 5, 8]);
    expect(activity.windowOf(WEB, at(4)).totals.shown).toBe(3);
  });
});
