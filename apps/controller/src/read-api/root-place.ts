// Which object a recorded root is about.

import type { KnownRoot } from '@rectrace/history';
import { objectOfRoot } from '@rectrace/history';
import type { ObjectKey } from '@rectrace/kube';

/** A root's object by name, whatever its uid. */
export type RootPlace = ObjectKey;

/** From its object or, where none was ever seen, from its id; undefined where that is none of ours. */
export function placeOfRoot({ id, ref }: KnownRoot): RootPlace | undefined {
  if (ref !== undefined) return { group: ref.group, kind: ref.kind, namespace: ref.namespace, name: ref.name };
  return objectOfRoot(id);
}
