// HorizontalPodAutoscaler: what it scales, between which bounds, by which metrics, and how fast.
import type { JsonObject } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../../field-error.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { invalidIf, notNegative, quantityNotNegative } from '../../validation/checks.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, itemsOf, numberOf, spot, textAt, textOf } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';
import { metricErrors } from './metrics.ts';
import { referenceErrors } from './reference.ts';

const MOST_WINDOW = 3600;
const MOST_PERIOD = 1800;

export function autoscalerStrategy(base: ResourceStrategy): ResourceStrategy {
  return checkedBy(base, {
    errors: (scaler) => scalerErrors(scaler, undefined),
    update: scalerErrors,
    status: (scaler) => ['currentReplicas', 'desiredReplicas'].flatMap((key) => notNegative(at(at(spot(scaler), 'status'), key))),
  });
}

function scalerErrors(scaler: JsonObject, old: JsonObject | undefined): readonly FieldError[] {
  const [spec, before] = [at(spot(scaler), 'spec'), at(spot(old), 'spec')];
  const [least, most] = [at(spec, 'minReplicas'), at(spec, 'maxReplicas')];
  const bound = numberOf(at(before, 'minReplicas')) === 0 ? 0 : 1;
  const maximum = { ...most, value: numberOf(most) ?? 0 };
  const behavior = at(spec, 'behavior');
  return [
    ...invalidIf((numberOf(least) ?? bound) < bound, least, `must be greater than or equal to ${bound}`),
    ...invalidIf(maximum.value < 1, maximum, 'must be greater than 0'),
    ...invalidIf(maximum.value < (numberOf(least) ?? maximum.value), maximum, 'must be greater than or equal to `minReplicas`'),
    ...targetErrors(at(spec, 'scaleTargetRef'), at(before, 'scaleTargetRef')),
    ...metricsErrors(at(spec, 'metrics'), numberOf(least)),
    ...['scaleUp', 'scaleDown'].map((key) => at(behavior, key)).flatMap((rules) => (isSet(rules) ? ruleErrors(rules) : [])),
  ];
}

function targetErrors(target: Spot, before: Spot): readonly FieldError[] {
  const same = isSet(before) && ['apiVersion', 'kind'].every((key) => textAt(target, key) === textAt(before, key));
  return referenceErrors(target, { any: same, core: textAt(target, 'kind') === 'ReplicationController' });
}

function metricsErrors(metrics: Spot, least: number | undefined): readonly FieldError[] {
  const types = itemsOf(metrics).map((metric) => textAt(metric, 'type'));
  const blind = least === 0 && !types.includes('Object') && !types.includes('External');
  const words = 'must specify at least one Object or External metric to support scaling to zero replicas';
  return [...itemsOf(metrics).flatMap(metricErrors), ...(blind ? [forbiddenField(metrics.path, words)] : [])];
}

function ruleErrors(rules: Spot): readonly FieldError[] {
  const [window, select, policies, tolerance] = ['stabilizationWindowSeconds', 'selectPolicy', 'policies', 'tolerance'].map((key) =>
    at(rules, key),
  ) as [Spot, Spot, Spot, Spot];
  const choices = ['Disabled', 'Max', 'Min'];
  const odd = isSet(select) && !choices.includes(textOf(select));
  return [
    ...invalidIf((numberOf(window) ?? 0) < 0, window, 'must be greater than or equal to zero'),
    ...invalidIf((numberOf(window) ?? 0) > MOST_WINDOW, window, `must be less than or equal to ${MOST_WINDOW}`),
    ...(odd ? [notSupported(select.path, textOf(select), choices)] : []),
    ...(itemsOf(policies).length === 0 ? [required(policies.path, 'must specify at least one Policy')] : []),
    ...itemsOf(policies).flatMap(policyErrors),
    ...(isSet(tolerance) ? quantityNotNegative(tolerance) : []),
  ];
}

function policyErrors(policy: Spot): readonly FieldError[] {
  const type = at(policy, 'type');
  const kinds = ['Percent', 'Pods'];
  const positive = (key: string): readonly FieldError[] => {
    const value = numberOf(at(policy, key)) ?? 0;
    return value <= 0 ? [invalidValue(at(policy, key).path, value, 'must be greater than zero')] : [];
  };
  const period = at(policy, 'periodSeconds');
  return [
    ...(kinds.includes(textOf(type)) ? [] : [notSupported(type.path, textOf(type), kinds)]),
    ...positive('value'),
    ...positive('periodSeconds'),
    ...invalidIf((numberOf(period) ?? 0) > MOST_PERIOD, period, `must be less than or equal to ${MOST_PERIOD}`),
  ];
}
