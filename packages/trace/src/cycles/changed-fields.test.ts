import type { FieldChange, Json } from '@rectrace/kube';
import { formatJson } from '@rectrace/kube';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedFields, changedSpec, sameFields } from './changed-fields.ts';

const RISE: FieldChange = { path: ['metadata', 'generation'], before: 1, after: 2 };
const field = (path: string, after: Json = 1): FieldChange => ({ path: path.split('/'), after });

describe('changedSpec', () => {
  it('is what a new generation brought: neither metadata nor status', () => {
    const diff = [field('data/a'), RISE, field('metadata/labels/b'), field('spec/replicas'), field('status/phase')];
    expect(changedSpec(diff)).toEqual({ diff: [field('data/a'), field('spec/replicas')] });
  });

  it('is not there where the generation did not rise, or nothing of the spec is known to differ', () => {
    expect(changedSpec([field('spec/replicas')])).toBeUndefined();
    expect(changedSpec([RISE, field('status/phase')])).toBeUndefined();
    expect(changedSpec([])).toBeUndefined();
  });
});

describe('changedFields', () => {
  it('keeps images first and counts what it leaves out', () => {
    const diff = [...'abcdefg'].map((name) => field(`spec/${name}`));
    const { diff: kept, more } = changedFields([...diff, field('spec/containers/name=x/image', 'app:2')]);
    expect(kept.map(({ path }) => path.at(-1))).toEqual(['image', 'a', 'b', 'c', 'd']);
    expect(more).toBe(3);
  });

  it('cuts long values, lists and objects as text, and leaves short ones and redacted ones as they are', () => {
    const redacted = '<redacted:0123456789abcdef>';
    const values = [redacted, { a: [1, 2n ** 60n] }, 'x'.repeat(300), ['y'.repeat(300)], `${'z'.repeat(254)}\u{1F600}zz`];
    const [same, short, long, list, half] = changedFields(values.map((value) => field('spec/a', value))).diff.map(({ after }) => after);
    expect(same).toBe(redacted);
    expect(short).toEqual({ a: [1, 2n ** 60n] });
    expect(long).toBe(`${'x'.repeat(255)}…`);
    expect(list).toBe(`["${'y'.repeat(253)}…`);
    expect(half).toBe(`${'z'.repeat(254)}…`);
  });

  it('is bounded whatever was written, and says how much there was', () => {
    const value = fc.jsonValue({ maxDepth: 3 }).map((json) => json as Json);
    const change = fc.record({
      path: fc.array(fc.string({ maxLength: 200 }), { minLength: 1, maxLength: 40 }),
      before: value,
      after: value,
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (diff) => {
        const kept = changedFields(diff);
        expect(kept.diff.length + (kept.more ?? 0)).toBe(diff.length);
        expect(kept.diff.length).toBeLessThanOrEqual(5);
        for (const { path, before, after } of kept.diff) {
          expect(path.length).toBeLessThanOrEqual(16);
          for (const step of path) expect(step.length).toBeLessThanOrEqual(64);
          for (const side of [before, after])
            expect(typeof side === 'string' ? side.length : formatJson(side ?? null).length).toBeLessThanOrEqual(256);
        }
        expect(changedFields(kept.diff).diff).toEqual(kept.diff);
        expect(sameFields(kept, changedFields(diff))).toBe(true);
      }),
    );
  });
});

describe('sameFields', () => {
  it('tells apart what was changed, to what, and how much more', () => {
    const one = { diff: [field('spec/a')] };
    expect(sameFields(one, { diff: [field('spec/a', 1)] })).toBe(true);
    for (const other of [{}, { diff: [field('spec/a', 2)] }, { diff: [field('spec/b')] }, { ...one, more: 1 }])
      expect(sameFields(one, other)).toBe(false);
  });
});
