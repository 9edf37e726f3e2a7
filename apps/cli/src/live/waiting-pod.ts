// What a root waits for most deeply: a Pod in its tree that is not ready, and why.

import type { KubeObject } from '@rectrace/kube';
import { refOf } from '@rectrace/kube';
import type { ObjectStates } from '@rectrace/trace';
import { readinessOf, reasonText } from '@rectrace/trace';
import { isWaiting } from '@rectrace/view';

/** 'Pod/web-1: ImagePullBackOff: Back-off …', the first by name. */
export function waitingPod(members: readonly KubeObject[], states: ObjectStates): string | undefined {
  const pods = members.filter((member) => member.kind === 'Pod' && refOf(member).group === '');
  const sorted = pods.sort((left, right) => (left.metadata.name < right.metadata.name ? -1 : 1));
  for (const pod of sorted) {
    const readiness = readinessOf(pod, states);
    if (isWaiting(readiness)) return `Pod/${pod.metadata.name}: ${reasonText(readiness)}`;
  }
  return undefined;
}
