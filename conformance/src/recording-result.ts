// The figures of one root of a recording: its revisions and cycles, as told and in every other way that must come to the same.

import { formatJson } from '@rectrace/kube';
import type { FullRootView, RecorderMessage } from '@rectrace/trace';
import { builtinRules, requestCount } from '@rectrace/trace';
import { countRevisions } from './independent-count.mjs';
import { cyclesOfFile } from './independent-cycles.mjs';
import { doubled, shuffled, stretched } from './orders.ts';
import { summaryLines, treeText } from './outcome-lines.ts';
import type { RecordingCase } from './recording-expectations.ts';
import { restartPlaces } from './resume.ts';
import { parseRootName } from './root-name.ts';
import type { History, Telling } from './tell-history.ts';
import { tellAcrossRestart, tellHistory } from './tell-history.ts';

/** ways: by name, where the same recording told otherwise came to something else; no entry = to the same. */
export type RecordingResult = {
  readonly ours: number;
  readonly independent: number;
  readonly cycles: readonly string[];
  /** The cycles that a second implementation finds; it knows of no initiators. */
  readonly secondOpinion: readonly string[];
  readonly ways: readonly string[];
};

const SEEDS = [1, 2, 3];
const RESTARTS = 15;
const SLOWER = 30;

/** Tells a recording once, and then doubled, in other orders, slowly, and over restarts. */
export async function resultOf(messages: readonly RecorderMessage[], { file, root }: RecordingCase): Promise<RecordingResult> {
  const telling = { rules: builtinRules(), target: parseRootName(root) };
  const plain = await tellHistory(messages, telling);
  return {
    ours: revisionsOf(plain),
    independent: countRevisions(file, root),
    cycles: cycleLines(plain),
    secondOpinion: cyclesOfFile(file, root).map(secondOpinionLine),
    ways: await otherWays(messages, { plain, telling }),
  };
}

/** Whether all is as it should be. expected: absent for a recording whose cycles nobody has looked at: the second opinion counts. */
export function holds(result: RecordingResult, expected: readonly string[] | undefined): boolean {
  const { ours, independent, cycles, secondOpinion, ways } = result;
  const agreed = cycles.map(withoutInitiators).join('\n') === secondOpinion.join('\n');
  return ours === independent && ways.length === 0 && agreed && (expected === undefined || cycles.join('\n') === expected.join('\n'));
}

/** 'a-create Cluster/… revisions ours=1 independent=1 cycles=1 expected=1'. */
export function resultLine({ file, root, cycles }: RecordingCase, result: RecordingResult): string {
  const name = file.split('/').at(-1) ?? file;
  const expected = (cycles ?? result.secondOpinion).length;
  return `${name} ${root} revisions ours=${result.ours} independent=${result.independent} cycles=${result.cycles.length} expected=${expected}`;
}

async function otherWays(
  messages: readonly RecorderMessage[],
  { plain, telling }: { readonly plain: History; readonly telling: Telling },
): Promise<readonly string[]> {
  const ways: string[] = [];
  const compare = (way: string, history: History): void => {
    const difference = firstDifference(storyOf(plain), storyOf(history));
    if (difference !== undefined) ways.push(`${way}: ${difference}`);
  };
  compare('doubled', await tellHistory(doubled(messages), telling));
  for (const seed of SEEDS) compare(`shuffled by ${seed}`, await tellHistory(shuffled(messages, seed), telling));
  for (const place of restartPlaces(messages, RESTARTS))
    compare(`restarted after ${place}`, await tellAcrossRestart(messages, { place, ...telling }));
  const slow = await tellHistory(stretched(messages, SLOWER), telling);
  const pace = { since: messages[0]?.receivedAt ?? 0, slower: SLOWER };
  const difference = firstDifference(cycleLines(plain), cycleLines(slow, pace));
  return difference === undefined ? ways : [...ways, `stretched: ${difference}`];
}

function firstDifference(wanted: readonly string[], got: readonly string[]): string | undefined {
  const index = Array.from({ length: Math.max(wanted.length, got.length) }).findIndex((_, at) => wanted[at] !== got[at]);
  return index < 0 ? undefined : `instead of ${wanted[index] ?? 'nothing'} ${got[index] ?? 'nothing'}`;
}

/** Everything about a history that must not depend on how it was told, as lines. */
function storyOf(history: History): readonly string[] {
  const changes = history.changes.map(({ id, type, noise, certainty, diff, writer }) =>
    formatJson({ id, type, noise, certainty, diff, writer }),
  );
  const cycles = history.cycles.map(({ cause, requests }) => formatJson({ cause, requests }));
  return [...changes, ...cycleLines(history), ...cycles, ...history.gaps.map((gap) => formatJson(gap)), ...viewLines(history.view)];
}

function viewLines(view: FullRootView): readonly string[] {
  const { tree, initialTree, gone, verdict } = view;
  return [`gone ${gone}, verdict ${verdict?.kind ?? 'none'}`, ...summaryLines(view), treeText(tree), `at first: ${treeText(initialTree)}`];
}

/** Distinct revisions that a message told; a deletion nobody saw has none. */
export function revisionsOf({ changes }: History): number {
  const told = changes.filter(({ type, certainty }) => type !== 'Event' && certainty !== 'inferred');
  return new Set(told.map(({ ref, resourceVersion }) => `${ref.uid} ${resourceVersion}`)).size;
}

type Pace = { readonly since: number; readonly slower: number };

/** 'created 19:07.203 -> 19:19.602 requests=1 initiators=x', times as if nothing had been slowed down. */
function cycleLines({ cycles }: History, pace: Pace = { since: 0, slower: 1 }): readonly string[] {
  return cycles.map((cycle) => {
    const { cause, start, end, state } = cycle;
    const initiators = cause.initiators.length === 0 ? '' : ` initiators=${cause.initiators.map(({ name }) => name).join(',')}`;
    const ended = state === 'closed' ? end?.time : undefined;
    return `${lineOf({ kind: cause.kind, start: start.time, end: ended, requests: requestCount(cycle) }, pace)}${initiators}`;
  });
}

type PlainCycle = { readonly kind: string; readonly start: number; readonly end: number | undefined; readonly requests: number };

function secondOpinionLine(cycle: PlainCycle): string {
  return lineOf(cycle, { since: 0, slower: 1 });
}

function lineOf({ kind, start, end, requests }: PlainCycle, pace: Pace): string {
  const at = (time: number): string => new Date(pace.since + (time - pace.since) / pace.slower).toISOString().slice(14, 23);
  return `${kind} ${at(start)} -> ${end === undefined ? 'open' : at(end)}${requests === 0 ? '' : ` requests=${requests}`}`;
}

/** A line as the second opinion writes it. */
export function withoutInitiators(line: string): string {
  return line.replace(/ initiators=.*/, '');
}
