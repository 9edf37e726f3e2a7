// How cases and recordings name a root: 'Deployment.apps/plain/web', or 'Node/n1' where it is cluster-scoped.

import { parseGroupKind, parseTarget } from '@rectrace/kube';
import type { RootTarget } from '@rectrace/trace';

/** The target of a root's name; its id is the name. @throws Error where the text names no object */
export function parseRootName(text: string): RootTarget {
  const target = parseTarget([text]);
  if (target.kind === 'malformed') throw new Error(target.message);
  const { group, kind } = parseGroupKind(target.word);
  return { id: text, group, objectKind: kind, namespace: target.namespace ?? '', name: target.name };
}
