import { describe, expect, test } from 'vitest';
import type { SemverValue } from './semantic-version.ts';
import { compareSemver, parseLenientSemver, parseSemver } from './semantic-version.ts';

function version(text: string): SemverValue {
  const parsed = parseSemver(text);
  if (parsed.kind === 'invalid') throw new Error(`${text}: ${parsed.reason}`);
  return parsed;
}

test('the order of semver.org, each before the next', () => {
  const ordered = [
    '0.9.9',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.2.0',
    '1.10.0',
    '18446744073709551615.0.0',
  ].map(version);
  for (const [index, left] of ordered.entries()) {
    expect(ordered.map((right) => compareSemver(left, right))).toEqual(ordered.map((_, other) => Math.sign(index - other)));
  }
});

test('build metadata does not count', () => {
  expect(compareSemver(version('1.0.0+a'), version('1.0.0+b'))).toBe(0);
});

describe('what is no version', () => {
  test.each([
    '',
    '1',
    '1.0',
    'v1.0.0',
    '1.0.0.0',
    '01.0.0',
    '1.0.0-',
    '1.0.0+',
    '1.0.0-a..b',
    '1.0.0-01',
    '18446744073709551616.0.0',
    `1.0.0-${'a'.repeat(300)}`,
  ])('%j', (text) => {
    expect(parseSemver(text).kind).toBe('invalid');
  });
});

describe('read leniently', () => {
  test.each([
    ['v1', '1.0.0'],
    ['1.2', '1.2.0'],
    ['01.02.03', '1.2.3'],
    ['v1.2.03-rc.1', '1.2.3-rc.1'],
    ['00.0.0', '0.0.0'],
  ])('%s is %s', (text, strict) => {
    expect(parseLenientSemver(text)).toEqual(version(strict));
  });

  test.each(['', 'x', '1-rc', '1.2+b', 'vv1'])('%j is refused', (text) => {
    expect(parseLenientSemver(text).kind).toBe('invalid');
  });
});
