// The checks of matchConstraints and matchResources.
import type { FieldError } from '../../field-error.ts';
import { required } from '../../field-error.ts';
import { neededOneOf } from '../../validation/checks.ts';
import { selectorErrors } from '../../validation/label-selectors.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, itemsOf } from '../../validation/spot.ts';
import { namedRuleErrors } from './rule-errors.ts';

/** Nothing where there are none. */
export function matchResourceErrors(resources: Spot): readonly FieldError[] {
  if (!isSet(resources)) return [];
  return [
    ...neededOneOf(at(resources, 'matchPolicy'), ['Equivalent', 'Exact']),
    ...neededSelector(at(resources, 'namespaceSelector')),
    ...neededSelector(at(resources, 'objectSelector')),
    ...itemsOf(at(resources, 'resourceRules')).flatMap(namedRuleErrors),
    ...itemsOf(at(resources, 'excludeResourceRules')).flatMap(namedRuleErrors),
  ];
}

function neededSelector(place: Spot): readonly FieldError[] {
  return isSet(place) ? selectorErrors(place) : [required(place.path)];
}
