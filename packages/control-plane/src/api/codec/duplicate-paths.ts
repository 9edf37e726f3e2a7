// Where in a body keys stand twice.
import type { Json } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';
import type { Duplicates } from './read-json.ts';

/** A complaint for each. */
export function duplicatePaths(value: Json, duplicates: Duplicates, path = ''): readonly string[] {
  if (duplicates.size === 0) return [];
  if (isJsonList(value)) return value.flatMap((item, index) => duplicatePaths(item, duplicates, `${path}[${index}]`));
  if (!isJsonObject(value)) return [];
  const own = (duplicates.get(value) ?? []).map((key) => `duplicate field ${JSON.stringify(joined(path, key))}`);
  const below = Object.entries(value).flatMap(([key, item]) => duplicatePaths(item, duplicates, joined(path, key)));
  return [...below, ...own];
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
