// An object's name as a text that stays the same whatever its uid: 'Deployment.apps/plain/web'.

import type { ObjectRef } from './object-ref.ts';
import { formatGroupKind, parseGroupKind } from './object-ref.ts';

/** An object by name, whatever its uid and version. namespace: '' for cluster-scoped objects. */
export type ObjectKey = Pick<ObjectRef, 'group' | 'kind' | 'namespace' | 'name'>;

/** 'Deployment.apps/plain/web', 'Node//n1'. Stable: it names roots in the history. */
export function formatObjectKey(key: ObjectKey): string {
  return `${formatGroupKind(key)}/${key.namespace}/${key.name}`;
}

/** What tells an object from every other one: its uid, or its key, as of an object that an Event names without a uid. */
export function identityOf(ref: ObjectRef): string {
  return ref.uid === '' ? formatObjectKey(ref) : ref.uid;
}

/** The inverse of formatObjectKey; undefined where the text is none. */
export function parseObjectKey(text: string): ObjectKey | undefined {
  const [groupKind = '', namespace = '', name = '', ...more] = text.split('/');
  const { group, kind } = parseGroupKind(groupKind);
  return kind === '' || name === '' || more.length > 0 ? undefined : { group, kind, namespace, name };
}
