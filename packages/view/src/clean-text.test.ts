import { expect, test } from 'vitest';
import { cleanLine, cleanLines } from './clean-text.ts';

test('control characters and direction overrides can not reach the terminal', () => {
  expect(cleanLine('\u001b[31mred\u0007\u202eevil')).toBe('�[31mred��evil');
});

test('a message of several lines becomes one line with marks, or its lines', () => {
  expect(cleanLine('first\r\n\tsecond\n\nthird\n')).toBe('first ⏎  second ⏎  ⏎ third');
  expect(cleanLines('\n\nfirst\nsecond\n\n')).toEqual(['first', 'second']);
});
