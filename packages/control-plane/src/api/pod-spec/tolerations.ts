// Taints that a pod bears.
import type { FieldError } from '../field-error.ts';
import { notSupported } from '../field-error.ts';
import { fitsIfSet, invalidAt, invalidIf, oneOf } from '../validation/checks.ts';
import { labelValue, qualifiedName } from '../validation/name-rules.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, itemsOf, textAt, textOf } from '../validation/spot.ts';

export const TAINT_EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export function tolerationErrors(tolerations: Spot): readonly FieldError[] {
  return itemsOf(tolerations).flatMap(oneToleration);
}

function oneToleration(toleration: Spot): readonly FieldError[] {
  const [key, operator, effect] = [at(toleration, 'key'), at(toleration, 'operator'), at(toleration, 'effect')];
  const keyless = textOf(key) === '' && textOf(operator) !== 'Exists';
  const timed = isSet(at(toleration, 'tolerationSeconds')) && textOf(effect) !== 'NoExecute';
  return [
    ...fitsIfSet(key, qualifiedName),
    ...invalidIf(keyless, operator, 'operator must be Exists when `key` is empty, which means "match all values and all keys"'),
    ...invalidIf(timed, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"),
    ...operatorErrors(operator, textAt(toleration, 'value')),
    ...(textOf(effect) === '' ? [] : oneOf(effect, TAINT_EFFECTS)),
  ];
}

function operatorErrors(operator: Spot, value: string): readonly FieldError[] {
  const place = { ...operator, value };
  switch (textOf(operator)) {
    case '':
    case 'Equal': {
      const problems = labelValue(value);
      return problems.length === 0 ? [] : [invalidAt(place, problems.join(';'))];
    }
    case 'Exists':
      return invalidIf(value !== '', place, "value must be empty when `operator` is 'Exists'");
    case 'Lt':
    case 'Gt':
      return [notSupported(operator.path, textOf(operator), ['Equal', 'Exists', 'Lt', 'Gt'])];
    default:
      return [notSupported(operator.path, textOf(operator), ['Equal', 'Exists'])];
  }
}
