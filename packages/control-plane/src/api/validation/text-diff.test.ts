import { expect, test } from 'vitest';
import { textDiff } from './text-diff.ts';

function numbered(count: number, changes: Readonly<Record<number, string>> = {}): string {
  return Array.from({ length: count }, (_, index) => changes[index] ?? `line ${index}`).join('\n');
}

test('equal texts differ in nothing', () => {
  expect(textDiff(numbered(9), numbered(9))).toBe('');
});

test('a change is shown with three lines before and after it', () => {
  expect(textDiff(numbered(12), numbered(12, { 5: 'new' }))).toBe(
    '@@ -3,7 +3,7 @@\n line 2\n line 3\n line 4\n-line 5\n+new\n line 6\n line 7\n line 8\n',
  );
});

test('changes more than six lines apart are told apart, nearer ones together', () => {
  expect(textDiff(numbered(20), numbered(20, { 1: 'a', 9: 'b' })).match(/@@ -/g)).toHaveLength(2);
  expect(textDiff(numbered(20), numbered(20, { 1: 'a', 8: 'b' })).match(/@@ -/g)).toHaveLength(1);
});

test('of a text that loses all of a range, the range is of no lines', () => {
  expect(textDiff('a', 'a\nb')).toBe('@@ -1 +1,2 @@\n a\n+b\n');
  expect(textDiff('b', 'a\nb')).toBe('@@ -1 +1,2 @@\n+a\n b\n');
});

test('in texts of 200 lines and more, lines that come often start no match', () => {
  const often = Array.from({ length: 210 }, (_, index) => (index % 10 === 0 ? `line ${index}` : 'same')).join('\n');
  expect(textDiff(often, often.replace('line 50', 'other'))).toBe(
    '@@ -48,7 +48,7 @@\n same\n same\n same\n-line 50\n+other\n same\n same\n same\n',
  );
});
