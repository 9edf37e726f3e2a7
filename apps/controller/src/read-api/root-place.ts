// Which object a recorded root is about.

import type { KnownRoot } from '@rectrace/history';
import type { ObjectRef } from '@rectrace/kube';

/** A root's object by name, whatever its uid. */
export type RootPlace = Pick<ObjectRef, 'group' | 'kind' | 'namespace' | 'name'>;

/** '#' and the hash of an expression, after the object's own key. */
const HASH = /#[0-9a-f]{8}$/;

/** From its object or, where none was ever seen, from its id; undefined where that is none of ours. */
export function placeOfRoot({ id, ref }: KnownRoot): RootPlace | undefined {
  if (ref !== undefined) return { group: ref.group, kind: ref.kind, namespace: ref.namespace, name: ref.name };
  const [groupKind = '', namespace, ...rest] = id.replace(HASH, '').split('/');
  if (namespace === undefined || rest.length === 0) return undefined;
  const dot = groupKind.indexOf('.');
  const at = { namespace, name: rest.join('/') };
  return dot < 0 ? { group: '', kind: groupKind, ...at } : { group: groupKind.slice(dot + 1), kind: groupKind.slice(0, dot), ...at };
}
