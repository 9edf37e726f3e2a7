// One failure of a value against a schema, and results that merge: which of several alternatives is told depends on how many checks went well.

import type { FieldError } from '../field-error.ts';
import { invalidValue, notSupported, required, tooLong, tooMany, typeInvalid } from '../field-error.ts';
import type { Json } from '../json.ts';
import { formatJson } from '../json.ts';
import { childPath, fieldName } from './field-path.ts';
import { sortedJson } from './mutable-json.ts';

export type ValueErrorKind = 'type' | 'required' | 'enum' | 'too-long' | 'too-many' | 'other' | 'whole';

export type ValueError = {
  readonly kind: ValueErrorKind;
  /** Dotted, as the validator builds it: begins with a dot where a field of the root is named. `whole` names none. */
  readonly path: string;
  readonly message: string;
  readonly value?: Json;
  /** The values or the size that are allowed. */
  readonly allowed?: readonly Json[] | number;
};

export type ValueResult = { readonly errors: readonly ValueError[]; readonly matches: number };

export const VALID: ValueResult = { errors: [], matches: 0 };

export function passed(matches: number): ValueResult {
  return { errors: [], matches };
}

export function failed(error: ValueError): ValueResult {
  return { errors: [error], matches: 0 };
}

/** Equal messages are told once. */
export function merge(results: readonly ValueResult[]): ValueResult {
  const byMessage = new Map<string, ValueError>();
  let matches = 0;
  for (const result of results) {
    matches += result.matches;
    for (const error of result.errors) if (!byMessage.has(error.message)) byMessage.set(error.message, error);
  }
  return { errors: [...byMessage.values()], matches };
}

/** `path`: where the value stands that was validated. */
export function toFieldError(error: ValueError, path: string): FieldError {
  const place = fieldName(error.path === '' || error.path === '.' ? path : childPath(path, error.path.replace(/^\./, '')));
  const value = error.value ?? '';
  switch (error.kind) {
    case 'required':
      return required(place);
    case 'enum':
      return notSupported(place, sortedJson(error.value ?? null), (error.allowed as readonly Json[]).map(allowedText));
    case 'too-long':
      return tooLong(place, error.allowed as number);
    case 'too-many':
      return tooMany(place, { actual: error.value as number, most: error.allowed as number });
    case 'type':
      return typeInvalid(place, sortedJson(value), error.message);
    case 'other':
      return invalidValue(place, sortedJson(value), error.message);
    case 'whole':
      return invalidValue(fieldName(path), '', error.message);
  }
}

function allowedText(value: Json): string {
  return typeof value === 'string' ? value : formatJson(sortedJson(value));
}
