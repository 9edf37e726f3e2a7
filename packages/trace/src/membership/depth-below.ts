// How deep an object hangs in the tree of a root, read off the graph: the tree is not built for it. Cost: its ancestors.

import type { Uid } from '@rectrace/kube';
import type { Facts } from '../facts.ts';
import { bestParent } from './build-tree.ts';
import type { ParentSource } from './find-parents.ts';
import type { Membership } from './membership.ts';
import type { ObjectGraph } from './object-graph.ts';

/** Levels below the root; undefined where it is not in the tree. Within a ring of owners: as far as the ring is told apart. */
export function depthBelow(
  { root, levels }: Membership,
  { uid, graph }: { readonly uid: Uid; readonly graph: ObjectGraph },
): number | undefined {
  if (!levels.has(uid)) return undefined;
  const among: ParentSource = {
    withUid: (owner) => (levels.has(owner) ? owner : undefined),
    offering: (key) => [...graph.offering(key)].filter((parent) => levels.has(parent)),
  };
  const seen = new Set<Uid>();
  for (let at: Uid | undefined = uid; at !== undefined && at !== root.value && !seen.has(at); ) {
    seen.add(at);
    const facts: Facts | undefined = graph.node(at)?.facts;
    at = facts === undefined ? undefined : bestParent(facts, among);
  }
  return seen.size;
}
