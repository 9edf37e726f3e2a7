import { RE2JS } from '@bufbuild/re2';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EvaluationBudget } from './evaluation-budget.ts';
import type { Pattern } from './re2-pattern.ts';
import { compilePattern, findMatch } from './re2-pattern.ts';

function pattern(source: string): Pattern {
  const compiled = compilePattern(source);
  if (compiled.kind === 'failure') throw new Error(`${source}: ${compiled.message}`);
  return compiled;
}

/** The first match behind an offset, or what there is instead. */
function find(source: string, text: string, from = 0): string {
  const match = findMatch(pattern(source), text, { from, budget: new EvaluationBudget() });
  return match.kind === 'match' ? `${match.start}-${match.end} ${text.slice(match.start, match.end)}` : match.kind;
}

describe('the leftmost match, alternatives in their order', () => {
  test.each([
    ['a|ab|abc', 'xabcd', '1-2 a'],
    ['abc|ab|a', 'xabcd', '1-4 abc'],
    ['a.*c', 'xabcabc', '1-7 abcabc'],
    ['a.*?c', 'xabcabc', '1-4 abc'],
    ['(a+)(b+)?', 'caab', '1-4 aab'],
    ['^b', 'ab', 'none'],
    ['(?m)^b', 'a\nb', '2-3 b'],
    ['b$', 'ab', '1-2 b'],
    ['\\bb', 'ab b', '3-4 b'],
    ['.', '😀', '0-2 😀'],
    ['x*', 'ab', '0-0 '],
    ['(?i)É', 'é', '0-1 é'],
    ['[^a]', 'aab', '2-3 b'],
  ])('%s in %j', (source, text, expected) => {
    expect(find(source, text)).toBe(expected);
  });

  test('a search from within a text sees what is before it', () => {
    expect(find('^b', 'ab', 1)).toBe('none');
    expect(find('\\bb', 'ab', 1)).toBe('none');
    expect(find('\\bb', '😀b', 2)).toBe('2-3 b');
    expect(find('b', 'bab', 1)).toBe('2-3 b');
  });
});

describe('what is refused', () => {
  test.each(['(', '[', '*', 'a**', '(?=a)', '(?<!a)', '(a)\\1', 'a{1001}', '\\C', 'a'.repeat(1001), 'a{1000}b{1000}c{1000}'])(
    '%s',
    (source) => {
      expect(compilePattern(source).kind).toBe('failure');
    },
  );
});

test('the library agrees on whether there is a match', () => {
  const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\b', '\\B', '^', '$', 'é', '(a|b)', '(?:ab)*', '(?i)B', '\\d');
  const source = fc
    .array(fc.tuple(atom, fc.constantFrom('', '', '|')), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.flat().join(''));
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'B', 'é', '1', ' ', '\n', '😀'), maxLength: 8 });
  fc.assert(
    fc.property(source, text, (written, subject) => {
      expect(find(written, subject) !== 'none').toBe(RE2JS.compile(written).test(subject));
    }),
    { numRuns: 1000 },
  );
});

test('time is linear: a text twice as long takes about twice the steps', () => {
  const steps = (length: number): number => {
    let least = 0;
    let most = 1_000_000;
    while (least < most) {
      const middle = Math.floor((least + most) / 2);
      const match = findMatch(pattern('^(a|aa|aaa)+$'), `${'a'.repeat(length)}b`, { from: 0, budget: new EvaluationBudget(middle) });
      if (match.kind === 'failure') least = middle + 1;
      else most = middle;
    }
    return least;
  };
  expect(steps(2000) / steps(1000)).toBeCloseTo(2, 1);
});
