// Validates a value against a schema, with the messages and in the order of the API server's validator. At an update, what is invalid but has
// not changed is tolerated, where the schema lets the value be found in the old object.

import type { FieldError } from '../field-error.ts';
import type { Json, JsonObject } from '../json.ts';
import { isJsonList, isJsonObject } from '../json.ts';
import type { Correlated } from './correlated.ts';
import { numberResult, stringResult, typeResult } from './scalar-results.ts';
import type { SchemaNode } from './schema-node.ts';
import type { Check, ValidateOptions } from './value-check.ts';
import type { ValueError, ValueResult } from './value-error.ts';
import { failed, merge, passed, toFieldError, VALID } from './value-error.ts';

export function validateValue(value: Json, schema: SchemaNode, options: ValidateOptions): readonly FieldError[] {
  const { path = '', correlated } = options;
  const check = { schema, path: '', options };
  const result = correlated === undefined ? validate(value, check) : ratcheted(value, { ...check, correlated });
  return result.errors.map((error) => toFieldError(error, path));
}

function ratcheted(value: Json, check: Check & { readonly correlated: Correlated }): ValueResult {
  const result = validate(value, check);
  return result.errors.length > 0 && check.correlated.isUnchanged ? passed(result.matches) : result;
}

function validate(value: Json, check: Check): ValueResult {
  const { schema, path } = check;
  if (value === null) return merge([typeResult(value, check) ?? passed(1), enumResult(value, schema, path)]);
  const results: ValueResult[] = [];
  const add = (result: ValueResult | undefined): void => {
    if (result !== undefined) results.push(result, passed(1));
  };
  add(typeResult(value, check));
  add(junctorResult(value, check));
  for (const result of stringResult(value, check)) add(result);
  add(numberResult(value, check));
  if (isJsonList(value)) add(listResult(value, check));
  add(enumResult(value, schema, path));
  if (isJsonObject(value)) add(objectResult(value, check));
  return merge([...results, passed(1)]);
}

function enumResult(value: Json, { enum: allowed }: SchemaNode, path: string): ValueResult {
  if (allowed.length === 0 || allowed.some((item) => isSame(value, item))) return VALID;
  return failed({ kind: 'enum', path, value, allowed, message: `${path} in body should be one of ${JSON.stringify(allowed.map(String))}` });
}

/** Numbers are compared as the allowed one is written; null equals nothing. */
function isSame(value: Json, allowed: Json): boolean {
  if (value === null || allowed === null) return false;
  if (typeof value === 'number' && typeof allowed === 'number') return (Number.isInteger(allowed) ? Math.trunc(value) : value) === allowed;
  return typeof value === typeof allowed && JSON.stringify(sorted(value)) === JSON.stringify(sorted(allowed));
}

function sorted(value: Json): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (isJsonList(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.entries(value)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)]);
}

function listResult(list: readonly Json[], { schema, path, correlated, options }: Check): ValueResult {
  const { items, minItems, maxItems } = schema;
  const size = list.length;
  const inner =
    items === undefined
      ? []
      : list.map((item, index) => below(item, { schema: items, path: `${path}[${index}]`, options, correlated: correlated?.index(index) }));
  const few = minItems !== undefined && size < minItems;
  const many = maxItems !== undefined && size > maxItems;
  return merge([
    ...inner,
    ...(few ? [failed({ kind: 'other', path, value: size, message: `${path} in body should have at least ${minItems} items` })] : []),
    ...(many ? [tooManyResult({ path, size, most: maxItems, unit: 'items' })] : []),
    passed(1),
  ]);
}

type Excess = { readonly path: string; readonly size: number; readonly most: number; readonly unit: string };

function tooManyResult({ path, size, most, unit }: Excess): ValueResult {
  return failed({ kind: 'too-many', path, value: size, allowed: most, message: `${path} in body should have at most ${most} ${unit}` });
}

function below(value: Json, check: Check): ValueResult {
  return check.correlated === undefined ? validate(value, check) : ratcheted(value, { ...check, correlated: check.correlated });
}

