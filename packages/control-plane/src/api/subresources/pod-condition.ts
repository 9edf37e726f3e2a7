// Conditions of a pod: one of a type, its transition time moving with its status only.
import type { JsonObject } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { childrenOf, ensureChild } from '../draft.ts';

export type PodCondition = { readonly type: string; readonly status: string; readonly reason?: string; readonly message?: string };

/** Sets the condition, added or replaced; an equal one stays as it is. */
export function setPodCondition(pod: Draft, condition: PodCondition, now: string): void {
  const status = ensureChild(pod, 'status');
  const known = childrenOf(status, 'conditions');
  const old = known.find(({ type }) => type === condition.type);
  const moved = old?.['status'] === condition.status ? (old['lastTransitionTime'] ?? now) : now;
  const set: JsonObject = { ...condition, lastProbeTime: null, lastTransitionTime: moved };
  status['conditions'] = old === undefined ? [...known, set] : known.map((other) => (other === old ? set : other));
}
