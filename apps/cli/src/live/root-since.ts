// Since when a root is, or is not, in its terminal state.

import type { KubeObject } from '@rectrace/kube';
import { asJson, listAt, parseInstant, stringAt } from '@rectrace/kube';
import type { Cycle, Verdict } from '@rectrace/trace';

/**
 * Milliseconds since the epoch; undefined where nobody knows. cycle: the latest that was recorded. Without one that agrees with the verdict
 * only the newest write that was not of the status tells when a root that is not terminal left its state.
 */
export function rootSince(
  object: KubeObject,
  { verdict, cycle }: { readonly verdict: Verdict; readonly cycle: Cycle | undefined },
): number | undefined {
  const terminal = verdict.kind === 'true';
  if (cycle !== undefined && terminal && cycle.state !== 'open') return cycle.end?.time;
  if (cycle !== undefined && !terminal && cycle.state !== 'closed') return cycle.start.time;
  return terminal ? undefined : lastSpecWrite(object);
}

function lastSpecWrite(object: KubeObject): number | undefined {
  const times = listAt(asJson(object), ['metadata', 'managedFields'])
    .filter((entry) => stringAt(entry, ['subresource']) !== 'status')
    .flatMap((entry) => parseInstant(stringAt(entry, ['time'])) ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}
