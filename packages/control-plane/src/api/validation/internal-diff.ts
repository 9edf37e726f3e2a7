// How two states of a value that must not change differ, in the API server's form.
import type { Json } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';
import type { FieldError } from '../field-error.ts';
import { forbiddenField } from '../field-error.ts';
import { internalForm } from './internal-form.ts';
import { textDiff } from './text-diff.ts';

/** `type`: of the table of internal types. */
export function internalDiff(old: Json | undefined, now: Json | undefined, type: string): string {
  return formDiff(internalForm(old, type), internalForm(now, type));
}

function formDiff(old: Json, now: Json): string {
  return textDiff(indented(old), indented(now));
}

/** Says how two states differ, and keeps them in the API server's form: `now` may have to be told otherwise. */
export type DiffError = FieldError & { readonly diff: { readonly words: string; readonly old: Json; readonly now: Json } };

export function forbiddenChange(
  field: string,
  {
    words,
    old,
    now,
    type,
  }: { readonly words: string; readonly old: Json | undefined; readonly now: Json | undefined; readonly type: string },
): DiffError {
  return withDiff(field, { words, old: internalForm(old, type), now: internalForm(now, type) });
}

export function withDiff(field: string, diff: DiffError['diff']): DiffError {
  return { ...forbiddenField(field, `${diff.words}\n${formDiff(diff.old, diff.now)}`), diff };
}

export function hasDiff(error: FieldError): error is DiffError {
  return 'diff' in error;
}

/** JSON as Go indents it by one space: nothing stands in an empty object or list, and the signs of HTML are escaped. */
function indented(value: Json, margin = ''): string {
  const inner = `${margin} `;
  if (isJsonList(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => inner + indented(item, inner)).join(',\n')}\n${margin}]`;
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0) return '{}';
    return `{\n${entries.map(([key, item]) => `${inner}${scalar(key)}: ${indented(item ?? null, inner)}`).join(',\n')}\n${margin}}`;
  }
  return scalar(value);
}

function scalar(value: Json): string {
  const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  return text.replaceAll(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
