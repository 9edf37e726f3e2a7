import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GatheredBytes } from './gathered-bytes.ts';

test('pieces are put together in their order, and taken once', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 }), (pieces) => {
      const gathered = new GatheredBytes();
      for (const piece of pieces) gathered.add(piece);
      const all = pieces.flatMap((piece) => [...piece]);
      expect(gathered.length).toBe(all.length);
      expect([...gathered.take()]).toEqual(all);
      expect([gathered.length, ...gathered.take()]).toEqual([0]);
    }),
  );
});

test('what is taken stays as it is when more comes', () => {
  const gathered = new GatheredBytes();
  gathered.add(Uint8Array.of(1, 2));
  const taken = gathered.take();
  gathered.add(Uint8Array.of(3, 4));
  expect([[...taken], [...gathered.take()]]).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('a million pieces of one byte hold hardly more than a million bytes', () => {
  const gathered = new GatheredBytes();
  const piece = Uint8Array.of(7);
  for (let count = 0; count < 1_000_000; count += 1) gathered.add(piece);
  const taken = gathered.take();
  expect([taken.length, taken.buffer.byteLength <= 2_000_000]).toEqual([1_000_000, true]);
});
