// The conditions of a change query that do not depend on how a store finds its rows.

import { formatGroupKind } from '@rectrace/kube';
import { type Change, comparePositions } from '@rectrace/trace';
import type { ChangeQuery } from './history-reader.ts';

/** True where a change meets every condition but root. */
export function matchesQuery(change: Change, query: ChangeQuery): boolean {
  return inTime(change, query) && inOrder(change, query) && ofInterest(change, query);
}

function inTime({ time }: Change, { since, until }: ChangeQuery): boolean {
  return (since === undefined || time >= since) && (until === undefined || time < until);
}

function inOrder({ position }: Change, { afterPosition, beforePosition }: ChangeQuery): boolean {
  if (afterPosition !== undefined && comparePositions(position, afterPosition) <= 0) return false;
  return beforePosition === undefined || comparePositions(position, beforePosition) < 0;
}

function ofInterest({ ref, type }: Change, { uid, types, kinds }: ChangeQuery): boolean {
  if (uid !== undefined && ref.uid !== uid) return false;
  if (types !== undefined && !types.includes(type)) return false;
  return kinds === undefined || kinds.includes(formatGroupKind(ref));
}
