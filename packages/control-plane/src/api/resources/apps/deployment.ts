// Deployment: its selector, its template and how it rolls.
import type { JsonObject } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../../field-error.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { invalidIf, notNegative } from '../../validation/checks.ts';
import { atMostAll, intOrPercentOf, positiveIntOrPercent } from '../../validation/int-or-percent.ts';
import { internalForm } from '../../validation/internal-form.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, numberOf, spot, textAt } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';
import { statusCountErrors } from './status-counts.ts';
import { withNameWarnings, withTemplate } from './templated.ts';
import { immutableSelectorErrors, standingTemplateErrors, workloadSelectorErrors } from './workload-errors.ts';

const STATUS = statusCountErrors({
  counts: [
    'observedGeneration',
    'replicas',
    'updatedReplicas',
    'readyReplicas',
    'availableReplicas',
    'unavailableReplicas',
    'terminatingReplicas',
    'collisionCount',
  ],
  parts: ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
  ready: 'readyReplicas',
  growing: 'collisionCount',
});

export function deploymentStrategy(base: ResourceStrategy): ResourceStrategy {
  const templated = withNameWarnings(withTemplate(base, 'spec', 'template'));
  return checkedBy(templated, { errors: deploymentErrors, changes: immutableSelectorErrors, status: STATUS });
}

function deploymentErrors(deployment: JsonObject): readonly FieldError[] {
  const spec = at(spot(deployment), 'spec');
  const deadline = at(spec, 'progressDeadlineSeconds');
  const tooShort = isSet(deadline) && (numberOf(deadline) ?? 0) <= (numberOf(at(spec, 'minReadySeconds')) ?? 0);
  return [
    ...notNegative(at(spec, 'replicas')),
    ...workloadSelectorErrors(at(spec, 'selector'), 'empty selector is invalid for deployment'),
    ...standingTemplateErrors(spec, { kind: 'ReplicaSet' }),
    ...rollingErrors(at(spec, 'strategy')),
    ...notNegative(at(spec, 'minReadySeconds')),
    ...notNegative(at(spec, 'revisionHistoryLimit')),
    ...notNegative(deadline),
    ...invalidIf(tooShort, deadline, 'must be greater than minReadySeconds'),
  ];
}

function rollingErrors(strategy: Spot): readonly FieldError[] {
  const rolling = at(strategy, 'rollingUpdate');
  switch (textAt(strategy, 'type')) {
    case 'Recreate':
      return isSet(rolling) ? [forbiddenField(rolling.path, "may not be specified when strategy `type` is 'Recreate'")] : [];
    case 'RollingUpdate':
      return isSet(rolling) ? paceErrors(rolling) : [required(rolling.path, 'this should be defaulted and never be nil')];
    default:
      return [notSupported(strategy.path, internalForm(strategy.value, 'apps.DeploymentStrategy'), ['Recreate', 'RollingUpdate'])];
  }
}

function paceErrors(rolling: Spot): readonly FieldError[] {
  const [away, more] = [at(rolling, 'maxUnavailable'), at(rolling, 'maxSurge')];
  const stands = intOrPercentOf(away) === 0 && intOrPercentOf(more) === 0;
  return [
    ...positiveIntOrPercent(away),
    ...positiveIntOrPercent(more),
    ...(stands ? [invalidValue(away.path, away.value ?? 0, 'may not be 0 when `maxSurge` is 0')] : []),
    ...atMostAll(away),
  ];
}
