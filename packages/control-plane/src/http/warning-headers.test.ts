import { expect, test } from 'vitest';
import { warningHeaders } from './warning-headers.ts';

const decoded = (texts: readonly string[]): readonly string[] =>
  warningHeaders(texts).map((text) => Buffer.from(text, 'latin1').toString());

test('quotes and backslashes are escaped, other letters go out as UTF-8', () => {
  expect(decoded(['unknown field "日\\本"'])).toEqual(['299 - "unknown field \\"日\\\\本\\""']);
});

test('a text that would break its header is left out', () => {
  expect(warningHeaders(['a\r\nX-Injected: yes', 'b\u0000', '\ud800', 'c'])).toEqual(['299 - "c"']);
});

test('texts that are too long in all are cut, and what is behind them left out', () => {
  const headers = warningHeaders(Array.from({ length: 100 }, (_, index) => `${index}${'é'.repeat(10_000)}`));
  expect(headers).toHaveLength(16);
  expect(Buffer.from(headers[0] ?? '', 'latin1').toString()).toBe(`299 - "0${'é'.repeat(255)}"`);
});
