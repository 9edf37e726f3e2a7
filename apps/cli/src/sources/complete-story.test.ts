import { asUid, type ObjectRef } from '@rectrace/kube';
import type { Change, Cycle } from '@rectrace/trace';
import { builtinRules, comparePositions, objectStates } from '@rectrace/trace';
import { expect, test } from 'vitest';
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
  const story = withPast(RECORDED, { changes });
  expect(story.changes.map(({ id }) => id)).toEqual(['older', 'a', 'b']);
  expect(story.cycles).toBe(RECORDED.cycles);
  expect(story.unrecorded?.[0]).toEqual({ to: START, told: 'reconstructed', changes: 1 });
});

test('the recording begins with what was received first, whichever change stands first', () => {
  const late = change('caught up', { type: 'Event', receivedAt: START + 60_000, time: START - 9_000 });
  const recorded = storyOf({ changes: [late, ...RECORDED.changes] });
  const story = withPast(recorded, { changes: [guess('older', -5), guess('within', 20)] });
  expect(story.changes.map(({ id }) => id)).toEqual(['older', 'caught up', 'a', 'b']);
  expect(story.unrecorded).toEqual([{ to: START, told: 'reconstructed', changes: 1 }]);
});

test('a story with nothing older to tell stays as it is', () => {
  expect(withPast(RECORDED, { changes: [] })).toBe(RECORDED);
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
