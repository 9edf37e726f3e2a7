// Tells what became new of a root's cycles between two looks at its fold.

import type { StandingCycles } from './closed-cycles.ts';
import { partedCycles } from './closed-cycles.ts';
import type { Cycle } from './cycle.ts';
import { comparePositions } from './position.ts';
import type { CycleSignal } from './recorded.ts';

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
  const kinds: CycleSignal['kind'][] = [];
  if (comparePositions(before.start.position, after.start.position) !== 0 || before.cause.change !== after.cause.change)
    kinds.push('revised');
  kinds.push(...laterKinds({ state: before.state, requests: before.requests.length }, after));
  if (kinds.length === 0 && before.state === 'closed' && before.end?.time !== after.end?.time) kinds.push('revised');
  return kinds;
}

function laterKinds(before: { readonly state: Cycle['state']; readonly requests: number }, after: Cycle): readonly CycleSignal['kind'][] {
  const kinds: CycleSignal['kind'][] = [];
  if (after.requests.length > before.requests) kinds.push('requested');
  if (after.state === 'open' && before.state !== 'open') kinds.push('resumed');
  if (after.state === 'reached' && before.state === 'open') kinds.push('reached');
  if (after.state === 'closed' && before.state === 'open') kinds.push('reached');
  if (after.state === 'closed' && before.state !== 'closed') kinds.push('closed');
  return kinds;
}
