// Effects that size ReplicaSets, each told as an Event.
import type { Deployment } from '../kinds/deployment.ts';
import type { ReplicaSet } from '../kinds/replica-set.ts';
import { REPLICA_SETS } from '../kinds/replica-set.ts';
import type { Effects } from '../runtime/effect.ts';
import type { Generations } from './replica-sets.ts';
import { allOf, isActive } from './replica-sets.ts';
import { replicasAnnotations } from './revision.ts';
import type { Sized } from './rollout.ts';
import { annotatedCount, byCreation, DESIRED_REPLICAS, scaleInProportion } from './rollout.ts';

export function scale(deployment: Deployment, sized: readonly Sized[]): Effects {
  return sized.filter(({ set, replicas }) => set.spec.replicas !== replicas).flatMap((one) => update(deployment, one));
}

/** After a change of the wanted size, and while the Deployment is paused: no rollout, the ReplicaSets as they are in other sizes. */
export function resize(deployment: Deployment, generations: Generations): Effects {
  const { replicas, strategy } = deployment.spec;
  const { newest, old } = generations;
  const active = allOf(generations).filter(isActive);
  if (active.length <= 1) {
    const only = active[0] ?? newest ?? [...old].sort(byCreation).at(-1);
    return only === undefined ? [] : scale(deployment, [{ set: only, replicas }]);
  }
  if (newest !== undefined && isSaturated(deployment, newest)) {
    return scale(
      deployment,
      old.filter(isActive).map((set) => ({ set, replicas: 0 })),
    );
  }
  if (strategy.type !== 'RollingUpdate') return [];
  return scaleInProportion(deployment, active)
    .filter((one) => isStale(deployment, one))
    .flatMap((one) => update(deployment, one));
}

function isSaturated({ spec }: Deployment, newest: ReplicaSet): boolean {
  const counts = [newest.spec.replicas, annotatedCount(newest, DESIRED_REPLICAS), newest.status?.availableReplicas ?? 0];
  return counts.every((count) => count === spec.replicas);
}

/** Another size, or another size of the Deployment than the annotations say. */
function isStale(deployment: Deployment, { set, replicas }: Sized): boolean {
  const wanted = Object.entries(replicasAnnotations(deployment));
  return set.spec.replicas !== replicas || wanted.some(([name, value]) => set.metadata.annotations?.[name] !== value);
}

function update(deployment: Deployment, { set, replicas }: Sized): Effects {
  const annotations = { ...set.metadata.annotations, ...replicasAnnotations(deployment) };
  const object = { ...set, metadata: { ...set.metadata, annotations }, spec: { ...set.spec, replicas } };
  const before = set.spec.replicas;
  const message = `Scaled ${before < replicas ? 'up' : 'down'} replica set ${set.metadata.name} from ${before} to ${replicas}`;
  return [
    { kind: 'update', resource: REPLICA_SETS, object },
    ...(before === replicas
      ? []
      : [{ kind: 'event', event: { about: deployment, type: 'Normal', reason: 'ScalingReplicaSet', message } } as const]),
  ];
}
