import { describe, expect, test } from 'vitest';
import type { Step } from './step.ts';
import { lengthWithin, slowestSteps, stepLength, stepsOf } from './step.ts';
import { SAMPLE_STATES, sampleBody, sampleChange, sampleRef } from './testing/sample-objects.ts';

const POD = sampleRef('Pod', 'web-0');
const pending = sampleBody(POD, { phase: 'Pending' });
const ready = sampleBody(POD, { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] });

test("a step leads from one state to the next; time spent ready is nobody's step", () => {
  const changes = [
    sampleChange(POD, 1_000, { type: 'Creation', body: pending }),
    sampleChange(POD, 2_000, { body: pending }),
    sampleChange(POD, 4_000, { body: ready }),
    sampleChange(POD, 90_000, { type: 'Deletion' }),
  ];
  expect(stepsOf(changes, { states: SAMPLE_STATES }).map(({ from, to, start, end }) => [from, to, start, end])).toEqual([
    ['Pending', 'Running', 1_000, 4_000],
  ]);
});

test('an object that is still on its way has an open step', () => {
  expect(stepsOf([sampleChange(POD, 1_000, { body: pending })], { states: SAMPLE_STATES })).toEqual([
    { kind: 'step', ref: POD, from: 'Pending', start: 1_000, known: 'exactly', startKnown: true, isEarlier: false },
  ]);
});

test('the slowest are the longest, but nothing that is short against them', () => {
  const steps = [100, 5_000, 40, 4_000].map((length, index) => ({
    kind: 'step' as const,
    ref: POD,
    from: 'a',
    to: String(index),
    start: 0,
    end: length,
    known: 'exactly' as const,
    startKnown: true,
    isEarlier: false,
  }));
  expect([...slowestSteps(steps, { most: 3, from: 0, now: 0 })].map(({ end }) => end)).toEqual([5_000, 4_000]);
});

test.each([
  ['what was seen is known as it came', {}, {}, 'exactly'],
  ['what was read back is known to the second', { certainty: 'recovered' }, {}, 'second'],
  ['a start that nobody saw leaves the length unknown', { certainty: 'recovered', noLater: true }, {}, 'no'],
  ['and so does such an end', {}, { certainty: 'inferred', type: 'Deletion' }, 'no'],
  ['one of which only the earliest time is known, too', {}, { certainty: 'recovered', type: 'Deletion', noEarlier: true }, 'no'],
] as const)('%s', (_title, before, after, known) => {
  const changes = [sampleChange(POD, 4_000, { body: pending, ...before }), sampleChange(POD, 4_000, { body: ready, ...after })];
  const [step] = stepsOf(changes, { states: SAMPLE_STATES });
  expect(step).toMatchObject({ from: 'Pending', known, startKnown: !('noLater' in before) });
  expect(step === undefined ? -1 : stepLength(step, 9_000)).toBe(known === 'no' ? undefined : 0);
});

describe('what was under way before the time that is told', () => {
  const stood = (fields: object): readonly Step[] =>
    stepsOf([sampleChange(POD, 70_000, { body: pending }), sampleChange(POD, 75_000, { body: ready })], {
      states: SAMPLE_STATES,
      before: [sampleChange(POD, 10_000, { body: pending, ...fields })],
    });

  test('began when it did, and only the time within counts for the slowest', () => {
    const [step] = stood({});
    expect(step).toMatchObject({ from: 'Pending', to: 'Running', start: 10_000, end: 75_000, isEarlier: true });
    expect(step === undefined ? [] : [stepLength(step, 90_000), lengthWithin(step, { from: 60_000, now: 90_000 })]).toEqual([
      65_000, 15_000,
    ]);
  });

  test('began at no known time where a first list found it so', () => {
    expect(stood({ type: 'Present' })).toMatchObject([{ isEarlier: true, startKnown: false, known: 'no' }]);
  });

  test('is no step where it was at rest, or has gone by then', () => {
    const changes = [sampleChange(POD, 70_000, { body: ready })];
    const before = [sampleChange(POD, 10_000, { body: ready })];
    expect(stepsOf(changes, { states: SAMPLE_STATES, before })).toEqual([]);
    const gone = [sampleChange(POD, 10_000, { body: pending }), sampleChange(POD, 20_000, { type: 'Deletion' })];
    expect(stepsOf(changes, { states: SAMPLE_STATES, before: gone })).toEqual([]);
  });

  test('and still is has an open step', () => {
    const before = [sampleChange(POD, 10_000, { body: pending })];
    expect(stepsOf([], { states: SAMPLE_STATES, before })).toMatchObject([{ from: 'Pending', start: 10_000, isEarlier: true }]);
  });
});
