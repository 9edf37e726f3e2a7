// How a pod begins and ends: pending, with its class of service; gone after its grace, or at once where no node runs it.

import type { JsonObject } from '@rectrace/kube';
import { listAt, stringAt } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import { ensureChild } from '../../draft.ts';
import { numberAt } from '../../metadata.ts';
import type { DeleteOptions } from '../../options/delete-options.ts';
import { serviceClassOf } from '../../pod-spec/service-class.ts';
import type { ResourceStrategy, StatusStrategy } from '../../strategy.ts';

const ENDED = ['Succeeded', 'Failed'];
const GATED = 'Scheduling is blocked due to non-empty scheduling gates';

export function podLifecycle(base: ResourceStrategy): ResourceStrategy {
  return {
    ...base,
    prepareForCreate: (pod, context) => {
      base.prepareForCreate?.(pod, context);
      pod['status'] = startOf(pod, context.now);
    },
    gracePeriod,
    ...(base.status === undefined ? {} : { status: statusStrategy(base.status) }),
  };
}

function startOf(pod: Draft, now: string): JsonObject {
  const gated = listAt(pod, ['spec', 'schedulingGates']).length > 0;
  const condition = {
    type: 'PodScheduled',
    status: 'False',
    lastProbeTime: null,
    lastTransitionTime: now,
    reason: 'SchedulingGated',
    message: GATED,
  };
  return { phase: 'Pending', ...(gated ? { conditions: [condition] } : {}), qosClass: serviceClassOf(pod['spec'] ?? null) };
}

function gracePeriod(pod: JsonObject, { gracePeriodSeconds }: DeleteOptions): number {
  const unscheduled = (stringAt(pod, ['spec', 'nodeName']) ?? '') === '';
  if (unscheduled || ENDED.includes(stringAt(pod, ['status', 'phase']) ?? '')) return 0;
  const period = gracePeriodSeconds ?? numberAt(pod, ['spec', 'terminationGracePeriodSeconds']) ?? 0;
  return period < 0 ? 1 : period;
}

/** Owners and the class of service are not the kubelet's to change. */
function statusStrategy(base: StatusStrategy): StatusStrategy {
  return {
    ...base,
    keptMetadata: [...base.keptMetadata, 'ownerReferences'],
    prepareForUpdate: (pod, old, context) => {
      base.prepareForUpdate?.(pod, old, context);
      const status = ensureChild(pod, 'status');
      const known = stringAt(old, ['status', 'qosClass']);
      if (stringAt(status, ['qosClass']) === undefined && known !== undefined) status['qosClass'] = known;
    },
  };
}
