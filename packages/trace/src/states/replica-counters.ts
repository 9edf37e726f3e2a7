// How many replicas a workload wants, and in which words it has too many.

import type { Json } from '@rectrace/kube';
import { integerAt, valueAt } from '@rectrace/kube';

/** spec.replicas, 1 where it is not set, 0 of what is stopped. */
export function wantedReplicas(object: Json): number | bigint {
  return valueAt(object, ['spec', 'stop']) === true ? 0 : (integerAt(object, ['spec', 'replicas']) ?? 1);
}

/** '3 replicas wanted, 4 exist, 1 of an earlier template'; undefined where there are not more than wanted, as far as the status knows of the newest generation. */
export function surplusText(object: Json): string | undefined {
  const exist = integerAt(object, ['status', 'replicas']);
  const wanted = wantedReplicas(object);
  if (exist === undefined || exist <= wanted) return undefined;
  const updated = integerAt(object, ['status', 'updatedReplicas']);
  const earlier = updated === undefined || updated >= exist ? '' : `, ${BigInt(exist) - BigInt(updated)} of an earlier template`;
  return `${wanted} ${BigInt(wanted) === 1n ? 'replica' : 'replicas'} wanted, ${exist} exist${earlier}`;
}
