// metadata.managedFields of two servers, comparable: entries are kept in an order that depends on their times, and the two servers need not
// answer within the same seconds. Each order is checked against the entries' own times first; then times no longer count for it.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, stringAt } from '@rectrace/kube';

const AFTER_TIME = ['manager', 'apiVersion', 'subresource'];

/** In an order without times; a text instead where the server's own order is not the one that their times give. */
export function comparableManagers(entries: Json): Json {
  if (!Array.isArray(entries)) return entries;
  const list = entries as readonly Json[];
  if (!isSorted(list, ['operation', 'time', ...AFTER_TIME])) return `not in the order of their times: ${JSON.stringify(list)}`;
  return list.toSorted(byFields(['operation', ...AFTER_TIME]));
}

/** The server tells conflicts with several managers in any order. */
export function comparableCauses(causes: Json): Json {
  if (!Array.isArray(causes)) return causes;
  const list = causes as readonly Json[];
  const conflicts = list.every((cause) => stringAt(cause, ['reason']) === 'FieldManagerConflict');
  return conflicts ? list.toSorted(byFields(['message', 'field'])) : causes;
}

function isSorted(entries: readonly Json[], fields: readonly string[]): boolean {
  const compare = byFields(fields);
  return entries.every((entry, index) => index === 0 || compare(entries[index - 1] as JsonObject, entry) <= 0);
}

function byFields(fields: readonly string[]): (left: Json, right: Json) => number {
  const keyOf = (entry: Json): readonly string[] => fields.map((field) => (isJsonObject(entry) ? String(entry[field] ?? '') : ''));
  return (left, right) => compareTexts(keyOf(left), keyOf(right));
}

function compareTexts(left: readonly string[], right: readonly string[]): number {
  const place = left.findIndex((text, index) => text !== right[index]);
  if (place < 0) return 0;
  return (left[place] ?? '') < (right[place] ?? '') ? -1 : 1;
}
