// StorageClass: whose volumes, and how they are made. Most of it never changes.
import type { JsonObject } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { duplicate, forbiddenField, invalidValue, notSupported, required, tooLong } from '../../field-error.ts';
import { deprecatedLabel } from '../../pod-spec/node-label-warnings.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { fits, needed, oneOf } from '../../validation/checks.ts';
import { semanticEquals } from '../../validation/internal-form.ts';
import { qualifiedName } from '../../validation/name-rules.ts';
import { byteLength, immutable, validateObjectMeta } from '../../validation/object-meta.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, entriesOf, isSet, itemsOf, spot, textAt, textOf, textsOf } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';

const MOST_PARAMETERS = 512;
const MOST_BYTES = 256 * 1024;

export function storageClassStrategy(base: ResourceStrategy): ResourceStrategy {
  const meta = { namespaced: false, nameRule: base.nameRule, strictFinalizers: base.strictFinalizers };
  return checkedBy(base, {
    errors: classErrors,
    warnings: classWarnings,
    update: (storageClass, old) => [
      ...validateObjectMeta(storageClass, meta),
      ...classErrors(storageClass),
      ...changeErrors(storageClass, old),
    ],
  });
}

function classWarnings(storageClass: JsonObject): readonly string[] {
  const expressions = itemsOf(at(spot(storageClass), 'allowedTopologies')).flatMap((term) => itemsOf(at(term, 'matchLabelExpressions')));
  return expressions.flatMap((expression) => {
    const message = deprecatedLabel(textAt(expression, 'key'));
    return message === undefined ? [] : [`${at(expression, 'key').path}: ${message}`];
  });
}

function classErrors(storageClass: JsonObject): readonly FieldError[] {
  const place = spot(storageClass);
  const [provisioner, policy] = [at(place, 'provisioner'), at(place, 'reclaimPolicy')];
  const lower = { ...provisioner, value: textOf(provisioner).toLowerCase() };
  return [
    ...needed(provisioner),
    ...(textOf(provisioner) === '' ? [] : fits(lower, qualifiedName)),
    ...parameterErrors(at(place, 'parameters')),
    ...(textOf(policy) === '' ? [] : oneOf(policy, ['Delete', 'Retain'])),
    ...modeErrors(at(place, 'volumeBindingMode')),
    ...topologyErrors(at(place, 'allowedTopologies')),
  ];
}

function parameterErrors(parameters: Spot): readonly FieldError[] {
  const entries = entriesOf(parameters);
  if (entries.length > MOST_PARAMETERS) return [tooLong(parameters.path, MOST_PARAMETERS)];
  const size = entries.reduce((sum, [key, place]) => sum + byteLength(key) + byteLength(textOf(place)), 0);
  return [
    ...(entries.some(([key]) => key === '') ? [invalidValue(parameters.path, '', 'field can not be empty.')] : []),
    ...(size > MOST_BYTES ? [tooLong(parameters.path, MOST_BYTES)] : []),
  ];
}

function modeErrors(mode: Spot): readonly FieldError[] {
  if (!isSet(mode)) return [required(mode.path)];
  const known = ['Immediate', 'WaitForFirstConsumer'];
  return known.includes(textOf(mode)) ? [] : [notSupported(mode.path, textOf(mode), known)];
}

function topologyErrors(topologies: Spot): readonly FieldError[] {
  const seen: string[] = [];
  return itemsOf(topologies).flatMap((topology) => {
    const keys: string[] = [];
    const expressions = itemsOf(at(topology, 'matchLabelExpressions'));
    const errors = expressions.flatMap((expression) => expressionErrors(expression, keys));
    const text = JSON.stringify(expressions.map(({ value }) => value).toSorted());
    const again = seen.includes(text);
    seen.push(text);
    return [...errors, ...(again ? [duplicate(`${topology.path}.matchLabelExpressions`, '')] : [])];
  });
}

function expressionErrors(expression: Spot, keys: string[]): readonly FieldError[] {
  const [key, values] = [at(expression, 'key'), at(expression, 'values')];
  const texts = textsOf(values);
  const again = keys.includes(textOf(key));
  keys.push(textOf(key));
  return [
    ...(texts.length === 0 ? [required(values.path)] : []),
    ...itemsOf(values).flatMap((value, index) => (texts.indexOf(textOf(value)) < index ? [duplicate(value.path, textOf(value))] : [])),
    ...fits({ ...key, value: textOf(key) }, qualifiedName),
    ...(again ? [duplicate(key.path, textOf(key))] : []),
  ];
}

function changeErrors(storageClass: JsonObject, old: JsonObject): readonly FieldError[] {
  const changed = (key: string, type: string): boolean => !semanticEquals(storageClass[key], old[key], type);
  const fixed: readonly (readonly [string, string])[] = [
    ['parameters', '{}string'],
    ['provisioner', 'string'],
    ['reclaimPolicy', 'string'],
  ];
  return [
    ...fixed.filter(([key, type]) => changed(key, type)).map(([key]) => forbiddenField(key, `updates to ${key} are forbidden.`)),
    ...immutable('volumeBindingMode', storageClass['volumeBindingMode'], old['volumeBindingMode']),
  ];
}
