// Which changes a recording has lived through: neither what its first lists found nor Events of an earlier time.

import type { Change } from '@rectrace/trace';

/** When a recording began, milliseconds since the epoch; undefined where it has no changes. changes: in order. */
export function startOf(changes: readonly Pick<Change, 'receivedAt'>[]): number | undefined {
  return changes[0]?.receivedAt;
}

/** Events that were there before anything was recorded tell of an earlier time. started: as startOf tells it. */
export function isLived(change: Pick<Change, 'type' | 'time'>, started: number): boolean {
  const old = change.type === 'Event' && change.time < started - 2_000;
  return change.type !== 'Present' && !old;
}

/** The same of a recording that is read piece by piece. */
export class LivedChanges {
  #started = Number.POSITIVE_INFINITY;

  /** Those of the next piece; it may bring what came before. */
  of(changes: readonly Change[]): readonly Change[] {
    for (const { receivedAt } of changes) this.#started = Math.min(this.#started, receivedAt);
    return changes.filter((change) => isLived(change, this.#started));
  }
}

/** Whether something happened among the changes of a recording, noise aside. */
export function isEventful(changes: readonly Pick<Change, 'type' | 'time' | 'noise' | 'receivedAt'>[]): boolean {
  const started = startOf(changes) ?? 0;
  return changes.some((change) => change.noise === undefined && isLived(change, started));
}
