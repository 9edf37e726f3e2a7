// What roots wait for most deeply: a Pod below each that is not ready, and why.

import type { KubeObject } from '@rectrace/kube';
import type { ObjectStates } from '@rectrace/trace';
import { readinessOf, reasonText } from '@rectrace/trace';
import { isWaiting } from '@rectrace/view';

/** ownersOf: uids of the owners by the uid of an object. By the uid of the topmost owner: 'Pod/web-1: ImagePullBackOff: Back-off …', the first by name. */
export function waitingPods(
  pods: readonly KubeObject[],
  { ownersOf, states }: { readonly ownersOf: ReadonlyMap<string, readonly string[]>; readonly states: ObjectStates },
): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  for (const pod of [...pods].sort((left, right) => (left.metadata.name < right.metadata.name ? -1 : 1))) {
    const readiness = readinessOf(pod, states);
    if (!isWaiting(readiness)) continue;
    const said = `Pod/${pod.metadata.name}: ${reasonText(readiness)}`;
    for (const top of topmost(pod.metadata.uid ?? '', ownersOf)) if (!reasons.has(top)) reasons.set(top, said);
  }
  return reasons;
}

/** The uids that stand at the top of whoever owns the object. Owners may stand in a circle: each is looked at once. */
export function topmost(uid: string, ownersOf: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const seen = new Set([uid]);
  for (const one of seen) for (const owner of ownersOf.get(one) ?? []) seen.add(owner);
  return [...seen].filter((one) => (ownersOf.get(one) ?? []).length === 0);
}
