// The ReplicaSets of a Deployment: the one of its template as it is now, and those of earlier ones.
import { jsonEquals } from '@rectrace/kube';
import type { Deployment } from '../kinds/deployment.ts';
import type { PodTemplate, ReplicaSet } from '../kinds/replica-set.ts';
import { byCreation } from './rollout.ts';

export const TEMPLATE_HASH = 'pod-template-hash';

/** `newest` is absent until it is made; `old` are all others. */
export type Generations = { readonly newest: ReplicaSet | undefined; readonly old: readonly ReplicaSet[] };

export function generationsOf({ spec }: Deployment, sets: readonly ReplicaSet[]): Generations {
  const newest = [...sets].sort(byCreation).find((set) => isSameTemplate(set.spec.template, spec.template));
  return { newest, old: sets.filter((set) => set !== newest) };
}

export function allOf({ newest, old }: Generations): readonly ReplicaSet[] {
  return newest === undefined ? old : [...old, newest];
}

export function isActive({ spec }: ReplicaSet): boolean {
  return spec.replicas > 0;
}

/** But for the hash that the Deployment's controller adds. Both have the server's defaults. */
function isSameTemplate(left: PodTemplate, right: PodTemplate): boolean {
  return jsonEquals(withoutHash(left), withoutHash(right));
}

function withoutHash({ metadata = {}, spec }: PodTemplate): PodTemplate {
  const { labels = {}, ...rest } = metadata;
  const kept = Object.entries(labels).filter(([name]) => name !== TEMPLATE_HASH);
  return { metadata: { ...rest, labels: Object.fromEntries(kept) }, spec };
}
