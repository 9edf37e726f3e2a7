// What the store holds can't be changed by anybody who was handed it, in this process either: it is frozen to the leaves when it is written.
// That costs a fraction of a write; copies for readers would cost more, and each time.
import type { Json, JsonObject } from '@rectrace/kube';

/** About what the heap needs for a value beside what it holds, and for each that it holds. */
const VALUE_BYTES = 16;

/** The same object, which nobody can change any more. */
export function frozen<Frozen extends JsonObject>(object: Frozen): Frozen {
  freeze(object);
  return object;
}

/** Nobody can change it any more. About how many bytes it takes. */
export function freeze(value: Json): number {
  if (typeof value === 'string') return VALUE_BYTES + value.length;
  if (typeof value !== 'object' || value === null) return VALUE_BYTES;
  let bytes = VALUE_BYTES;
  for (const item of Object.values(value)) bytes += VALUE_BYTES + freeze(item);
  Object.freeze(value);
  return bytes;
}
