// What the store holds can't be changed by anybody who was handed it, in this process either: it is frozen to the leaves when it is written.
// That costs a fraction of a write; copies for readers would cost more, and each time.
import type { Json, JsonObject } from '@rectrace/kube';

/** The same object, which nobody can change any more. */
export function frozen<Frozen extends JsonObject>(object: Frozen): Frozen {
  freezeBelow(object);
  return object;
}

function freezeBelow(value: Json): void {
  if (typeof value !== 'object' || value === null) return;
  for (const item of Object.values(value)) freezeBelow(item);
  Object.freeze(value);
}
