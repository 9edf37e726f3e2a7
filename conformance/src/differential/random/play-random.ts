// Random sequences against both servers: rounds in namespaces of their own, compared answer by answer. A round ends at its first difference,
// because from there on the two servers hold different objects.
import type { Json } from '@rectrace/kube';
import { formatJson, isJsonObject, stringAt } from '@rectrace/kube';
import type { ApiClient, ApiRequest, WatchLine } from '@rectrace/testbed';
import { differences } from '../compare.ts';
import { Renamer } from '../rename.ts';
import { type Exchange, Subject } from '../subject.ts';
import { Chance } from './chance.ts';
import { knownDifference } from './known-differences.ts';
import { Memory } from './memory.ts';
import type { RandomKind } from './random-kind.ts';
import { collectionOf } from './random-kind.ts';
import type { RandomStep, Round } from './random-step.ts';
import { makeStep } from './random-step.ts';
import type { Figures } from './tally.ts';
import { Tally } from './tally.ts';

export type RandomRun = {
  readonly real: ApiClient;
  readonly ours: ApiClient;
  readonly kinds: readonly RandomKind[];
  readonly seed: number;
  readonly requests: number;
  /** Start of the names of the namespaces. */
  readonly prefix: string;
};

const STEPS = 120;
const MOST_EXAMPLE = 6000;

type Side = { readonly subject: Subject; readonly memory: Memory; readonly renamer: Renamer };

export async function playRandom({ real, ours, kinds, seed, requests, prefix }: RandomRun): Promise<Figures> {
  const tally = new Tally();
  const chance = new Chance(seed);
  for (let index = 0; tally.requests < requests; index++) {
    const namespace = `${prefix}${index}`;
    const sides = [new Subject('real', real), new Subject('ours', ours)].map((subject) => newSide(subject));
    for (const { subject } of sides)
      await subject.prepare({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } });
    await playRound({ namespace, kinds, chance: new Chance(chance.seed()) }, { sides, tally });
  }
  return tally.figures();
}

function newSide(subject: Subject): Side {
  return { subject, memory: new Memory(), renamer: new Renamer(Date.now()) };
}

type Playing = { readonly sides: readonly Side[]; readonly tally: Tally };

async function playRound(round: Round, playing: Playing): Promise<void> {
  const starts = new Map<string, readonly string[]>();
  for (const kind of round.kinds) starts.set(kind.title, await startsOf(kind, round, playing));
  const history: string[] = [];
  for (let step = 0; step < STEPS; step++) {
    const made = makeStep(round);
    const differing = await playStep(made, { playing, history });
    if (differing) return;
  }
  const watched = round.kinds.filter(({ namespaced }) => namespaced).map((kind) => readWatches(kind, round, { playing, starts }));
  for (const compare of await Promise.all(watched)) compare();
}

/** The revision at which each side starts, from a list. */
function startsOf(kind: RandomKind, { namespace }: Round, { sides }: Playing): Promise<readonly string[]> {
  const asked = sides.map(async ({ subject }) => {
    const { body } = await subject.prepare({ path: `${collectionOf(kind, namespace)}?limit=1` });
    return stringAt(body as Json, ['metadata', 'resourceVersion']) ?? '';
  });
  return Promise.all(asked);
}

/** True where the answers differ. */
async function playStep(
  step: RandomStep,
  { playing, history }: { readonly playing: Playing; readonly history: string[] },
): Promise<boolean> {
  const { sides, tally } = playing;
  const requests = sides.map(({ memory }) => step.request(memory));
  const answers: (Json | undefined)[] = [];
  for (const [index, side] of sides.entries()) {
    const request = requests[index];
    if (request !== undefined) answers.push(await ask(side, step, request));
  }
  const outcome = { step, answers, request: requests[0] };
  note(outcome, tally);
  return tellDifference(outcome, { tally, history });
}

type StepOutcome = {
  readonly step: RandomStep;
  /** The real server's, ours. */
  readonly answers: readonly (Json | undefined)[];
  readonly request: ApiRequest | undefined;
};

