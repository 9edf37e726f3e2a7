import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparePositions, formatPosition, type Position, parsePosition } from './position.ts';

const position = fc.record({
  epoch: fc.nat({ max: 9 }),
  version: fc.bigInt({ min: 0n, max: 2n ** 128n }).map(String),
  offset: fc.nat(),
});

test('the text of a position sorts as the position does', () => {
  fc.assert(
    fc.property(position, position, (left, right) => {
      const texts = formatPosition(left) < formatPosition(right) ? -1 : Number(formatPosition(left) > formatPosition(right));
      expect(Math.sign(comparePositions(left, right))).toBe(texts);
    }),
  );
});

test('a position survives its text', () => {
  fc.assert(
    fc.property(position, (value: Position) => {
      expect(parsePosition(formatPosition(value))).toEqual(value);
    }),
  );
});
