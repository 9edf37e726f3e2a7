// Where one root goes on after a restart, by the cycles that its history has and by what retention left of their changes.

import type { Uid } from '@rectrace/kube';
import { parseInstant } from '@rectrace/kube';
import type { Cycle } from '../cycle.ts';
import type { Position } from '../position.ts';
import { comparePositions, positionBefore } from '../position.ts';
import { restartPosition } from './restart-position.ts';
import type { StoredTimeline } from './stored-timeline.ts';

/**
 * Of one root: the number its next cycle has, the position up to which nothing of it is folded again (undefined = all of it is), and the cycles
 * that the history has from there on. begun: the newest cycle, where the change that opened it is no longer there; it goes on from the cut, and
 * waits for these objects, which were made in it and are not complete as far as one knows.
 */
export type RootRestart = {
  readonly firstNumber: number;
  readonly cut: Position | undefined;
  readonly told: readonly Cycle[];
  readonly begun?: { readonly cycle: Cycle; readonly made: readonly Uid[] };
};

/** After all others. */
const LAST: Position = { epoch: 0xffff, version: '0', offset: 0 };
const WHOLE_SECOND = 1_000;
/** Cycles that mostly suffice to find an end that lies in no other. */
const NEWEST = 16;

export function restartOf(root: string, stored: StoredTimeline): RootRestart {
  const cycles = cyclesFor(root, stored);
  const newest = cycles.at(-1);
  if (newest === undefined) return wholeRestart(cycles, undefined);
  const [first] = stored.changes({ root, limit: 1, withoutBodies: true });
  if (first === undefined) return begunRestart(root, { newest, at: LAST, stored });
  if (comparePositions(first.position, newest.start.position) > 0)
    return begunRestart(root, { newest, at: positionBefore(first.position), stored });
  const isFirst = cycles[0]?.number === 1;
  return wholeRestart(cycles, restartPosition(cycles) ?? (isFirst ? undefined : positionBefore(newest.start.position)));
}

/** A few of the newest, where one of them says where to go on; else all. */
function cyclesFor(root: string, stored: StoredTimeline): readonly Cycle[] {
  const cycles = stored.cycles(root, { newest: NEWEST });
  return cycles.length < NEWEST || restartPosition(cycles) !== undefined ? cycles : stored.cycles(root);
}

/** Retention took the beginning of the newest cycle: what it left of it stands for it. */
function begunRestart(
  root: string,
  { newest, at, stored }: { readonly newest: Cycle; readonly at: Position; readonly stored: StoredTimeline },
): RootRestart {
  const made: Uid[] = [];
  for (const { ref, body } of stored.latest({ root, at })) {
    const madeAt = parseInstant(body?.metadata.creationTimestamp);
    if (madeAt !== undefined && madeAt + WHOLE_SECOND > newest.start.time) made.push(ref.uid);
  }
  return { firstNumber: newest.number, cut: at, told: [newest], begun: { cycle: newest, made } };
}

function wholeRestart(cycles: readonly Cycle[], cut: Position | undefined): RootRestart {
  const finished = cycles.filter(({ start }) => cut !== undefined && comparePositions(start.position, cut) <= 0);
  const last = finished.at(-1)?.number;
  const firstNumber = last === undefined ? (cycles[0]?.number ?? 1) : last + 1;
  return { firstNumber, cut, told: cycles.filter(({ number }) => number >= firstNumber) };
}
