// A root as it stands: what a status, a tree command or a plan shows of it.

import type { Uid } from '@rectrace/kube';
import type { Cycle } from './cycle.ts';
import type { CycleFold } from './cycles/cycle-fold.ts';
import type { Counted, Summary } from './cycles/summary.ts';
import { summarize } from './cycles/summary.ts';
import type { Facts } from './facts.ts';
import type { TreeMember } from './membership/build-tree.ts';
import { buildTree, compareRefs } from './membership/build-tree.ts';
import type { ObjectGraph } from './membership/object-graph.ts';
import type { TreeNode } from './membership/object-tree.ts';
import type { RootStanding } from './root-standing.ts';
import { rootStanding } from './root-standing.ts';
import type { RootTarget } from './root-target.ts';

export type RootView = Omit<RootStanding, 'cycle'> & {
  readonly target: RootTarget;
  /** The newest few, oldest first; the history has all of them. */
  readonly cycles: readonly Cycle[];
  readonly tree?: TreeNode;
  /** Net against the tree at the start of the latest cycle, or against now where there was no cycle. */
  readonly summary: Summary;
};

/** With the tree at the start of the latest cycle, which costs as much again. */
export type FullRootView = RootView & { readonly initialTree?: TreeNode };

type Viewed = { readonly target: RootTarget; readonly fold: CycleFold; readonly graph: ObjectGraph };

/** Reads a root's view off the fold. Cost: its members. */
export function viewRoot({ target, fold, graph }: Viewed): RootView {
  const uid = fold.membership.root.value;
  const { cycle: _, ...standing } = rootStanding(target.id, { fold, graph });
  const cycles = fold.cycles();
  const members = membersOf(fold, graph);
  const current = countedOf([...members.values()].filter((member) => !member.gone).map((member) => member.facts));
  const tree = uid === undefined ? undefined : buildTree(members, { root: uid, linkers: linkersOf(graph) });
  return {
    ...standing,
    target,
    cycles,
    summary: summarize(cycles.length === 0 ? current : countedOf([...fold.initialMembers.values()]), current),
    ...(tree === undefined ? {} : { tree }),
  };
}

export function viewRootFully(viewed: Viewed): FullRootView {
  const view = viewRoot(viewed);
  const initialTree = view.cycles.length === 0 ? view.tree : initialTreeOf(viewed.fold);
  return initialTree === undefined ? view : { ...view, initialTree };
}

function membersOf(fold: CycleFold, graph: ObjectGraph): ReadonlyMap<Uid, TreeMember> {
  const members = new Map<Uid, TreeMember>();
  for (const uid of fold.membership.levels.keys()) {
    const node = graph.node(uid);
    if (node !== undefined) members.set(uid, node);
  }
  return members;
}

function initialTreeOf(fold: CycleFold): TreeNode | undefined {
  const root = fold.latest()?.root.uid;
  if (root === undefined) return undefined;
  return buildTree(new Map([...fold.initialMembers].map(([uid, facts]) => [uid, { facts, gone: false }])), { root });
}

function countedOf(facts: readonly Facts[]): ReadonlyMap<Uid, Counted> {
  return new Map(facts.map(({ ref, significantVersion }) => [ref.uid, { ref, resourceVersion: significantVersion }]));
}

function linkersOf(graph: ObjectGraph): readonly Facts[] {
  const linkers = [...graph.linkers()].flatMap((uid) => graph.node(uid)?.facts ?? []);
  return linkers.sort((left, right) => compareRefs(left.ref, right.ref));
}
