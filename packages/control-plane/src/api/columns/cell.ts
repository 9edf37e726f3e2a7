// What the cells of tables are made of.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, parseInstant, stringAt, valueAt } from '@rectrace/kube';
import { humanDuration } from './human-duration.ts';

export type Cell = string | number | boolean | null;

/** One row, in the order of the columns. `now`: milliseconds. */
export type Cells = (object: JsonObject, now: number) => readonly Cell[];

export const NONE = '<none>';
export const UNSET = '<unset>';
export const UNKNOWN = '<unknown>';

export function ageOf(object: JsonObject, now: number): string {
  return since(stringAt(object, ['metadata', 'creationTimestamp']), now);
}

/** Time since an instant; unknown where there is none. */
export function since(time: string | undefined, now: number): string {
  const from = parseInstant(time);
  return from === undefined ? UNKNOWN : humanDuration(now - from);
}

export function text(object: Json | undefined, ...path: readonly string[]): string {
  return stringAt(object, path) ?? '';
}

export function textOr(fallback: string, object: Json | undefined, ...path: readonly string[]): string {
  return stringAt(object, path) || fallback;
}

export function number(object: Json | undefined, ...path: readonly string[]): number {
  const value = valueAt(object, path);
  return typeof value === 'number' ? value : Number(value ?? 0);
}

export function flag(object: Json | undefined, ...path: readonly string[]): boolean {
  return valueAt(object, path) === true;
}

export function list(object: Json | undefined, ...path: readonly string[]): readonly Json[] {
  return listAt(object, path);
}

/** The first three, and how many more. */
export function shortened(items: readonly string[], most = 3): string {
  if (items.length === 0) return UNSET;
  const shown = items.slice(0, most).join(',');
  return items.length > most ? `${shown} + ${items.length - most} more...` : shown;
}

/** Names and images of containers. */
export function containerCells(containers: readonly Json[]): readonly [string, string] {
  return [
    containers.map((container) => text(container, 'name')).join(','),
    containers.map((container) => text(container, 'image')).join(','),
  ];
}

/** A label selector as text. */
export function formatSelector(selector: Json | undefined): string {
  if (!isJsonObject(selector)) return NONE;
  const labels = formatLabels(selector['matchLabels']);
  const expressions = listAt(selector, ['matchExpressions']).map(formatExpression);
  const parts = [...(labels === '' ? [] : labels.split(',')), ...expressions].toSorted();
  return parts.length === 0 ? NONE : parts.join(',');
}

/** 'a=b,c=d', sorted; '' for none. */
export function formatLabels(labels: Json | undefined): string {
  if (!isJsonObject(labels)) return '';
  return Object.keys(labels)
    .toSorted()
    .map((key) => `${key}=${String(labels[key])}`)
    .join(',');
}

function formatExpression(expression: Json): string {
  const key = text(expression, 'key');
  const values = listAt(expression, ['values']).map(String).toSorted().join(',');
  switch (text(expression, 'operator')) {
    case 'In':
      return `${key} in (${values})`;
    case 'NotIn':
      return `${key} notin (${values})`;
    case 'Exists':
      return key;
    default:
      return `!${key}`;
  }
}

/** Conditions by type. */
export function conditionStatus(object: JsonObject, type: string): string | undefined {
  const found = listAt(object, ['status', 'conditions']).find((condition) => stringAt(condition, ['type']) === type);
  return found === undefined ? undefined : text(found, 'status');
}
