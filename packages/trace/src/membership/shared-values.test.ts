import { expect, test } from 'vitest';
import { SharedValues } from './shared-values.ts';

test('an equal value is answered with the one that came first, until it is full and starts over', () => {
  const shared = new SharedValues<{ readonly name: string }>(2);
  const first = { name: 'a' };
  expect(shared.share('a', first)).toBe(first);
  expect(shared.share('a', { name: 'a' })).toBe(first);
  shared.share('b', { name: 'b' });
  expect(shared.share('a', { name: 'a' })).toBe(first);
  shared.share('c', { name: 'c' });
  const later = { name: 'a' };
  expect(shared.share('a', later)).toBe(later);
});
