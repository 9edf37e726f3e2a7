// A status cut to its byte budget. What it promises for any input: never over the budget, the conditions and the newest change always in it,
// the newest changes without a hole, and `omitted` says what was left out.

import type { TreeNode } from '@rectrace/trace';
import type { Condition, CycleStatus, ObjectSummary, Omitted, TraceChange, TraceStatus } from '@rectrace/trace-api';
import { fitChanges } from './fit-changes.ts';
import type { FittedTrees } from './fit-trees.ts';
import { allLevels, fitTrees, layOut, OMITTED_TYPES_BYTES } from './fit-trees.ts';
import { byType } from './tree-levels.ts';
import { clipText, wireSize } from './wire-size.ts';
import { withinBytes } from './within-bytes.ts';

export const DEFAULT_STATUS_BYTES = 64 * 1024;
export const LARGEST_STATUS_BYTES = 256 * 1024;
/** Below this the parts that are always written would not fit. */
export const SMALLEST_STATUS_BYTES = 24 * 1024;

const TEXT_BYTES = 384;
const WRITER_BYTES = 128;
/** How much of one text a status that is short of room shows, in bytes. */
export const CUT_DESCRIPTION_BYTES = 1024;
const SHOWN_REQUESTS = 5;
/** Keys, brackets and counters of status, currentState and omitted around the parts measured one by one. */
const FRAME_BYTES = 1024;

/** Everything there is to say, before any budget. */
export type StatusDraft = {
  readonly observedGeneration: number | bigint;
  readonly conditions: readonly Condition[];
  readonly state?: StateDraft;
};

export type StateDraft = {
  readonly cycle?: CycleStatus;
  /** Requests of the cycle that are not in `cycle`, as the recorder did not keep them. */
  readonly omittedRequests?: number;
  readonly initialTree?: TreeNode;
  readonly tree?: TreeNode;
  readonly summaries: readonly ObjectSummary[];
  /** The newest shown changes, oldest first; at least as many as any budget holds. */
  readonly changes: readonly TraceChange[];
  /** Shown changes of the cycle altogether, those in `changes` included; and its noise. */
  readonly totals: { readonly shown: number; readonly noise: number };
};

export type FittedStatus = { readonly status: TraceStatus; readonly truncated: boolean };

/** budget: bytes of the status as JSON. @throws RangeError under SMALLEST_STATUS_BYTES. */
export function fitStatus(draft: StatusDraft, budget: number): FittedStatus {
  if (budget < SMALLEST_STATUS_BYTES) throw new RangeError(`a status needs at least ${SMALLEST_STATUS_BYTES} bytes`);
  const head = { observedGeneration: draft.observedGeneration, conditions: draft.conditions.map(shortCondition) };
  if (draft.state === undefined) return { status: head, truncated: false };
  return fitState(head, { state: draft.state, budget });
}

type Head = Pick<TraceStatus, 'observedGeneration' | 'conditions'>;

function fitState(head: Head, { state, budget }: { readonly state: StateDraft; readonly budget: number }): FittedStatus {
  const cycle = state.cycle === undefined ? undefined : shortCycle(state.cycle);
  const summaries = fitSummaries(state.summaries, budget / 8);
  const fixed = FRAME_BYTES + OMITTED_TYPES_BYTES + wireSize(head) + wireSize(cycle ?? {}) + wireSize(summaries);
  const { changes, trees, texts } = share(state, { room: budget - fixed, newestText: budget / 16 });
  const omitted: Omitted = {
    noise: state.totals.noise,
    changes: state.totals.shown - changes.length,
    texts,
    objects: trees.omitted.objects,
    initialObjects: trees.initialObjects,
    objectTypes: state.summaries.length - summaries.length,
    requests: (state.omittedRequests ?? 0) + (state.cycle?.requests?.length ?? 0) - (cycle?.requests?.length ?? 0),
    ...(trees.omitted.types.length === 0 ? {} : { objectsByType: trees.omitted.types }),
  };
  const said = withoutZeros(omitted);
  const status: TraceStatus = {
    ...head,
    ...(cycle === undefined ? {} : { cycle }),
    ...(trees.initial === undefined ? {} : { initialObjectTree: trees.initial }),
    currentState: {
      summary: { objectSummaries: summaries },
      ...(trees.current === undefined ? {} : { objectTree: trees.current }),
      changes,
    },
    ...(Object.keys(said).length === 0 ? {} : { omitted: said }),
  };
  return { status, truncated: Object.keys(withoutZeros({ ...omitted, noise: 0 })).length > 0 };
}

type Share = { readonly changes: readonly TraceChange[]; readonly trees: FittedTrees; readonly texts: number };

/** Divides the room: everything where it fits, else half for the changes at least, and what trees or changes do not use goes to the other. */
function share(state: StateDraft, { room, newestText }: { readonly room: number; readonly newestText: number }): Share {
  const trees = { current: layOut(state.tree, room), initial: layOut(state.initialTree, room) };
  const wantedByTrees = allLevels(trees.current) + allLevels(trees.initial);
  const wanted = fitChanges(state.changes, { room, newestText });
  const whole = wanted.changes.length === state.totals.shown && wanted.bytes + wantedByTrees <= room;
  if (whole) return { changes: wanted.changes, trees: fitTrees(trees, wantedByTrees), texts: wanted.texts };
  const short = fitChanges(state.changes, { room, newestText, text: CUT_DESCRIPTION_BYTES });
  const forChanges = Math.min(short.bytes, Math.max(room / 2, room - wantedByTrees));
  const fitted = fitTrees(trees, room - forChanges);
  const { changes, texts } = fitChanges(state.changes, { room: room - fitted.bytes, newestText, text: CUT_DESCRIPTION_BYTES });
  return { changes, trees: fitted, texts };
}

/** Types that changed first, then those with most objects, as many as fit; sorted by apiVersion and kind. */
function fitSummaries(summaries: readonly ObjectSummary[], bytes: number): readonly ObjectSummary[] {
  const ranked = [...summaries].sort((a, b) => moved(b) - moved(a) || b.total - a.total);
  return [...withinBytes(ranked, bytes)].sort((a, b) => byType(a.objectType, b.objectType));
}

function moved({ changeSummary: { added = 0, updated = 0, deleted = 0 } }: ObjectSummary): number {
  return added + updated + deleted > 0 ? 1 : 0;
}

function shortCondition(condition: Condition): Condition {
  return { ...condition, message: clipText(condition.message, TEXT_BYTES) };
}

function shortCycle(cycle: CycleStatus): CycleStatus {
  const { cause, requests = [] } = cycle;
  const newest = requests.slice(-SHOWN_REQUESTS).map(shortWords);
  return { ...cycle, cause: shortWords(cause), ...(newest.length === 0 ? {} : { requests: newest }) };
}

function shortWords<T extends { readonly text: string; readonly writer?: string }>(words: T): T {
  return { ...words, text: clipText(words.text, TEXT_BYTES), ...shortWriter(words) };
}

function shortWriter({ writer }: { readonly writer?: string }): { readonly writer?: string } {
  return writer === undefined ? {} : { writer: clipText(writer, WRITER_BYTES) };
}

function withoutZeros(omitted: Omitted): Omitted {
  return Object.fromEntries(Object.entries(omitted).filter(([, value]) => value !== 0));
}
