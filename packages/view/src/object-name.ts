// How an object is called on a line: the namespace only where it is not the one that everything else is in.

import type { ObjectRef } from '@rectrace/kube';
import { formatRef } from '@rectrace/kube';

/** The namespace that need not be named in what is told of a root: its own; of a Namespace the one it is. */
export function homeOf({ group, kind, namespace, name }: Pick<ObjectRef, 'group' | 'kind' | 'namespace' | 'name'>): string {
  return group === '' && kind === 'Namespace' ? name : namespace;
}

/** 'Pod/web-0', or 'Pod/other/web-0' for an object outside the home namespace. */
export function objectName(ref: Pick<ObjectRef, 'kind' | 'namespace' | 'name'>, home: string): string {
  return ref.namespace === home ? `${ref.kind}/${ref.name}` : formatRef(ref);
}
