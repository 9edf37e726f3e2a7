// One of the two servers in one round: what it was asked, what is known of its objects, and the names that its answers are compared under.
import type { Json } from '@rectrace/kube';
import { formatJson, stringAt } from '@rectrace/kube';
import type { ApiRequest } from '@rectrace/testbed';
import { Renamer } from '../rename.ts';
import type { Exchange, Subject } from '../subject.ts';
import { Memory } from './memory.ts';
import type { RandomStep } from './random-step.ts';

export type Side = { readonly subject: Subject; readonly memory: Memory; readonly renamer: Renamer };

/** An answer as it came and as it is compared. */
export type Compared = { readonly sent: Json; readonly compared: Json };

export function newSide(subject: Subject): Side {
  return { subject, memory: new Memory(), renamer: new Renamer(Date.now()) };
}

export async function askSide({ subject, memory, renamer }: Side, step: RandomStep, request: ApiRequest): Promise<Compared | undefined> {
  const { status, body } = await subject.ask<unknown>(request);
  if (step.tellsState && status < 300 && request.method !== 'DELETE' && !request.path.includes('dryRun')) memory.note(step.path, body);
  if (step.verb === 'list' && status === 200) memory.noteToken(stringAt(body as Json, ['metadata', 'continue']) ?? '');
  const exchange = subject.exchanges.at(-1);
  return exchange === undefined ? undefined : comparable(renamer, exchange);
}

export function comparable(renamer: Renamer, exchange: Exchange): Compared {
  return { sent: exchange.answer, compared: renamer.answer({ ...exchange, answer: withoutGiven(exchange.answer) }) };
}

/** What the servers give out of their own accord: addresses and ports of Services. */
const GIVEN: readonly (readonly [RegExp, string])[] = [
  [/198\.19\.\d+\.\d+/g, '<address>'],
  [/(":)3[0-2]\d{3}\b/g, '$1"<port>"'],
  [/( value: )3[0-2]\d{3}\b/g, '$1<port>'],
];

function withoutGiven(answer: Json): Json {
  const text = formatJson(answer);
  const masked = GIVEN.reduce((known, [pattern, word]) => known.replaceAll(pattern, word), text);
  return masked === text ? answer : (JSON.parse(masked) as Json);
}
