import { expect, test } from 'vitest';
import { redactHeaders, redactHeadersOfCommand } from './secret-headers.ts';

const mask = (text: string): string => `<redacted:#${text}>`;

test.each([
  ['Authorization: Bearer abc', 'Authorization: Bearer <redacted:#abc>'],
  ['curl -H "Cookie: a=b; c=d" h', 'curl -H "Cookie: <redacted:#a=b; c=d>" h'],
  ['x-api-key:  abc', 'x-api-key:  <redacted:#abc>'],
  ['sent bearer Abcdefgh1', 'sent bearer <redacted:#Abcdefgh1>'],
  ['Basic dTpw', 'Basic <redacted:#dTpw>'],
  ['Authorization: $TOKEN', 'Authorization: $TOKEN'],
  ['Basic authentication', 'Basic authentication'],
])('%s: hidden in any text and in a command alike', (text, shown) => {
  expect(redactHeaders(text, mask)).toBe(shown);
  expect(redactHeadersOfCommand(text, mask)).toBe(shown);
});

test('a word behind Bearer is a token in a command, and a word in a sentence', () => {
  expect(redactHeaders('it requires Bearer authentication, nothing else', mask)).toBe('it requires Bearer authentication, nothing else');
  expect(redactHeadersOfCommand('Bearer abcdefghij', mask)).toBe('Bearer <redacted:#abcdefghij>');
});

test('a long text is read in a time that grows with its length', () => {
  for (const piece of ['Bearer ', 'Basic ', 'Authorization:', 'x-', 'x-key: Bearer\n', '\n', ' '])
    expect(redactHeadersOfCommand(`Bearer ${piece.repeat(100_000)}`, mask).length).toBeGreaterThan(0);
});
