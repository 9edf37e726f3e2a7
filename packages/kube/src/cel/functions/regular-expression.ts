// matches, find and findAll.

import type { CelValue, Failure, Outcome } from '../cel-value.ts';
import { bool, failure, isFailure, list, string } from '../cel-value.ts';
import type { CallContext, Overload } from '../overload.ts';
import { anyInt, anyString, declareFunction, declareMethod, take2, take3 } from '../overload.ts';
import type { Match, Pattern } from '../re2-pattern.ts';
import { compilePattern, findMatch } from '../re2-pattern.ts';
import { BOOL, listOf, STRING } from '../static-type.ts';

/** What compiling costs, in steps: for each pattern, and for each of its instructions. */
const PATTERN_COST = 200;
const INSTRUCTION_COST = 20;

export const regularExpressionFunctions: readonly Overload[] = [
  declareFunction('matches', { takes: take2(anyString, anyString), result: BOOL, call: matches }),
  declareMethod('matches', { takes: take2(anyString, anyString), result: BOOL, call: matches }),
  declareMethod('find', { takes: take2(anyString, anyString), result: STRING, call: find }),
  declareMethod('findAll', {
    takes: take2(anyString, anyString),
    result: listOf(STRING),
    call: ([text, source], context) => findAll([text, source, -1n], context),
  }),
  declareMethod('findAll', { takes: take3(anyString, anyString, anyInt), result: listOf(STRING), call: findAll }),
];

function matches([text, source]: readonly [string, string], context: CallContext): Outcome {
  const pattern = compiled(source, context);
  if (pattern.kind === 'failure') return pattern;
  const match = findMatch(pattern, text, { from: 0, budget: context.budget });
  return match.kind === 'failure' ? match : bool(match.kind === 'match');
}

function find([text, source]: readonly [string, string], context: CallContext): Outcome {
  const pattern = compiled(source, context);
  if (pattern.kind === 'failure') return pattern;
  const match = findMatch(pattern, text, { from: 0, budget: context.budget });
  if (match.kind === 'failure') return match;
  return string(match.kind === 'match' ? text.slice(match.start, match.end) : '');
}

function findAll([text, source, limit]: readonly [string, string, bigint], context: CallContext): Outcome {
  const pattern = compiled(source, context);
  if (pattern.kind === 'failure') return pattern;
  const found = allMatches(pattern, { text, limit: limit < 0n ? Number.POSITIVE_INFINITY : Number(limit) }, context);
  return 'kind' in found && isFailure(found) ? found : list(found);
}

type Search = { readonly text: string; readonly limit: number };

/** Matches that do not overlap; an empty one right behind the previous match does not count. */
function allMatches(pattern: Pattern, { text, limit }: Search, { budget }: CallContext): readonly CelValue[] | Failure {
  const found: CelValue[] = [];
  let from = 0;
  let previousEnd = -1;
  while (found.length < limit && from <= text.length) {
    const match = findMatch(pattern, text, { from, budget });
    if (match.kind !== 'match') return match.kind === 'failure' ? match : found;
    if (match.start < match.end || match.start !== previousEnd) found.push(string(text.slice(match.start, match.end)));
    previousEnd = match.end;
    from = offsetBehind(text, match);
  }
  return found;
}

/** Where the search goes on: an empty match is stepped over. */
function offsetBehind(text: string, { start, end }: Match): number {
  return start < end ? end : end + characterWidth(text, end);
}

function characterWidth(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function compiled(source: string, { budget, patterns }: CallContext): Pattern | Failure {
  const known = patterns.get(source);
  if (known !== undefined) return known;
  const pattern = compilePattern(source);
  if (pattern.kind === 'failure') return failure('the text is not a regular expression of RE2');
  patterns.set(source, pattern);
  return budget.spend(PATTERN_COST + pattern.instructions.length * INSTRUCTION_COST) ?? pattern;
}
