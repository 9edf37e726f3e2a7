import { expect, test } from 'vitest';
import { redactFieldBlocks } from './field-blocks.ts';

test('a list of secrets may have as many items as a text has room for', () => {
  const items = Array.from({ length: 200_000 }, (_, at) => `- s${at}`);
  const shown = redactFieldBlocks(`passwords:\n${items.join('\n')}\nhost: h\n`, () => '<redacted:x>').split('\n');
  expect(shown.length).toBe(items.length + 3);
  expect(shown.filter((line) => line === '- <redacted:x>').length).toBe(items.length);
  expect(shown.at(-2)).toBe('host: h');
});
