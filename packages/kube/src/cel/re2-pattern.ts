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
const MAX_REPETITIONS = 2000;
const COUNTED = /\{([0-9]+)(?:,([0-9]*))?\}/g;
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
  if (repetitionsIn(source) > MAX_REPETITIONS) return failure(`a regular expression repeats more than ${MAX_REPETITIONS} times in all`);
  const pattern = readPattern(source);
  return pattern.kind === 'failure' ? failure(`invalid regular expression: ${pattern.message}`) : pattern;
}

/** The same without bounds, and with nothing but the library's own words about what is wrong. */
export function readPattern(source: string): Pattern | Failure {
  try {
    const { inst, start } = RE2JS.compile(source).re2().prog;
    return { kind: 'pattern', instructions: inst, start };
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error));
  }
}

/** The sum of all counts in braces; each unfolds into that many copies. */
function repetitionsIn(source: string): number {
  return Array.from(source.matchAll(COUNTED)).reduce((sum, [, least, most]) => sum + Number(most ? most : least), 0);
}

type Search = { readonly from: number; readonly budget: EvaluationBudget };
type Thread = { readonly pc: number; readonly start: number };
/** Before the character at an offset: the threads that wait for it and the best match so far. */
type State = { readonly at: number; readonly before: number; readonly waiting: readonly Thread[]; readonly best: Match | NoMatch };

/** The leftmost match at or behind an offset, preferring alternatives in the order they are written. */
export function findMatch(pattern: Pattern, text: string, { from, budget }: Search): Match | NoMatch | Failure {
  let state: State = { at: from, before: runeBefore(text, from), waiting: [], best: NO_MATCH };
  while (state.at <= text.length) {
    const rune = runeAt(text, state.at);
    const threads = threadsAt(pattern, state, rune);
    const spent = budget.spendText(1 + threads.length);
    if (spent !== undefined) return spent;
    if (threads.length === 0 && state.best.kind === 'match') return state.best;
    state = nextState(pattern, { state, threads, rune });
  }
  return state.best;
}

/** The threads before a character, in order of preference; a new one starts as long as nothing has matched. */
function threadsAt(pattern: Pattern, { at, before, waiting, best }: State, rune: number): readonly Thread[] {
  const entering = best.kind === 'none' ? [...waiting, { pc: pattern.start, start: at }] : waiting;
  return follow(pattern, entering, assertionsBetween(before, rune));
}

type Step = { readonly state: State; readonly threads: readonly Thread[]; readonly rune: number };

/** Reads a character. Threads behind one that matches are of lower preference and end. */
function nextState(pattern: Pattern, { state, threads, rune }: Step): State {
  const matching = threads.findIndex((thread) => pattern.instructions[thread.pc]?.op === MATCH);
  const matched = threads[matching];
  return {
    at: state.at + (rune > 0xffff ? 2 : 1),
    before: rune,
    waiting: consume(pattern, matched === undefined ? threads : threads.slice(0, matching), rune),
    best: matched === undefined ? state.best : { kind: 'match', start: matched.start, end: state.at },
  };
}

/** The instructions that the threads reach without reading a character, in order of preference, each once. */
function follow(pattern: Pattern, entering: readonly Thread[], assertions: number): Thread[] {
  const reached: Thread[] = [];
  const seen = new Set<number>();
  for (const { pc, start } of entering) {
    for (const end of readersFrom(pattern, pc, { assertions, seen })) reached.push({ pc: end, start });
  }
  return reached;
}

type Exploration = { readonly assertions: number; readonly seen: Set<number> };

/** The instructions that read or match and are reached from one; those seen before are left out. */
function readersFrom(pattern: Pattern, from: number, { assertions, seen }: Exploration): number[] {
  const readers: number[] = [];
  const stack = [from];
  for (let pc = stack.pop(); pc !== undefined; pc = stack.pop()) {
    const instruction = seen.has(pc) ? undefined : pattern.instructions[pc];
    if (instruction === undefined) continue;
    seen.add(pc);
    const jumps = jumpsOf(instruction, assertions);
    if (jumps === undefined) readers.push(pc);
    else stack.push(...jumps);
  }
  return readers;
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
    case FAIL:
      return [];
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
