import { expect, test } from 'vitest';
import { orderItems } from './order-items.ts';

function ordered(lefts: string, rights: string): string {
  const taken = orderItems([...lefts], [...rights]);
  return taken.map(({ side, index }) => (side === 'left' ? lefts[index] : rights[index]?.toUpperCase())).join('');
}

test.each([
  ['ab', 'ab', 'AB'],
  ['ab', 'ba', 'BA'],
  ['abc', 'ba', 'BcA'],
  ['abc', 'd', 'abcD'],
  ['abc', 'db', 'aDBc'],
  ['abc', 'bd', 'aBcD'],
  ['abc', 'ca', 'bCA'],
  ['aac', 'ad', 'ADc'],
  ['', 'ab', 'AB'],
  ['ab', '', 'ab'],
])('%s with %s merged over it stands as %s', (lefts, rights, expected) => {
  expect(ordered(lefts, rights)).toBe(expected);
});
