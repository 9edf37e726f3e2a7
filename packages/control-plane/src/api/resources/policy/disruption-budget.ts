// PodDisruptionBudget: how many pods have to stay, or how many may be away. Of its metadata it asks nothing of its own.
import type { JsonObject } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { invalidValue } from '../../field-error.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { notNegative, oneOf } from '../../validation/checks.ts';
import { conditionsErrors } from '../../validation/conditions.ts';
import { atMostAll, positiveIntOrPercent } from '../../validation/int-or-percent.ts';
import { internalForm } from '../../validation/internal-form.ts';
import { selectorErrors } from '../../validation/label-selectors.ts';
import { at, isSet, spot } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';

const COUNTS = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'];

export function disruptionBudgetStrategy(base: ResourceStrategy): ResourceStrategy {
  return { ...checkedBy(base, { errors: budgetErrors, status: statusErrors }), ownMetadataRules: false };
}

function budgetErrors(budget: JsonObject): readonly FieldError[] {
  const spec = at(spot(budget), 'spec');
  const sides = ['minAvailable', 'maxUnavailable'].map((key) => at(spec, key)).filter(isSet);
  const shown = internalForm(spec.value, 'policy.PodDisruptionBudgetSpec');
  return [
    ...(sides.length > 1 ? [invalidValue(spec.path, shown, 'minAvailable and maxUnavailable cannot be both set')] : []),
    ...sides.flatMap((side) => [...positiveIntOrPercent(side), ...atMostAll(side)]),
    ...selectorErrors(at(spec, 'selector')),
    ...oneOf(at(spec, 'unhealthyPodEvictionPolicy'), ['AlwaysAllow', 'IfHealthyBudget']),
  ];
}

function statusErrors(budget: JsonObject): readonly FieldError[] {
  const status = at(spot(budget), 'status');
  return [...conditionsErrors(at(status, 'conditions')), ...COUNTS.flatMap((key) => notNegative(at(status, key)))];
}
