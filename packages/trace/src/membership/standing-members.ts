// Who stands in a tree, now and just before a step.

import type { Uid } from '@rectrace/kube';
import type { Facts } from '../facts.ts';
import type { MemberStep } from './member-step.ts';
import type { Membership } from './membership.ts';
import type { ObjectGraph } from './object-graph.ts';

export function standingMembers(graph: ObjectGraph, { levels }: Membership): ReadonlyMap<Uid, Facts> {
  const nodes = [...levels.keys()].flatMap((uid) => graph.node(uid) ?? []);
  return new Map(nodes.filter(({ gone }) => !gone).map(({ facts }) => [facts.ref.uid, facts]));
}

/** The members as they stood before this step; a root that is being created counts as standing there already. */
export function membersBefore(graph: ObjectGraph, { root, levels }: Membership, step: MemberStep): ReadonlyMap<Uid, Facts> {
  const members = new Map<Uid, Facts>();
  const isRoot = step.uid === root.value;
  for (const uid of levels.keys()) {
    const node = uid === step.uid ? (step.before ?? (isRoot ? step.after : undefined)) : graph.node(uid);
    if (node !== undefined && !node.gone) members.set(uid, node.facts);
  }
  return members;
}