function statusOf(answer: Json | undefined): number {
  return isJsonObject(answer) && typeof answer['status'] === 'number' ? answer['status'] : 0;
}

function note({ step, answers: [real] }: StepOutcome, tally: Tally): void {
  tally.note({ verb: step.verb, kind: step.kind.title, status: statusOf(real), reason: stringAt(real, ['body', 'reason']) ?? '' });
}

type Telling = { readonly tally: Tally; readonly history: string[] };

/** True where the two servers no longer hold the same. */
function tellDifference({ step, answers: [real, ours], request }: StepOutcome, { tally, history }: Telling): boolean {
  const shown = `${request?.method ?? 'GET'} ${request?.path} ${formatJson((request?.body ?? null) as Json)}`;
  history.push(shown);
  const lines = differences(real, ours);
  const [first] = lines;
  if (first === undefined) return false;
  const known = knownDifference(step.kind.title, real, ours);
  if (known !== undefined) {
    tally.knows(known);
    return statusOf(real) < 400;
  }
  const past = history.filter((line) => concerns(line, step)).slice(-7, -1);
  const example = [...past, shown, ...lines].join('\n').slice(0, MOST_EXAMPLE);
  tally.differs({ verb: step.verb, kind: step.kind.title, place: placeOf(first, ours), example });
  return true;
}

async function ask({ subject, memory, renamer }: Side, step: RandomStep, request: ApiRequest): Promise<Json | undefined> {
  const { status, body } = await subject.ask<unknown>(request);
  if (step.tellsState && status < 300 && request.method !== 'DELETE' && !request.path.includes('dryRun')) memory.note(step.path, body);
  if (step.verb === 'list' && status === 200) memory.noteToken(stringAt(body as Json, ['metadata', 'continue']) ?? '');
  const exchange = subject.exchanges.at(-1);
  return exchange === undefined ? undefined : renamer.answer({ ...exchange, answer: withoutGiven(exchange.answer) });
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

/** The request is about the object of the step, or about its collection. */
function concerns(line: string, { path, kind }: RandomStep): boolean {
  return line.includes(path) || new RegExp(`/${kind.plural}[? ]`).test(line);
}

/** Where the first difference is; of messages, what ours says. */
function placeOf(line: string, ours: Json | undefined): string {
  const path = line.slice(0, line.indexOf(': real')).replaceAll(/\[\d+\]/g, '[]');
  return path === '.status' ? `${path} ours ${formatJson((isJsonObject(ours) ? ours['status'] : null) ?? null)}` : path;
}

type Watching = { readonly playing: Playing; readonly starts: ReadonlyMap<string, readonly string[]> };

/** Reads what happened to the kind; what it gives compares. */
async function readWatches(kind: RandomKind, { namespace }: Round, { playing, starts }: Watching): Promise<() => void> {
  const { sides } = playing;
  const read = sides.map(async ({ subject }, index) => {
    const path = `${collectionOf(kind, namespace)}?resourceVersion=${starts.get(kind.title)?.[index] ?? ''}`;
    const lines: readonly WatchLine[] = await subject.watch({ path, timeoutSeconds: 1 }).done;
    return { request: path, answer: withoutGiven(lines as unknown as Json) };
  });
  const exchanges = await Promise.all(read);
  return (): void => tellWatches(kind, exchanges, playing);
}

/** Names are given in the order in which answers are told, which is the same for both sides. */
function tellWatches(kind: RandomKind, exchanges: readonly Exchange[], { sides, tally }: Playing): void {
  const [real, ours] = sides.map(({ renamer }, index) => {
    const exchange = exchanges[index];
    return exchange === undefined ? undefined : renamer.answer(exchange);
  });
  tally.note({ verb: 'watch', kind: kind.title, status: 200, reason: '' });
  const lines = differences(real, ours);
  const [first] = lines;
  if (first !== undefined)
    tally.differs({ verb: 'watch', kind: kind.title, place: placeOf(first, undefined), example: lines.join('\n').slice(0, MOST_EXAMPLE) });
}
