import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  emptyMap,
  firstEntry,
  floorValue,
  Gathered,
  type OrderedMap,
  rankOf,
  valueIn,
  walkFrom,
  withEntry,
  withoutEntry,
} from './ordered-map.ts';

type Step = { readonly key: number; readonly remove: boolean };

const steps = fc.array(fc.record({ key: fc.integer({ min: 0, max: 400 }), remove: fc.boolean() }), { maxLength: 1_500 });

function entriesOf(map: OrderedMap<number, number>, from?: number): [number, number][] {
  const found: [number, number][] = [];
  walkFrom(map, from, (key, value) => {
    found.push([key, value]);
    return true;
  });
  return found;
}

function play(all: readonly Step[]): { readonly map: OrderedMap<number, number>; readonly model: Map<number, number> } {
  let map = emptyMap<number, number>();
  const model = new Map<number, number>();
  for (const [index, { key, remove }] of all.entries()) {
    if (remove) model.delete(key);
    else model.set(key, index);
    map = remove ? withoutEntry(map, key) : withEntry(map, key, index);
  }
  return { map, model };
}

test('any sequence of writes gives the same entries as a sorted Map', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: -1, max: 401 }), (all, probe) => {
      const { map, model } = play(all);
      const sorted = [...model].sort(([left], [right]) => left - right);
      expect(entriesOf(map)).toEqual(sorted);
      expect(map.size).toBe(sorted.length);
      expect(entriesOf(map, probe)).toEqual(sorted.filter(([key]) => key >= probe));
      expect(valueIn(map, probe)).toBe(model.get(probe));
      expect(rankOf(map, probe)).toBe(sorted.filter(([key]) => key < probe).length);
      expect(floorValue(map, probe)).toBe(sorted.findLast(([key]) => key <= probe)?.[1]);
      expect(firstEntry(map)?.key).toBe(sorted[0]?.[0]);
    }),
    { numRuns: 60 },
  );
});

test('a write leaves the map it started from as it was', () => {
  fc.assert(
    fc.property(steps, fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 50 }), (all, later) => {
      const { map } = play(all);
      const before = entriesOf(map);
      let other = map;
      for (const key of later) other = key % 2 === 0 ? withEntry(other, key, -1) : withoutEntry(other, key);
      expect(entriesOf(map)).toEqual(before);
    }),
    { numRuns: 40 },
  );
});

test('growing keys fill their nodes, and removing from the front keeps the order', () => {
  let map = emptyMap<number, number>();
  for (let key = 0; key < 5_000; key++) map = withEntry(map, key, key);
  for (let key = 0; key < 4_990; key++) map = withoutEntry(map, key);
  expect(entriesOf(map).map(([key]) => key)).toEqual([4990, 4991, 4992, 4993, 4994, 4995, 4996, 4997, 4998, 4999]);
});

test('what is gathered is what a walk finds, and only what was written since is looked at again', () => {
  fc.assert(
    fc.property(steps, steps, (before, after) => {
      let looked = 0;
      const even = new Gathered<number, number>((value) => {
        looked += 1;
        return value % 2 === 0 ? [value] : [];
      });
      let { map } = play(before);
      even.in(map);
      for (const [index, { key, remove }] of after.slice(0, 20).entries()) {
        map = remove ? withoutEntry(map, key) : withEntry(map, key, 10_000 + index);
        looked = 0;
        expect(even.in(map)).toEqual(entriesOf(map).flatMap(([, value]) => (value % 2 === 0 ? [value] : [])));
        expect(looked).toBeLessThanOrEqual(64);
      }
    }),
    { numRuns: 60 },
  );
});
