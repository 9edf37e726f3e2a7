// The checks of texts, numbers and types against a schema.

import type { Json } from '../json.ts';
import { isJsonList } from '../json.ts';
import { isKnownFormat, matchesFormat } from './formats.ts';
import { formatGoNumber, isNumber, isWhole, numberKind } from './go-number.ts';
import type { SchemaNode } from './schema-node.ts';
import type { Check } from './value-check.ts';
import type { ValueResult } from './value-error.ts';
import { failed, merge, passed, VALID } from './value-error.ts';

/** Undefined where the schema says nothing of types. */
export function typeResult(value: Json, { schema, path, options }: Check): ValueResult | undefined {
  const types = typesOf(schema, options.asWritten);
  const format = formatIn(schema, options.asWritten);
  if (types.length === 0 && format === '') return undefined;
  if (value === null) return types.length > 0 && !schema.nullable ? wrongType(path, types.join(','), 'null') : passed(1);
  return valueTypeResult(value, { types, format, path });
}

type Wanted = { readonly types: readonly string[]; readonly format: string; readonly path: string };

function valueTypeResult(value: Json, { types, format, path }: Wanted): ValueResult {
  const type = typeOf(value);
  const fits = types.includes(type) || fitsAsNumber(value, types);
  const isText = typeof value === 'string' || isJsonList(value);
  if (fits || (isText && isTextFormat(format, types))) return passed(1);
  return !isText && format !== '' ? wrongType(path, format, numericFormat(value)) : wrongType(path, types.join(','), type);
}

/** Of a text or a list with a format, only the format is checked. */
function isTextFormat(format: string, types: readonly string[]): boolean {
  return format !== '' && !types.includes('number') && !types.includes('integer');
}

function typesOf({ type, intOrString }: SchemaNode, asWritten = false): readonly string[] {
  if (intOrString && !asWritten) return ['integer', 'string'];
  return type === '' ? [] : [type];
}

function formatIn({ format }: SchemaNode, asWritten = false): string {
  return asWritten || isKnownFormat(format) ? format : '';
}

function wrongType(path: string, type: string, found: string): ValueResult {
  return failed({ kind: 'type', path, value: found, message: `${path} in body must be of type ${type}: ${JSON.stringify(found)}` });
}

function typeOf(value: Json): string {
  if (isNumber(value)) return numberKind(value);
  if (isJsonList(value)) return 'array';
  return typeof value;
}

function numericFormat(value: Json): string {
  if (!isNumber(value)) return '';
  return numberKind(value) === 'integer' ? 'int64' : 'float64';
}

function fitsAsNumber(value: Json, types: readonly string[]): boolean {
  if (!isNumber(value)) return false;
  if (numberKind(value) === 'integer') return types.includes('number');
  return types.includes('integer') && isWhole(Number(value));
}

/** Of a text, whether it is as long and looks as it should, then whether it has its format. Nothing for anything else. */
export function stringResult(value: Json, { schema, path, options }: Check): readonly ValueResult[] {
  if (typeof value !== 'string') return [];
  const { maxLength, minLength, pattern } = schema;
  const format = formatIn(schema, options.asWritten);
  const checked = format !== '' && isKnownFormat(format);
  return [textResult(value, { maxLength, minLength, pattern, path, options }), ...(checked ? [formatResult(value, format, path)] : [])];
}

type TextCheck = Pick<SchemaNode, 'maxLength' | 'minLength' | 'pattern'> & Pick<Check, 'path' | 'options'>;

function textResult(value: string, { maxLength, minLength, pattern, path, options }: TextCheck): ValueResult {
  const length = [...value].length;
  if (maxLength !== undefined && length > maxLength) {
    return failed({ kind: 'too-long', path, allowed: maxLength, message: `${path} in body should be at most ${maxLength} chars long` });
  }
  if (minLength !== undefined && length < minLength) {
    return failed({ kind: 'other', path, value, message: `${path} in body should be at least ${minLength} chars long` });
  }
  if (pattern === '' || options.patterns.matches(pattern, value)) return VALID;
  return failed({ kind: 'other', path, value, message: `${path} in body should match '${pattern}'` });
}

function formatResult(value: string, format: string, path: string): ValueResult {
  if (matchesFormat(value, format)) return VALID;
  return failed({ kind: 'type', path, value, message: `${path} in body must be of type ${format}: ${JSON.stringify(value)}` });
}

/** Undefined for what is no number. */
export function numberResult(value: Json, { schema, path }: Check): ValueResult | undefined {
  if (!isNumber(value)) return undefined;
  const limit = { value, path, whole: numberKind(value) === 'integer' };
  return merge([multipleResult(limit, schema), minimumResult(limit, schema), maximumResult(limit, schema), passed(1)]);
}

type Limited = { readonly value: number | bigint; readonly path: string; readonly whole: boolean };

function bad({ value, path }: Limited, words: string): ValueResult {
  return failed({ kind: 'other', path, value, message: `${path} in body should be ${words}` });
}

function multipleResult(limited: Limited, { multipleOf }: SchemaNode): ValueResult {
  if (multipleOf === undefined) return VALID;
  const factor = limited.whole ? Math.trunc(multipleOf) : multipleOf;
  if (factor <= 0) {
    const message = `factor MultipleOf declared for ${limited.path} must be positive: ${formatGoNumber(factor, limited.whole)}`;
    return failed({ kind: 'other', path: limited.path, value: factor, message });
  }
  return isMultiple(limited, factor) ? VALID : bad(limited, `a multiple of ${formatGoNumber(factor, limited.whole)}`);
}

function isMultiple({ value, whole }: Limited, factor: number): boolean {
  if (whole) return BigInt(value) % BigInt(factor) === 0n;
  return isWhole(factor < 1 ? (1 / factor) * Number(value) : Number(value) / factor);
}

function maximumResult(limited: Limited, { maximum, exclusiveMaximum }: SchemaNode): ValueResult {
  if (maximum === undefined) return VALID;
  const most = limited.whole ? Math.trunc(maximum) : maximum;
  if (limited.value < most || (limited.value <= most && !exclusiveMaximum)) return VALID;
  return bad(limited, `less than ${exclusiveMaximum ? '' : 'or equal to '}${formatGoNumber(most, limited.whole)}`);
}

function minimumResult(limited: Limited, { minimum, exclusiveMinimum }: SchemaNode): ValueResult {
  if (minimum === undefined) return VALID;
  const least = limited.whole ? Math.trunc(minimum) : minimum;
  if (limited.value > least || (limited.value >= least && !exclusiveMinimum)) return VALID;
  return bad(limited, `greater than ${exclusiveMinimum ? '' : 'or equal to '}${formatGoNumber(least, limited.whole)}`);
}
