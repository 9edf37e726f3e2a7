// Label selectors of objects as the API server checks them.
import type { FieldError } from '../field-error.ts';
import { forbiddenField, required } from '../field-error.ts';
import { fits, invalidAt } from './checks.ts';
import { labelValue, qualifiedName } from './name-rules.ts';
import { validateLabels } from './object-meta.ts';
import type { Spot } from './spot.ts';
import { at, entriesOf, isSet, itemsOf, textAt, textOf } from './spot.ts';

/** Nothing where there is no selector. */
export function selectorErrors(selector: Spot): readonly FieldError[] {
  if (!isSet(selector)) return [];
  return [...labelMapErrors(at(selector, 'matchLabels')), ...itemsOf(at(selector, 'matchExpressions')).flatMap(requirementErrors)];
}

export function labelMapErrors(labels: Spot): readonly FieldError[] {
  const texts = entriesOf(labels).map(([key, place]) => [key, textOf(place)] as const);
  return validateLabels(Object.fromEntries(texts), labels.path);
}

function requirementErrors(requirement: Spot): readonly FieldError[] {
  return [
    ...operatorErrors(requirement),
    ...fits(at(requirement, 'key'), qualifiedName),
    ...itemsOf(at(requirement, 'values')).flatMap((value) => fits(value, labelValue)),
  ];
}

function operatorErrors(requirement: Spot): readonly FieldError[] {
  const values = at(requirement, 'values');
  const count = itemsOf(values).length;
  switch (textAt(requirement, 'operator')) {
    case 'In':
    case 'NotIn':
      return count > 0 ? [] : [required(values.path, "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      return count === 0 ? [] : [forbiddenField(values.path, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    default:
      return [invalidAt(at(requirement, 'operator'), 'not a valid selector operator')];
  }
}

/** Neither labels nor expressions: it selects everything. */
export function selectsAll(selector: Spot): boolean {
  return entriesOf(at(selector, 'matchLabels')).length === 0 && itemsOf(at(selector, 'matchExpressions')).length === 0;
}
