// An object by its name, whatever its uid: what is made again under a name is another object.

import type { ObjectRef } from '@rectrace/kube';

export type NamedObject = Pick<ObjectRef, 'group' | 'kind' | 'namespace' | 'name'>;

export function isNamed(ref: NamedObject, wanted: NamedObject): boolean {
  return ref.name === wanted.name && ref.namespace === wanted.namespace && ref.kind === wanted.kind && ref.group === wanted.group;
}
