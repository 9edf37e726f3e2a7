// How deep a value is nested: patches can put values within each other that were each shallow enough.
import type { Json } from '@rectrace/kube';

/** Whether there are more levels of lists and objects than that. */
export function isNestedDeeper(value: Json, most: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap(valuesIn);
  }
  return false;
}

function valuesIn(value: Json): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter((item) => typeof item === 'object' && item !== null);
}
