// ConfigMap: keys, size, immutability.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, jsonEquals, valueAt } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, invalidValue, tooLong } from '../../field-error.ts';
import { booleanAt, textsAt } from '../../metadata.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { configMapKey } from '../../validation/name-rules.ts';
import { byteLength } from '../../validation/object-meta.ts';

const MOST_BYTES = 1024 * 1024;
const IMMUTABLE = 'field is immutable when `immutable` is set';

export function configMapStrategy(base: ResourceStrategy): ResourceStrategy {
  return { ...base, validate: validateConfigMap, validateUpdate: (object, old) => immutableErrors(object, old, ['data', 'binaryData']) };
}

function validateConfigMap(map: JsonObject): readonly FieldError[] {
  const binary = textsAt(map, ['binaryData']);
  const data = textsAt(map, ['data']);
  const size = [...Object.values(data).map(byteLength), ...Object.values(binary).map(base64Length)].reduce(
    (sum, length) => sum + length,
    0,
  );
  return [
    ...Object.keys(data).flatMap((key) => [
      ...keyErrors('data', key),
      ...(Object.hasOwn(binary, key) ? [invalidValue(`data[${key}]`, key, 'duplicate of key present in binaryData')] : []),
    ]),
    ...Object.keys(binary).flatMap((key) => keyErrors('binaryData', key)),
    ...(size > MOST_BYTES ? [tooLong('', MOST_BYTES)] : []),
  ];
}

export function keyErrors(field: string, key: string): readonly FieldError[] {
  return configMapKey(key).map((problem) => invalidValue(`${field}[${key}]`, key, problem));
}

/** Bytes that a base64 text stands for. */
export function base64Length(text: string): number {
  return Math.floor((text.replace(/=+$/, '').length * 3) / 4);
}

/** Of ConfigMaps and Secrets that say they are immutable. */
export function immutableErrors(object: JsonObject, old: JsonObject, fields: readonly string[]): readonly FieldError[] {
  if (booleanAt(old, ['immutable']) !== true) return [];
  const lifted = booleanAt(object, ['immutable']) === true ? [] : [forbiddenField('immutable', IMMUTABLE)];
  const changed = fields.filter((field) => !jsonEquals(mapAt(object, field), mapAt(old, field)));
  return [...lifted, ...changed.map((field) => forbiddenField(field, IMMUTABLE))];
}

function mapAt(object: JsonObject, field: string): JsonObject {
  const value = valueAt(object, [field]);
  return isJsonObject(value) ? value : {};
}
