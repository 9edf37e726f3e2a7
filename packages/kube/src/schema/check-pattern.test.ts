import { expect, test } from 'vitest';
import { PatternBook } from './check-pattern.ts';

test('a long text is matched by an ordinary pattern', () => {
  expect(new PatternBook().matches('^a+b$', `${'a'.repeat(1_000_000)}b`)).toBe(true);
});

test('a pattern that is in a thousand places at once ends soon and does not match', { timeout: 20_000 }, () => {
  expect(new PatternBook().matches('^(x?){500}(x{0,500}){2}y$', 'x'.repeat(1_000_000))).toBe(false);
});
