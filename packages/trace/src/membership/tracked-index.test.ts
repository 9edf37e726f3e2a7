import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Journal, undoStep } from '../journal.ts';
import { TrackedIndex } from './tracked-index.ts';

const write = fc.record({ kind: fc.constantFrom('add', 'delete'), key: fc.constantFrom('a', 'b'), item: fc.constantFrom('x', 'y', 'z') });

test('holds what a map of sets would hold, and an undone step leaves it as it was', () => {
  fc.assert(
    fc.property(fc.array(write), fc.array(write), (first, second) => {
      const journal = new Journal();
      const index = new TrackedIndex<string>(journal);
      const model = new Map([
        ['a', new Set<string>()],
        ['b', new Set<string>()],
      ]);
      const contents = (): unknown => ['a', 'b'].map((key) => [...index.get(key)].sort());
      for (const { kind, key, item } of first) {
        index[kind](key, item);
        model.get(key)?.[kind](item);
      }
      const before = contents();
      expect(before).toEqual([...model.values()].map((items) => [...items].sort()));
      journal.open();
      for (const { kind, key, item } of second) index[kind](key, item);
      undoStep(journal.take());
      expect(contents()).toEqual(before);
    }),
  );
});
