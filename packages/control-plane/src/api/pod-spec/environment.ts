// env and envFrom of containers.
import type { FieldError } from '../field-error.ts';
import { invalidValue } from '../field-error.ts';
import { fits, needed, neededAndFits } from '../validation/checks.ts';
import { configMapKey, dns1123Label, dns1123Subdomain, environmentName } from '../validation/name-rules.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, itemsOf, textAt } from '../validation/spot.ts';
import { ENV_FIELDS, fieldRefErrors, resourceRefErrors } from './field-refs.ts';
import { noBacksteps } from './paths.ts';

export function environmentErrors(container: Spot): readonly FieldError[] {
  return [...itemsOf(at(container, 'env')).flatMap(variableErrors), ...sourcesErrors(at(container, 'envFrom'))];
}

function variableErrors(variable: Spot): readonly FieldError[] {
  const from = at(variable, 'valueFrom');
  return [
    ...neededAndFits(at(variable, 'name'), environmentName),
    ...(isSet(from) ? valueFromErrors(from, textAt(variable, 'value')) : []),
  ];
}

const VALUE_SOURCES: readonly (readonly [string, (reference: Spot) => readonly FieldError[]])[] = [
  ['fieldRef', (reference) => fieldRefErrors(reference, ENV_FIELDS)],
  ['resourceFieldRef', (reference) => resourceRefErrors(reference, { inVolume: false })],
  ['configMapKeyRef', keyRefErrors],
  ['secretKeyRef', keyRefErrors],
  ['fileKeyRef', fileRefErrors],
];

function valueFromErrors(from: Spot, value: string): readonly FieldError[] {
  const given = VALUE_SOURCES.filter(([key]) => isSet(at(from, key)));
  return [...given.flatMap(([key, check]) => check(at(from, key))), ...countErrors(from, given.length, value)];
}

function countErrors(from: Spot, count: number, value: string): readonly FieldError[] {
  const names = '`fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
  if (count === 0) return [invalidValue(from.path, '', `must specify one of: ${names}`)];
  if (value !== '') return [invalidValue(from.path, '', 'may not be specified when `value` is not empty')];
  return count > 1 ? [invalidValue(from.path, '', 'may not have more than one field specified at a time')] : [];
}

function keyRefErrors(reference: Spot): readonly FieldError[] {
  return [...fits(at(reference, 'name'), dns1123Subdomain), ...neededAndFits(at(reference, 'key'), configMapKey)];
}

function fileRefErrors(reference: Spot): readonly FieldError[] {
  const path = at(reference, 'path');
  return [
    ...neededAndFits(at(reference, 'key'), environmentName),
    ...neededAndFits(at(reference, 'volumeName'), dns1123Label),
    ...needed(path),
    ...noBacksteps(path),
  ];
}

function sourcesErrors(sources: Spot): readonly FieldError[] {
  return itemsOf(sources).flatMap((source) => {
    const given = ['configMapRef', 'secretRef'].map((key) => at(source, key)).filter(isSet);
    const prefix = at(source, 'prefix');
    return [
      ...(textAt(source, 'prefix') === '' ? [] : fits(prefix, environmentName)),
      ...given.flatMap((reference) => neededAndFits(at(reference, 'name'), (name) => dns1123Subdomain(name, true))),
      ...(given.length === 0 ? [invalidValue(sources.path, '', 'must specify one of: `configMapRef` or `secretRef`')] : []),
      ...(given.length > 1 ? [invalidValue(sources.path, '', 'may not have more than one field specified at a time')] : []),
    ];
  });
}
