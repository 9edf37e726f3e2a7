// Conditions of a status: one of a type is replaced when its status or its reason changes, and keeps its transition time while the status stays.
import type { Condition } from '../kinds/condition.ts';

export type Conditions = readonly Condition[];

export function conditionOf(conditions: Conditions | undefined, type: string): Condition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** The conditions with this one last; the same where it says nothing new. */
export function withCondition(conditions: Conditions, condition: Condition): Conditions {
  const known = conditionOf(conditions, condition.type);
  if (known !== undefined && known.status === condition.status && known.reason === condition.reason) return conditions;
  const { lastTransitionTime = '' } = known?.status === condition.status ? known : condition;
  return [...withoutCondition(conditions, condition.type), { ...condition, lastTransitionTime }];
}

export function withoutCondition(conditions: Conditions, type: string): Conditions {
  return conditions.filter((condition) => condition.type !== type);
}
