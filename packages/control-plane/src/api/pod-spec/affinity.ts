// Which nodes and which other pods a pod wants to be near to.
import type { FieldError } from '../field-error.ts';
import { forbiddenField, invalidValue, required } from '../field-error.ts';
import { fits } from '../validation/checks.ts';
import { selectorErrors } from '../validation/label-selectors.ts';
import { dns1123Label, qualifiedName } from '../validation/name-rules.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, itemsOf, keysOf, textAt, textOf } from '../validation/spot.ts';
import { nodeSelectorErrors, preferredTermErrors, weightErrors } from './node-selectors.ts';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

export function affinityErrors(affinity: Spot): readonly FieldError[] {
  const node = at(affinity, 'nodeAffinity');
  const needed = at(node, REQUIRED);
  return [
    ...(isSet(needed) ? nodeSelectorErrors(needed) : []),
    ...preferredTermErrors(at(node, PREFERRED)),
    ...podAffinityErrors(at(affinity, 'podAffinity')),
    ...podAffinityErrors(at(affinity, 'podAntiAffinity')),
  ];
}

function podAffinityErrors(affinity: Spot): readonly FieldError[] {
  return [
    ...itemsOf(at(affinity, REQUIRED)).flatMap(podTermErrors),
    ...itemsOf(at(affinity, PREFERRED)).flatMap((term) => [...weightErrors(term), ...podTermErrors(at(term, 'podAffinityTerm'))]),
  ];
}

function podTermErrors(term: Spot): readonly FieldError[] {
  const topology = at(term, 'topologyKey');
  return [
    ...selectorErrors(at(term, 'labelSelector')),
    ...selectorErrors(at(term, 'namespaceSelector')),
    ...itemsOf(at(term, 'namespaces')).flatMap(({ value }) => fits({ value, path: `${term.path}.namespace` }, dns1123Label)),
    ...labelKeysErrors(term),
    ...(textOf(topology) === '' ? [required(topology.path, 'can not be empty')] : []),
    ...fits({ ...topology, value: textOf(topology) }, qualifiedName),
  ];
}

/** matchLabelKeys and mismatchLabelKeys beside a selector. */
export function labelKeysErrors(term: Spot): readonly FieldError[] {
  const selector = at(term, 'labelSelector');
  const [matched, mismatched] = [at(term, 'matchLabelKeys'), at(term, 'mismatchLabelKeys')];
  const others = itemsOf(mismatched).map(textOf);
  const both = itemsOf(matched).filter((key) => others.includes(textOf(key)));
  return [
    ...keysErrors(matched, selector),
    ...keysErrors(mismatched, selector),
    ...selectedErrors(term),
    ...both.map((key) => invalidValue(key.path, textOf(key), 'exists in both matchLabelKeys and mismatchLabelKeys')),
  ];
}

function keysErrors(keys: Spot, selector: Spot): readonly FieldError[] {
  if (itemsOf(keys).length === 0) return [];
  if (!isSet(selector)) return [forbiddenField(keys.path, 'must not be specified when labelSelector is not set')];
  return itemsOf(keys).flatMap((key) => fits(key, qualifiedName));
}

/** A key may stand among the selector's expressions once: the server itself adds it there. */
function selectedErrors(term: Spot): readonly FieldError[] {
  const selector = at(term, 'labelSelector');
  const matched = itemsOf(at(term, 'matchLabelKeys')).map(textOf);
  const seen = new Set(keysOf(at(selector, 'matchLabels')));
  return itemsOf(at(selector, 'matchExpressions')).flatMap((expression) => {
    const key = textAt(expression, 'key');
    const index = matched.lastIndexOf(key);
    const again = index >= 0 && seen.has(key);
    seen.add(key);
    return again ? [invalidValue(`${term.path}[${index}]`, key, 'exists in both matchLabelKeys and labelSelector')] : [];
  });
}