function objectResult(object: JsonObject, check: Check): ValueResult {
  const { schema, path } = check;
  const { minProperties, maxProperties, required } = schema;
  const size = Object.keys(object).length;
  const few = minProperties !== undefined && size < minProperties;
  const many = maxProperties !== undefined && size > maxProperties;
  const message = `${path} in body should have at least ${minProperties} properties`;
  return merge([
    ...(few ? [failed({ kind: 'other', path, value: size, message })] : []),
    ...(many ? [tooManyResult({ path, size, most: maxProperties, unit: 'properties' })] : []),
    ...additionalResults(object, check),
    ...propertyResults(object, check),
    ...required.filter((key) => !Object.hasOwn(object, key)).map((key) => failed(missing(`${path}.${key}`))),
  ]);
}

function missing(path: string): ValueError {
  return { kind: 'required', path, message: `${path} in body is required` };
}

function additionalResults(object: JsonObject, { schema, path, correlated, options }: Check): readonly ValueResult[] {
  const { additional, properties } = schema;
  const others = Object.keys(object)
    .toSorted()
    .filter((key) => !properties.has(key));
  if (additional?.allows === false) {
    return others.map((key) => failed({ kind: 'other', path, value: key, message: `${path}.${key} in body is a forbidden property` }));
  }
  const values = additional?.schema;
  if (values === undefined) return [];
  return others.map((key) =>
    below(object[key] ?? null, { schema: values, path: `${path}.${key}`, options, correlated: partOf(correlated, key, path) }),
  );
}

function propertyResults(object: JsonObject, { schema, path, correlated, options }: Check): readonly ValueResult[] {
  const known = [...schema.properties].filter(([name]) => Object.hasOwn(object, name));
  return known.map(([name, property]) => {
    const place = path === '' ? name : `${path}.${name}`;
    return below(object[name] ?? null, { schema: property, path: place, options, correlated: partOf(correlated, name, path) });
  });
}

/** What an object is never counts as unchanged: both states are shown in the version of the request. */
function partOf(correlated: Correlated | undefined, key: string, path: string): Correlated | undefined {
  return path === '' && (key === 'kind' || key === 'apiVersion') ? undefined : correlated?.key(key);
}

function junctorResult(value: Json, { schema, path, options }: Check): ValueResult {
  const each = (schemas: readonly SchemaNode[]): readonly ValueResult[] =>
    schemas.map((nested) => validate(value, { schema: nested, path, options }));
  const quoted = JSON.stringify(path);
  return merge([
    ...(schema.anyOf.length === 0 ? [] : anyOfResults(each(schema.anyOf), quoted)),
    ...(schema.oneOf.length === 0 ? [] : oneOfResults(each(schema.oneOf), quoted)),
    ...(schema.allOf.length === 0 ? [] : allOfResults(each(schema.allOf), quoted)),
    ...(schema.not !== undefined && isValid(validate(value, { schema: schema.not, path, options }))
      ? [whole(`${quoted} must not validate the schema (not)`)]
      : []),
    passed(1),
  ]);
}

function isValid(result: ValueResult): boolean {
  return result.errors.length === 0;
}

function whole(message: string): ValueResult {
  return failed({ kind: 'whole', path: '', message });
}

/** The one in which most went well. */
function closest(results: readonly ValueResult[]): readonly ValueResult[] {
  const [first, ...others] = results;
  return first === undefined ? [] : [others.reduce((best, result) => (result.matches > best.matches ? result : best), first)];
}

function anyOfResults(results: readonly ValueResult[], quoted: string): readonly ValueResult[] {
  const first = results.find(isValid);
  if (first !== undefined) return [first];
  return [whole(`${quoted} must validate at least one schema (anyOf)`), ...closest(results)];
}

function oneOfResults(results: readonly ValueResult[], quoted: string): readonly ValueResult[] {
  const valid = results.filter(isValid);
  if (valid.length === 1) return valid;
  const found = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
  const message = `${quoted} must validate one and only one schema (oneOf). ${found}`;
  return [whole(message), ...(valid.length === 0 ? closest(results) : [])];
}

function allOfResults(results: readonly ValueResult[], quoted: string): readonly ValueResult[] {
  const valid = results.filter(isValid).length;
  if (valid === results.length) return results;
  return [...results, whole(`${quoted} must validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`)];
}
