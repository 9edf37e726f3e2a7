import { asUid, type ObjectRef } from '@rectrace/kube';
import type { Change, Cycle } from '@rectrace/trace';
import { builtinRules, comparePositions, objectStates } from '@rectrace/trace';
import { describe, expect, test } from 'vitest';
import { standingOf } from '../terminal-standing.ts';
import { withPast, withPresent } from './complete-story.ts';
import { targetOf } from './recorder-setup.ts';
import type { RootStory } from './root-story.ts';

const WEB: ObjectRef = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'plain', name: 'web', uid: asUid('u') };
const START = Date.UTC(2026, 10, 30, 19);
const WRITER = { manager: 'kubectl', operation: 'Update', subresource: '', time: '2026-11-30T19:00:00Z' };

function change(id: string, parts: Partial<Change>): Change {
  const time = parts.time ?? START;
  return {
    kind: 'change',
    id,
    type: 'Update',
    ref: WEB,
    resourceVersion: '',
    position: { epoch: 1, version: '10', offset: 0 },
    time,
    receivedAt: time,
    diff: [],
    certainty: 'observed',
    ...parts,
  };
}

const guess = (id: string, seconds: number, parts: Partial<Change> = {}): Change =>
  change(id, {
    time: START + seconds * 1_000,
    certainty: 'reconstructed',
    position: { epoch: 0, version: '0', offset: seconds + 100 },
    ...parts,
  });

function cycleOf(number: number, seconds: number): Cycle {
  const start = { time: START + seconds * 1_000, position: { epoch: 0, version: '0', offset: seconds + 100 } };
  const cause = { kind: 'generation', change: 'c', ref: WEB, initiators: [], detail: '' } as unknown as Cycle['cause'];
  return { kind: 'cycle', number, root: WEB, state: 'open', start, cause, requests: [] };
}

function storyOf(parts: Partial<RootStory>): RootStory {
  return {
    target: targetOf(WEB),
    ref: WEB,
    gone: false,
    cycles: [],
    changes: [],
    gaps: [],
    summary: [],
    states: objectStates(builtinRules()),
    bodyOf: () => undefined,
    now: START,
    source: 'controller rectrace-system/rectrace',
    notes: [],
    ...parts,
  };
}

const RECORDED = storyOf({
  verdict: { kind: 'true' },
  cycles: [cycleOf(4, 0)],
  changes: [change('a', { resourceVersion: '10' }), change('b', { resourceVersion: '11', writer: WRITER, time: START + 500 })],
  unrecorded: [{ from: START + 500, to: START + 60_000, told: 'nothing', changes: 0 }],
});

test('before the first record stands what is older by more than the second it is rounded to, without its cycles', () => {
  const changes = [guess('older', -5), guess('same second', 0, { time: START - 400 }), guess('event', -9, { type: 'Event' })];
  const story = withPast(RECORDED, { changes, cycles: [cycleOf(1, -5)] });
  expect(story.changes.map(({ id }) => id)).toEqual(['older', 'a', 'b']);
  expect(story.cycles).toBe(RECORDED.cycles);
  expect(story.unrecorded?.[0]).toEqual({ to: START, told: 'reconstructed', changes: 1 });
});

test('the recording begins with what was received first, whichever change stands first', () => {
  const late = change('caught up', { type: 'Event', receivedAt: START + 60_000, time: START - 9_000 });
  const recorded = storyOf({ changes: [late, ...RECORDED.changes] });
  const story = withPast(recorded, { changes: [guess('older', -5), guess('within', 20)], cycles: [] });
  expect(story.changes.map(({ id }) => id)).toEqual(['older', 'caught up', 'a', 'b']);
  expect(story.unrecorded).toEqual([{ to: START, told: 'reconstructed', changes: 1 }]);
});

describe('a recording that began while a cycle was under way', () => {
  const found = { ...cycleOf(1, 0), cause: { ...cycleOf(1, 0).cause, kind: 'inProgress' as const } };
  const recorded = storyOf({ ...RECORDED, cycles: [found, cycleOf(2, 9)] });
  const asked = guess('c', 0, { time: START - 400, position: { epoch: 0, version: '0', offset: 99 } });
  const begun = { ...cycleOf(2, -1), reconstructed: true };

  test('tells the cause and the beginning that the objects show, marked, in the cycle that it numbered', () => {
    const story = withPast(recorded, { changes: [guess('older', -5), asked], cycles: [{ ...cycleOf(1, -5), state: 'closed' }, begun] });
    expect(story.cycles).toEqual([{ ...found, start: begun.start, cause: begun.cause, reconstructed: true }, cycleOf(2, 9)]);
    expect(story.changes.map(({ id }) => id)).toEqual(['older', 'c', 'a', 'b']);
  });

  test('keeps what it saw where nothing says that one was under way', () => {
    const over = { ...begun, state: 'closed' as const };
    expect(withPast(recorded, { changes: [guess('older', -5)], cycles: [over] }).cycles).toBe(recorded.cycles);
    expect(withPast(recorded, { changes: [guess('older', -5)], cycles: [cycleOf(1, 20)] }).cycles).toBe(recorded.cycles);
  });

  test('has the Events of that time where they belong among what was reconstructed', () => {
    const about = (uid: string): Partial<Change> => ({ type: 'Event', resourceVersion: uid, event: { uid } as Change['event'] & object });
    const event = change('recorded event', { ...about('e'), time: START - 3_000, receivedAt: START });
    const story = withPast(storyOf({ ...recorded, changes: [...recorded.changes, event] }), {
      changes: [guess('older', -5), guess('guessed event', -3, about('e')), asked],
      cycles: [begun],
    });
    expect(story.changes.map(({ id }) => id)).toEqual(['older', 'recorded event', 'c', 'a', 'b']);
    const positions = story.changes.map(({ position }) => position);
    expect([...positions].sort(comparePositions)).toEqual(positions);
  });
});

