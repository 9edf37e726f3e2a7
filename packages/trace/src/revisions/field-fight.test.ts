import type { FieldChange, Json } from '@rectrace/kube';
import { describe, expect, it } from 'vitest';
import { type FightState, type FightStep, isCalm, resumeFight, trackFight } from './field-fight.ts';

type Blow = {
  readonly value: Json | undefined;
  readonly manager?: string;
  readonly after?: number;
  readonly more?: readonly FieldChange[];
};

const PATH = ['spec', 'x'];

function fight(first: Json | undefined, blows: readonly Blow[], path: readonly string[] = PATH): FightStep[] {
  let state: FightState | undefined;
  let held = first;
  let time = 0;
  return blows.map(({ value, manager, after = 1000, more = [] }) => {
    time += after;
    const change = { path, ...(held === undefined ? {} : { before: held }), ...(value === undefined ? {} : { after: value }) };
    held = value;
    const writer = manager === undefined ? undefined : { manager, operation: 'Update', subresource: '', time: '' };
    const step = trackFight(state, { diff: [change, ...more], writer, time });
    state = step.state;
    return step;
  });
}

const blow = (value: Json | undefined, manager?: string): Blow => (manager === undefined ? { value } : { value, manager });

describe('trackFight', () => {
  it('sees two writers setting a field back and forth a thousand times as one fight with count and rate', () => {
    const steps = fight(
      'a',
      Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? blow('b', 'one') : blow('a', 'two'))),
    );
    expect(steps.map((step) => step.fight !== undefined)).toEqual([false, false, ...Array(998).fill(true)]);
    expect(steps.at(-1)?.fight).toEqual({ path: PATH, values: [{ value: 'b' }, { value: 'a' }], count: 999, ratePerMinute: 60 });
    expect(steps.at(-1)?.folds).toBe(true);
  });

  it('does not call one writer changing its mind a fight', () => {
    expect(
      fight(
        1,
        Array.from({ length: 20 }, (_, index) => blow(index % 2, 'kubectl')),
      ).some((step) => step.fight !== undefined),
    ).toBe(false);
  });

  it('needs one return more where writers are not known', () => {
    const steps = fight('a', [blow('b'), blow('a'), blow('b'), blow('a'), blow('b')]);
    expect(steps.map((step) => step.fight?.count)).toEqual([undefined, undefined, undefined, 3, 4]);
  });

  it('sees a field removed again and again although each value is new', () => {
    const values = Array.from({ length: 40 }, (_, index) => (index % 7 === 6 ? undefined : String(index)));
    const last = fight(
      undefined,
      values.map((value) => blow(value)),
    ).at(-1)?.fight;
    expect(last?.count).toBe(5);
    expect(last?.values.length).toBeLessThanOrEqual(4);
    expect(last?.values).toContainEqual({});
  });

  it('does not see a counter, a status or a field that kept still for minutes as a fight', () => {
    expect(
      fight(
        0,
        [1, 2, 3, 4, 5, 6].map((value) => blow(value)),
      ).some((step) => step.fight !== undefined),
    ).toBe(false);
    expect(fight('a', [blow('b'), blow('a'), blow('b'), blow('a')], ['status', 'phase']).some((step) => step.fight !== undefined)).toBe(
      false,
    );
    const slow = ['b', 'a', 'b', 'a', 'b'].map((value): Blow => ({ value, after: 6 * 60_000 }));
    expect(fight('a', slow).some((step) => step.fight !== undefined)).toBe(false);
  });

  it('folds a revision only where the fight is all there is in it, the generation aside', () => {
    const generation: FieldChange = { path: ['metadata', 'generation'], before: 1, after: 2 };
    const other: FieldChange = { path: ['spec', 'y'], before: 1, after: 2 };
    const opening = [blow('b', 'one'), blow('a', 'two')];
    expect(fight('a', [...opening, { value: 'b', manager: 'one', more: [generation] }]).at(-1)?.folds).toBe(true);
    expect(fight('a', [...opening, { value: 'b', manager: 'one', more: [other] }]).at(-1)).toMatchObject({
      folds: false,
      fight: { count: 2 },
    });
  });

  it('remembers of long values no more than it takes to know them again', () => {
    const long = (letter: string): Json => ({ text: letter.repeat(900 * 1024) });
    const steps = fight(
      long('a'),
      Array.from({ length: 6 }, (_, index) => blow(long(index % 2 === 0 ? 'b' : 'a'))),
    );
    expect(steps.map((step) => step.fight?.count)).toEqual([undefined, undefined, undefined, 3, 4, 5]);
    expect(Math.max(...steps.map((step) => JSON.stringify(step).length))).toBeLessThan(1_000);
  });

  it('goes on from a fight that was told with long values, or with digests of them', () => {
    const [a, b] = ['a'.repeat(100), 'b'.repeat(100)];
    const told = { path: PATH, values: [{ value: a }, { value: b }], count: 3, ratePerMinute: 60 };
    const resumed = resumeFight(told, { time: 0 });
    const next = trackFight(resumed, { diff: [{ path: PATH, before: b, after: a }], time: 1_000 });
    expect(next.fight?.count).toBe(4);
    expect(JSON.stringify(resumed)).not.toContain(a);
    const again = resumeFight(next.fight ?? told, { time: 1_000 });
    expect(trackFight(again, { diff: [{ path: PATH, before: a, after: b }], time: 2_000 }).fight?.count).toBe(5);
  });

  it('forgets fields that kept still, and remembers none with a name that is a text of its own', () => {
    const revision = (step: string, time: number) => ({ diff: [{ path: ['data', step], after: 'x' }], time });
    const early = trackFight(undefined, revision('a', 0)).state;
    const later = trackFight(early, revision('b', 6 * 60_000)).state;
    expect(later.map(({ path }) => path[1])).toEqual(['b']);
    expect([isCalm(later, 10 * 60_000), isCalm(later, 12 * 60_000)]).toEqual([false, true]);
    expect(trackFight(undefined, revision(`=${'x'.repeat(2_000)}`, 0)).state).toEqual([]);
  });

  it('keeps a bounded number of fields and values', () => {
    let state: FightState | undefined;
    for (let index = 0; index < 200; index++) {
      const diff = [{ path: ['data', `k${index}`], after: `${index}` }];
      state = trackFight(state, { diff, time: index }).state;
    }
    expect(state?.length).toBe(16);
  });
});
