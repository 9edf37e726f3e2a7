// ReplicaSet: its selector and its template.
import type { JsonObject } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { notNegative } from '../../validation/checks.ts';
import { at, spot } from '../../validation/spot.ts';
import { immutableSelectorErrors, standingTemplateErrors, workloadSelectorErrors } from './workload-errors.ts';

export function replicaSetStrategy(base: ResourceStrategy): ResourceStrategy {
  return {
    ...base,
    validate: replicaSetErrors,
    validateUpdate: (object, old) => [...replicaSetErrors(object), ...immutableSelectorErrors(object, old)],
    validateOnUpdate: () => [],
  };
}

function replicaSetErrors(set: JsonObject): readonly FieldError[] {
  const spec = at(spot(set), 'spec');
  return [
    ...notNegative(at(spec, 'replicas')),
    ...notNegative(at(spec, 'minReadySeconds')),
    ...workloadSelectorErrors(at(spec, 'selector'), 'empty selector is invalid for deployment'),
    ...standingTemplateErrors(spec, { kind: 'ReplicaSet' }),
  ];
}
