// Where the real server itself answers by chance, because Go goes through its maps in any order: told from all other differences by what they look
// like. docs/reference/testing.md lists them.
import type { Json } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import { differences } from '../compare.ts';
import type { RandomKind } from './random-kind.ts';

type Answers = { readonly real: Json | undefined; readonly ours: Json | undefined };

/** What is chance; undefined where it is not. */
export function leftToChance({ custom }: RandomKind, { real, ours }: Answers): string | undefined {
  if (!isInWordsOnly(real, ours)) return undefined;
  if (custom === true && isOrderOnly(real, ours)) return 'of several errors of a custom kind, the order is chance';
  return isOtherFault(real, ours) ? 'of several faults of an applied object, which are told is chance' : undefined;
}

const WORDS = ['.body.message:', '.body.details.causes'];

/** Nothing differs but what is said to be wrong. */
function isInWordsOnly(real: Json | undefined, ours: Json | undefined): boolean {
  return differences(real, ours).every((line) => WORDS.some((place) => line.startsWith(place)));
}

/** Both list the same errors; the API server goes through a schema's properties as its maps give them. */
function isOrderOnly(real: Json | undefined, ours: Json | undefined): boolean {
  const [first, second] = [partsOf(real, /, /), partsOf(ours, /, /)].map((parts) => parts.toSorted().join());
  return first !== '' && first === second;
}

/** Both tell a fault that the other tells, too; the API server stops at a field that is not declared, wherever its maps have it. */
function isOtherFault(real: Json | undefined, ours: Json | undefined): boolean {
  const start = 'failed to create typed patch object';
  const [first = [], second = []] = [real, ours].map((answer) => partsOf(answer, /\): (?:errors:)?|\n {2}/));
  return first[0]?.startsWith(start) === true && first[0] === second[0] && first.slice(1).some((fault) => second.slice(1).includes(fault));
}

function partsOf(answer: Json | undefined, between: RegExp): readonly string[] {
  const message = stringAt(answer, ['body', 'message']) ?? '';
  const list = /^(.* is invalid: )\[(.*)\]$/s.exec(message);
  return list === null ? message.split(between) : [list[1] ?? '', ...(list[2] ?? '').split(between)];
}
