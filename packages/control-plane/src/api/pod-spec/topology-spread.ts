// How pods spread over zones and nodes.
import type { FieldError } from '../field-error.ts';
import { duplicate, required } from '../field-error.ts';
import { invalidIf, oneOf, positive } from '../validation/checks.ts';
import { selectorErrors } from '../validation/label-selectors.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, itemsOf, textAt, textOf } from '../validation/spot.ts';
import { labelKeysErrors } from './affinity.ts';

const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'];
const POLICIES = ['Honor', 'Ignore'];

export function topologySpreadErrors(constraints: Spot): readonly FieldError[] {
  const items = itemsOf(constraints);
  return items.flatMap((constraint, index) => constraintErrors(constraint, items.slice(index + 1)));
}

function constraintErrors(constraint: Spot, rest: readonly Spot[]): readonly FieldError[] {
  const [topology, action, least] = [at(constraint, 'topologyKey'), at(constraint, 'whenUnsatisfiable'), at(constraint, 'minDomains')];
  const word = textOf(action);
  const again = rest.some((other) => textAt(other, 'topologyKey') === textOf(topology) && textAt(other, 'whenUnsatisfiable') === word);
  const only = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${word}`;
  return [
    ...positive(at(constraint, 'maxSkew')),
    ...(textOf(topology) === '' ? [required(topology.path, 'can not be empty')] : []),
    ...oneOf({ ...action, value: word }, ACTIONS),
    ...(again ? [duplicate(`${constraint.path}.{topologyKey, whenUnsatisfiable}`, `{${textOf(topology)}, ${word}}`)] : []),
    ...(isSet(least) ? [...positive(least), ...invalidIf(word !== 'DoNotSchedule', least, only)] : []),
    ...oneOf(at(constraint, 'nodeAffinityPolicy'), POLICIES),
    ...oneOf(at(constraint, 'nodeTaintsPolicy'), POLICIES),
    ...labelKeysErrors(constraint),
    ...selectorErrors(at(constraint, 'labelSelector')),
  ];
}
