// Regular expressions of RE2's syntax: the library compiles them to a program, which runs here as a set of threads (Pike's algorithm) because
// the library itself only answers yes or no. Time is linear in text times pattern; nothing backtracks.

import { RE2JS } from '@bufbuild/re2';
import type { Failure } from './cel-value.ts';
import { failure } from './cel-value.ts';
import type { EvaluationBudget } from './evaluation-budget.ts';

type Instruction = { readonly op: number; readonly out: number; readonly arg: number; matchRune(rune: number): boolean };
export type Pattern = { readonly kind: 'pattern'; readonly instructions: readonly Instruction[]; readonly start: number };
/** A match as offsets into the text, the end exclusive. */
export type Match = { readonly kind: 'match'; readonly start: number; readonly end: number };
export type NoMatch = { readonly kind: 'none' };

const MAX_PATTERN_LENGTH = 1000;
const NO_MATCH: NoMatch = { kind: 'none' };
const END_OF_TEXT = -1;

/** Operations of @bufbuild/re2's programs. */
const ALT = 1;
const ALT_MATCH = 2;
const CAPTURE = 3;
const EMPTY_WIDTH = 4;
const FAIL = 5;
const MATCH = 6;
const NOP = 7;

/** Conditions of an empty-width instruction. */
const BEGIN_LINE = 0x01;
const END_LINE = 0x02;
const BEGIN_TEXT = 0x04;
const END_TEXT = 0x08;
const WORD_BOUNDARY = 0x10;
const NO_WORD_BOUNDARY = 0x20;
const NEWLINE = 0x0a;

/** Compiles a pattern; the failure says what is wrong with it. */
export function compilePattern(source: string): Pattern | Failure {
  if (source.length > MAX_PATTERN_LENGTH)
    return failure(`a regular expression of ${source.length} characters is longer than ${MAX_PATTERN_LENGTH}`);
  try {
    const { inst, start } = RE2JS.compile(source).re2().prog;
    return { kind: 'pattern', instructions: inst, start };
  } catch (error) {
    return failure(`invalid regular expression: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The leftmost match at or behind an offset, preferring alternatives in the order they are written. */
export function findMatch(
  pattern: Pattern,
  text: string,
  options: { readonly from: number; readonly budget: EvaluationBudget },
): Match | NoMatch | Failure {
  let best: Match | NoMatch = NO_MATCH;
  let waiting: readonly Thread[] = [];
  let at = options.from;
  let before = runeBefore(text, at);
  while (true) {
    const rune = runeAt(text, at);
    const entering = best.kind === 'none' ? [...waiting, { pc: pattern.start, start: at }] : waiting;
    if (entering.length === 0) return best;
    const threads = follow(pattern, entering, assertionsBetween(before, rune));
    const spent = options.budget.spendText(1 + threads.length);
    if (spent !== undefined) return spent;
    const matching = threads.findIndex((thread) => pattern.instructions[thread.pc]?.op === MATCH);
    if (matching >= 0) best = { kind: 'match', start: threads[matching]?.start ?? at, end: at };
    if (rune === END_OF_TEXT) return best;
    waiting = consume(pattern, matching >= 0 ? threads.slice(0, matching) : threads, rune);
    before = rune;
    at += rune > 0xffff ? 2 : 1;
  }
}

type Thread = { readonly pc: number; readonly start: number };

/** The instructions that the threads reach without reading a character, in order of preference, each once. */
function follow(pattern: Pattern, entering: readonly Thread[], assertions: number): Thread[] {
  const reached: Thread[] = [];
  const seen = new Set<number>();
  for (const { pc, start } of entering) {
    const stack = [pc];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const instruction = pattern.instructions[next];
      if (instruction === undefined || instruction.op === FAIL) continue;
      const jumps = jumpsOf(instruction, assertions);
      if (jumps === undefined) reached.push({ pc: next, start });
      else stack.push(...jumps);
    }
  }
  return reached;
}

/** Where an instruction goes on without reading, the preferred one last; undefined for one that reads or matches. */
function jumpsOf(instruction: Instruction, assertions: number): readonly number[] | undefined {
  switch (instruction.op) {
    case ALT:
    case ALT_MATCH:
      return [instruction.arg, instruction.out];
    case CAPTURE:
    case NOP:
      return [instruction.out];
    case EMPTY_WIDTH:
      return (instruction.arg & ~assertions) === 0 ? [instruction.out] : [];
    default:
      return undefined;
  }
}

function consume(pattern: Pattern, threads: readonly Thread[], rune: number): Thread[] {
  const next: Thread[] = [];
  for (const { pc, start } of threads) {
    const instruction = pattern.instructions[pc];
    if (instruction?.matchRune(rune)) next.push({ pc: instruction.out, start });
  }
  return next;
}

function runeAt(text: string, at: number): number {
  return text.codePointAt(at) ?? END_OF_TEXT;
}

function runeBefore(text: string, at: number): number {
  if (at === 0) return END_OF_TEXT;
  const previous = text.codePointAt(at - 2);
  return previous !== undefined && previous > 0xffff ? previous : runeAt(text, at - 1);
}

function assertionsBetween(before: number, after: number): number {
  const line =
    (before === END_OF_TEXT || before === NEWLINE ? BEGIN_LINE : 0) | (after === END_OF_TEXT || after === NEWLINE ? END_LINE : 0);
  const text = (before === END_OF_TEXT ? BEGIN_TEXT : 0) | (after === END_OF_TEXT ? END_TEXT : 0);
  return line | text | (isWordRune(before) === isWordRune(after) ? NO_WORD_BOUNDARY : WORD_BOUNDARY);
}

function isWordRune(rune: number): boolean {
  return rune === 0x5f || (rune >= 0x30 && rune <= 0x39) || (rune >= 0x41 && rune <= 0x5a) || (rune >= 0x61 && rune <= 0x7a);
}