test('a story with nothing older to tell stays as it is', () => {
  expect(withPast(RECORDED, { changes: [], cycles: [] })).toBe(RECORDED);
});

test('behind the last record stands what came since: not the version, not the write that was recorded; the root as it is now', () => {
  const now = storyOf({
    verdict: { kind: 'false', waitsFor: 'readyReplicas 1 of 2' },
    now: START + 60_000,
    cycles: [cycleOf(1, -30), cycleOf(2, 20)],
    changes: [
      guess('before', -30),
      guess('version', 5, { resourceVersion: '11' }),
      guess('write', 6, { writer: WRITER }),
      guess('since', 20),
    ],
  });
  const story = withPresent(RECORDED, { now, from: START + 500 });
  expect(story.changes.map(({ id }) => id)).toEqual(['a', 'b', 'since']);
  expect(story.cycles.map(({ number }) => number)).toEqual([4, 5]);
  expect(story.verdict).toEqual(now.verdict);
  expect(story.unrecorded).toEqual([{ from: START + 500, to: START + 60_000, told: 'reconstructed', changes: 1 }]);
  const positions = story.changes.map(({ position }) => position);
  expect([...positions].sort(comparePositions)).toEqual(positions);
});

describe('a cycle that the recording left open', () => {
  const ended = (seconds: number | undefined): Cycle => {
    const end =
      seconds === undefined ? {} : { end: { time: START + seconds * 1_000, position: { epoch: 0, version: '0', offset: seconds + 100 } } };
    return { ...cycleOf(1, 0), state: 'closed', reconstructed: true, ...end };
  };
  const open = cycleOf(4, 0);
  const reached: Cycle = { ...open, state: 'reached', end: { ...open.start, time: START + 400 } };
  const told = (now: Partial<RootStory>, left: Cycle = open): readonly (readonly [number, string, number | undefined])[] => {
    const recorded = { ...RECORDED, cycles: [left] };
    const present = storyOf({ now: START + 60_000, verdict: { kind: 'true' }, ...now });
    const { cycles } = withPresent(recorded, { now: present, from: START + 500 });
    return cycles.map(({ number, state, end }) => [number, state, end === undefined ? undefined : end.time - START]);
  };

  test('has ended at an unknown time where now is settled and nothing says when', () => {
    expect(told({ cycles: [ended(undefined)] })).toEqual([[4, 'closed', undefined]]);
    expect(told({ cycles: [] })).toEqual([[4, 'closed', undefined]]);
  });

  test('has ended when the objects say so', () => {
    expect(told({ cycles: [ended(20)] })).toEqual([[4, 'closed', 20_000]]);
  });

  test('has not ended before the recording did', () => {
    expect(told({ cycles: [{ ...ended(undefined), end: { ...open.start, time: START - 9_000 } }] })).toEqual([[4, 'closed', undefined]]);
  });

  test('is over where a later one follows, whether or not that has ended', () => {
    expect(told({ cycles: [ended(undefined), cycleOf(2, 20)] })).toEqual([
      [4, 'closed', undefined],
      [5, 'open', undefined],
    ]);
  });

  test('keeps the end that it had reached', () => {
    expect(told({ cycles: [ended(20)] }, reached)).toEqual([[4, 'closed', 400]]);
  });

  test('stays open while the root is not where it should be', () => {
    expect(told({ cycles: [cycleOf(1, 0)] })).toEqual([[4, 'open', undefined]]);
  });

  test('no longer keeps the root from being terminal', () => {
    const tree = { ref: WEB, resourceVersion: '1', gone: false, cyclic: false, children: [], links: [] };
    const present = storyOf({ now: START + 60_000, verdict: { kind: 'true' }, cycles: [ended(undefined)], tree });
    expect(standingOf({ ...present, cycles: RECORDED.cycles })).toEqual({ kind: 'cycle', number: 4 });
    expect(standingOf(withPresent(RECORDED, { now: present, from: START + 500 }))).toEqual({ kind: 'terminal' });
  });
});
