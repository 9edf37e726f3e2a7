// The status of a ReplicaSet, out of its pods. (pkg/controller/replicaset/replica_set_utils.go, 1.35.)
import type { JsonObject } from '@rectrace/kube';
import { formatTime, jsonEquals, matchesSelector, parseSelectorObject } from '@rectrace/kube';
import type { Pod } from '../kinds/pod.ts';
import { isAvailable, readySince } from '../kinds/pod.ts';
import type { ReplicaSet, ReplicaSetStatus } from '../kinds/replica-set.ts';
import type { Conditions } from '../workloads/conditions.ts';
import { conditionOf, withoutCondition } from '../workloads/conditions.ts';
import { countUnlessZero } from '../workloads/counts.ts';

/** now: milliseconds since the epoch. */
export type Counted = {
  readonly active: readonly Pod[];
  readonly terminating: readonly Pod[];
  readonly now: number;
  /** Why pods could not be made or deleted. */
  readonly failure?: { readonly reason: string; readonly message: string } | undefined;
};

const FAILURE = 'ReplicaFailure';

/** Undefined where the status is as it should be. */
export function statusOf(set: ReplicaSet, counted: Counted): JsonObject | undefined {
  const { active, terminating, now } = counted;
  const { minReadySeconds = 0, template } = set.spec;
  const selector = parseSelectorObject({ matchLabels: template.metadata?.labels ?? {} });
  const labelled = active.filter(({ metadata }) => selector.kind === 'selector' && matchesSelector(selector, metadata.labels));
  const conditions = conditionsOf(set.status, counted);
  const status: ReplicaSetStatus = {
    replicas: active.length,
    ...countUnlessZero('fullyLabeledReplicas', labelled.length),
    ...countUnlessZero('readyReplicas', active.filter((pod) => readySince(pod) !== undefined).length),
    ...countUnlessZero('availableReplicas', active.filter((pod) => isAvailable(pod, { minReadySeconds, now })).length),
    terminatingReplicas: terminating.length,
    ...countUnlessZero('observedGeneration', Number(set.metadata.generation ?? 0)),
    ...(conditions.length === 0 ? {} : { conditions }),
  };
  return jsonEquals(status, set.status) ? undefined : status;
}

/** In how many milliseconds the next pod has been ready for long enough; undefined where none is awaited. */
export function nextAvailability({ spec }: ReplicaSet, active: readonly Pod[], now: number): number | undefined {
  const { minReadySeconds = 0 } = spec;
  if (minReadySeconds === 0) return undefined;
  const waits = active.flatMap((pod) => {
    const since = readySince(pod);
    return since === undefined || isAvailable(pod, { minReadySeconds, now }) ? [] : [since + minReadySeconds * 1_000 - now];
  });
  return waits.length === 0 ? undefined : Math.min(...waits);
}

function conditionsOf(status: ReplicaSetStatus | undefined, { failure, now }: Counted): Conditions {
  const { conditions = [] } = status ?? {};
  if (failure === undefined) return withoutCondition(conditions, FAILURE);
  if (conditionOf(conditions, FAILURE) !== undefined) return conditions;
  return [...conditions, { type: FAILURE, status: 'True', lastTransitionTime: formatTime(now), ...failure }];
}
