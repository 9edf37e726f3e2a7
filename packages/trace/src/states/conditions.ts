// status.conditions of any object.

import type { Json } from '@rectrace/kube';
import { integerAt, listAt, stringAt } from '@rectrace/kube';

/** Absent fields are ''. */
export type Condition = {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly since: string;
  readonly observedGeneration: number | bigint | undefined;
};

/** All conditions in their order; items without a type are left out. */
export function conditionsOf(object: Json): readonly Condition[] {
  return listAt(object, ['status', 'conditions'])
    .map(readCondition)
    .filter(({ type }) => type !== '');
}

/** The condition of a type. */
export function conditionOf(object: Json, type: string): Condition | undefined {
  const found = listAt(object, ['status', 'conditions']).find((item) => stringAt(item, ['type']) === type);
  return found === undefined ? undefined : readCondition(found);
}

/** The condition is there and says True. */
export function isTrue(object: Json, type: string): boolean {
  return conditionOf(object, type)?.status === 'True';
}

function readCondition(item: Json): Condition {
  return {
    type: stringAt(item, ['type']) ?? '',
    status: stringAt(item, ['status']) ?? '',
    reason: stringAt(item, ['reason']) ?? '',
    message: stringAt(item, ['message']) ?? '',
    since: stringAt(item, ['lastTransitionTime']) ?? '',
    observedGeneration: integerAt(item, ['observedGeneration']),
  };
}
