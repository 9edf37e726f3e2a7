// Tells what became new of a root's cycles between two looks at its fold.

import type { Cycle } from '../cycle.ts';
import { comparePositions } from '../position.ts';
import type { CycleSignal } from '../recorded.ts';
import type { StandingCycles } from './closed-cycles.ts';
import { partedCycles } from './closed-cycles.ts';
import { sameDetail } from './cycle-detail.ts';
import { requestCount } from './cycle-requests.ts';

/** Signals that lead from the cycles told before to those of now, in order. */
export function signalsBetween(
  root: string,
  cycles: { readonly before: StandingCycles; readonly after: StandingCycles },
): readonly CycleSignal[] {
  const { left, right } = partedCycles(cycles.before, cycles.after);
  const known = new Map(left.map((cycle) => [cycle.number, cycle]));
  const signals: CycleSignal[] = [];
  for (const cycle of right) {
    const before = known.get(cycle.number);
    known.delete(cycle.number);
    for (const kind of kindsBetween(before, cycle)) signals.push({ kind, root, cycle });
  }
  for (const cycle of known.values()) signals.push({ kind: 'withdrawn', root, cycle });
  return signals;
}

function kindsBetween(before: Cycle | undefined, after: Cycle): readonly CycleSignal['kind'][] {
  if (before === after) return [];
  if (before === undefined) return ['opened', ...laterKinds({ state: 'open', requests: 0 }, after)];
  const kinds: CycleSignal['kind'][] = beginsAlike(before, after) ? [] : ['revised'];
  kinds.push(...laterKinds({ state: before.state, requests: requestCount(before) }, after));
  return kinds.length === 0 && !goesOnAlike(before, after) ? ['revised'] : kinds;
}

function beginsAlike({ start, cause }: Cycle, other: Cycle): boolean {
  const sameCause = cause.change === other.cause.change && sameDetail(cause.detail, other.cause.detail);
  return sameCause && comparePositions(start.position, other.start.position) === 0 && sameInitiators(cause, other.cause);
}

function sameInitiators({ initiators }: Cycle['cause'], other: Cycle['cause']): boolean {
  return initiators.length === other.initiators.length && initiators.every(({ uid }, index) => uid === other.initiators[index]?.uid);
}

function goesOnAlike(cycle: Cycle, other: Cycle): boolean {
  const { requests, end } = cycle;
  const sameRequests =
    requestCount(cycle) === requestCount(other) && requests.every(({ change }, at) => change === other.requests[at]?.change);
  return sameRequests && end?.time === other.end?.time && sameEnd(end, other.end);
}

function sameEnd(end: Cycle['end'], other: Cycle['end']): boolean {
  if (end === undefined || other === undefined) return end === other;
  return comparePositions(end.position, other.position) === 0;
}

function laterKinds(before: { readonly state: Cycle['state']; readonly requests: number }, after: Cycle): readonly CycleSignal['kind'][] {
  const kinds: CycleSignal['kind'][] = [];
  if (requestCount(after) > before.requests) kinds.push('requested');
  if (after.state === 'open' && before.state !== 'open') kinds.push('resumed');
  if (after.state === 'reached' && before.state === 'open') kinds.push('reached');
  if (after.state === 'closed' && before.state === 'open') kinds.push('reached');
  if (after.state === 'closed' && before.state !== 'closed') kinds.push('closed');
  return kinds;
}
