// What a cluster still shows of a root that nobody watched.

import type { KubeObject } from '@rectrace/kube';
import type { Verdict } from '../facts.ts';
import type { ObjectStates } from '../states/object-states.ts';

/**
 * members: the objects of the root's tree as they are now, the root aside. events: of its namespace, and of `default` for cluster-scoped ones.
 * states: what the rules say. evaluate: the root's own state expression; absent = that of its kind.
 */
export type Remains = {
  readonly root: KubeObject;
  readonly members: readonly KubeObject[];
  readonly events: readonly KubeObject[];
  readonly states: ObjectStates;
  readonly evaluate?: ((object: KubeObject) => Verdict) | undefined;
};
