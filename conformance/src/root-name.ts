// How cases and recordings name a root: 'Deployment.apps/plain/web', or 'Node/n1' where it is cluster-scoped.

import type { RootTarget } from '@rectrace/trace';

/** The target of a root's name; its id is the name. */
export function parseRootName(text: string): RootTarget {
  const [kind = '', ...rest] = text.split('/');
  const dot = kind.indexOf('.');
  const [namespace, name] = rest.length > 1 ? [rest[0] ?? '', rest[1] ?? ''] : ['', rest[0] ?? ''];
  return { id: text, group: dot < 0 ? '' : kind.slice(dot + 1), objectKind: dot < 0 ? kind : kind.slice(0, dot), namespace, name };
}
