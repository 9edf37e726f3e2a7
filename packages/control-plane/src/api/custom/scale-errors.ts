// What is wrong with the numbers that a scale reads: checked whenever the custom resource itself is written.
import type { Json, JsonObject } from '@rectrace/kube';
import { formatPlain, isJsonObject } from '@rectrace/kube';
import type { FieldError } from '../field-error.ts';
import { invalidValue } from '../field-error.ts';
import type { ScalePaths } from './definition.ts';
import { stepsOf } from './definition.ts';

const MOST_REPLICAS = 2_147_483_647;

export function scaleSpecErrors(object: JsonObject, { replicas }: ScalePaths): readonly FieldError[] {
  return countErrors(object, replicas);
}

export function scaleStatusErrors(object: JsonObject, { statusReplicas, selector }: ScalePaths): readonly FieldError[] {
  return [...countErrors(object, statusReplicas), ...(selector === '' ? [] : textErrors(object, selector))];
}

function countErrors(object: JsonObject, path: string): readonly FieldError[] {
  const read = follow(object, path);
  if (read.kind === 'blocked') return [invalidValue(path, 0, wrongType(path, read.value, 'map[string]interface{}'))];
  const { value } = read;
  if (value === undefined) return [];
  if (typeof value !== 'number' || !Number.isInteger(value)) return [invalidValue(path, 0, wrongType(path, value, 'int64'))];
  if (value < 0) return [invalidValue(path, value, 'should be a non-negative integer')];
  return value > MOST_REPLICAS ? [invalidValue(path, value, `should be less than or equal to ${MOST_REPLICAS}`)] : [];
}

function textErrors(object: JsonObject, path: string): readonly FieldError[] {
  const read = follow(object, path);
  if (read.kind === 'blocked') return [invalidValue(path, '', wrongType(path, read.value, 'map[string]interface{}'))];
  const { value } = read;
  return value === undefined || typeof value === 'string' ? [] : [invalidValue(path, '', wrongType(path, value, 'string'))];
}

/** `blocked`: something on the way has no fields. */
type Read = { readonly kind: 'found'; readonly value: Json | undefined } | { readonly kind: 'blocked'; readonly value: Json };

function follow(object: JsonObject, path: string): Read {
  let value: Json | undefined = object;
  for (const step of stepsOf(path)) {
    if (value === undefined) return { kind: 'found', value };
    if (!isJsonObject(value)) return { kind: 'blocked', value };
    value = Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return { kind: 'found', value };
}

const GO_TYPES: Readonly<Record<string, string>> = { string: 'string', boolean: 'bool', number: 'float64' };

function wrongType(path: string, value: Json, expected: string): string {
  const type = typeof value === 'number' && Number.isInteger(value) ? 'int64' : (GO_TYPES[typeof value] ?? compositeType(value));
  return `${path} accessor error: ${formatPlain(value)} is of the type ${type}, expected ${expected}`;
}

function compositeType(value: Json): string {
  if (value === null) return '<nil>';
  return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}';
}
