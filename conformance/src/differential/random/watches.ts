// What happened to each kind in a round, as a watch from its start tells it.
import type { Json } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import type { WatchLine } from '@rectrace/testbed';
import { differences } from '../compare.ts';
import type { Exchange } from '../subject.ts';
import { placeOf } from './place-of.ts';
import type { Playing } from './playing.ts';
import type { RandomKind } from './random-kind.ts';
import { collectionOf } from './random-kind.ts';
import type { Round } from './random-step.ts';
import type { Side } from './side.ts';
import { comparable } from './side.ts';

/** Of each kind, the revisions at which the sides start. */
export type Starts = ReadonlyMap<string, readonly string[]>;

/** One after the other, until both sides tell equally much: a busy server may need its time. */
const SECONDS = [1, 5, 20];

export async function startsOf({ namespace, kinds }: Round, { sides }: Playing): Promise<Starts> {
  const starts = new Map<string, readonly string[]>();
  for (const kind of kinds) starts.set(kind.title, await Promise.all(sides.map((side) => revisionOf(side, collectionOf(kind, namespace)))));
  return starts;
}

async function revisionOf({ subject }: Side, collection: string): Promise<string> {
  const { body } = await subject.prepare({ path: `${collection}?limit=1` });
  return stringAt(body as Json, ['metadata', 'resourceVersion']) ?? '';
}

export async function compareWatches(
  round: Round,
  { playing, starts }: { readonly playing: Playing; readonly starts: Starts },
): Promise<void> {
  const watched = round.kinds.filter(({ namespaced }) => namespaced);
  const read = await Promise.all(watched.map((kind) => readWatches(pathsOf(kind, round, starts), playing)));
  // Names are given in the order in which answers are told, which is the same for both sides.
  for (const [index, kind] of watched.entries()) tellWatches(kind, read[index] ?? [], playing);
}

function pathsOf(kind: RandomKind, { namespace }: Round, starts: Starts): readonly string[] {
  return (starts.get(kind.title) ?? []).map((start) => `${collectionOf(kind, namespace)}?resourceVersion=${start}`);
}

async function readWatches(paths: readonly string[], { sides }: Playing): Promise<readonly Exchange[]> {
  let exchanges: readonly Exchange[] = [];
  for (const timeoutSeconds of SECONDS) {
    exchanges = await Promise.all(
      sides.map(async ({ subject }, index) => {
        const path = paths[index] ?? '';
        const lines: readonly WatchLine[] = await subject.watch({ path, timeoutSeconds }).done;
        return { request: path, answer: lines as unknown as Json };
      }),
    );
    const [real = [], ours = []] = exchanges.map(({ answer }) => answer as readonly Json[]);
    if (real.length === ours.length) break;
  }
  return exchanges;
}

function tellWatches(kind: RandomKind, exchanges: readonly Exchange[], { sides, tally, history, number }: Playing): void {
  const [real, ours] = sides.map(({ renamer }, index) => {
    const exchange = exchanges[index];
    return exchange === undefined ? undefined : comparable(renamer, exchange).compared;
  });
  tally.note({ verb: 'watch', kind: kind.title, status: 200, reason: '' });
  const lines = differences(real, ours);
  const [first] = lines;
  if (first === undefined) return;
  const example = [`round ${number}`, ...history.of({ kind }), ...lines];
  tally.differs({ verb: 'watch', kind: kind.title, place: placeOf(first, undefined), example });
}
