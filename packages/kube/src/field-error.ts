// What is wrong with one field of an object, in the words of the API server.

import type { Json } from './json.ts';
import { formatJson, isJsonList, isJsonObject } from './json.ts';
import { formatPlain } from './patch/value/format-go.ts';

export type FieldErrorType = keyof typeof WORDS;

export type FieldError = {
  readonly type: FieldErrorType;
  /** e.g. spec.containers[0].name */
  readonly field: string;
  /** Absent where the words name no value. */
  readonly value?: Json;
  readonly detail: string;
};

const WORDS = {
  FieldValueNotFound: 'Not found',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueInvalid: 'Invalid value',
  FieldValueTypeInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  InternalError: 'Internal error',
} as const;

export function required(field: string, detail = ''): FieldError {
  return { type: 'FieldValueRequired', field, detail };
}

export function invalidValue(field: string, value: Json, detail: string): FieldError {
  return { type: 'FieldValueInvalid', field, value, detail };
}

export function typeInvalid(field: string, value: Json, detail: string): FieldError {
  return { type: 'FieldValueTypeInvalid', field, value, detail };
}

export function forbiddenField(field: string, detail: string): FieldError {
  return { type: 'FieldValueForbidden', field, detail };
}

export function duplicate(field: string, value: Json): FieldError {
  return { type: 'FieldValueDuplicate', field, value, detail: '' };
}

export function notFoundValue(field: string, value: Json): FieldError {
  return { type: 'FieldValueNotFound', field, value, detail: '' };
}

export function notSupported(field: string, value: Json, supported: readonly string[]): FieldError {
  const detail = supported.length === 0 ? '' : `supported values: ${supported.map((text) => JSON.stringify(text)).join(', ')}`;
  return { type: 'FieldValueNotSupported', field, value, detail };
}

/** `most` in bytes. */
export function tooLong(field: string, most: number): FieldError {
  return { type: 'FieldValueTooLong', field, detail: `may not be more than ${most} ${most === 1 ? 'byte' : 'bytes'}` };
}

export function tooMany(field: string, { actual, most }: { readonly actual: number; readonly most: number }): FieldError {
  return { type: 'FieldValueTooMany', field, value: actual, detail: `must have at most ${most} ${most === 1 ? 'item' : 'items'}` };
}

export function internalFieldError(field: string, detail: string): FieldError {
  return { type: 'InternalError', field, detail };
}

/** All of them in one text, each once: alone as it is, several in brackets. */
export function formatFieldErrors(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map((error) => `${error.field}: ${formatFieldError(error)}`))];
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
}

/** One of them, without its field. */
export function formatFieldError({ type, value, detail }: FieldError): string {
  const words = value === undefined ? WORDS[type] : `${WORDS[type]}: ${formatValue(value)}`;
  return detail === '' ? words : `${words}: ${detail}`;
}

/** As Go writes it: fractions with their exponent; what is not a scalar escapes the signs of HTML. */
function formatValue(value: Json): string {
  if (typeof value === 'number' && !Number.isInteger(value)) return formatPlain(value, true);
  const text = formatJson(value);
  if (!isJsonList(value) && !isJsonObject(value)) return text;
  return text.replaceAll(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}
