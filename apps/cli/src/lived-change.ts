// Which changes a recording has lived through: neither what its first lists found nor Events of an earlier time.

import type { Change } from '@rectrace/trace';

/** Events that were there before anything was recorded tell of an earlier time. started: milliseconds since the epoch. */
export function isOld(change: Pick<Change, 'type' | 'time'>, started: number): boolean {
  return change.type === 'Event' && change.time < started - 2_000;
}

/** Whether something happened among the changes of a recording, noise aside. */
export function isEventful(changes: readonly Pick<Change, 'type' | 'time' | 'noise' | 'receivedAt'>[]): boolean {
  const started = changes[0]?.receivedAt ?? 0;
  return changes.some((change) => change.type !== 'Present' && change.noise === undefined && !isOld(change, started));
}
