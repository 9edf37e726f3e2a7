// Builds the object tree of a root from the facts of its members: one node per object under its primary parent, other parents as links.
// Iterative throughout: chains of 20,000 owners and rings of owners end.

import type { ObjectRef, Uid } from '@rectrace/kube';
import type { Facts } from '../facts.ts';
import type { ParentSource } from './find-parents.ts';
import { findParents } from './find-parents.ts';
import { findRings } from './find-rings.ts';
import { selectsTemplate } from './link-facts.ts';
import type { EdgeReason, TreeLink, TreeNode } from './object-tree.ts';

/** A member as it stands: gone members are shown only where something still hangs on them. */
export type TreeMember = { readonly facts: Facts; readonly gone: boolean };

type Candidate = { readonly parent: Uid; readonly reason: EdgeReason; readonly rank: number };
type Draft = {
  readonly member: TreeMember;
  readonly candidates: readonly Candidate[];
  children: Uid[];
  reason?: EdgeReason;
  primary?: Uid;
};

/**
 * @param options.linkers objects that link to members by key or selector (HorizontalPodAutoscalers, PodDisruptionBudgets), members or not
 * @param options.depth levels below the root to keep; 0 or absent = all
 */
export function buildTree(
  members: ReadonlyMap<Uid, TreeMember>,
  options: { readonly root: Uid; readonly linkers?: readonly Facts[]; readonly depth?: number },
): TreeNode | undefined {
  if (!members.has(options.root)) return undefined;
  const drafts = draftAll(members);
  attach(drafts, options.root);
  return render(drafts, { ...options, rings: ringsAmong(drafts, options.root) });
}

/** Only an edge beside those of the tree can close a ring. */
function ringsAmong(drafts: ReadonlyMap<Uid, Draft>, root: Uid): ReadonlySet<Uid> {
  const closes = ([uid, { candidates, member }]: readonly [Uid, Draft]): boolean =>
    candidates.length > (uid === root ? 0 : 1) || ownsItself(member.facts);
  if (![...drafts].some(closes)) return new Set();
  const parentsOf = (uid: Uid): readonly Uid[] => {
    const draft = drafts.get(uid);
    if (draft === undefined || draft.member.gone) return [];
    const parents = draft.candidates.map(({ parent }) => parent);
    return ownsItself(draft.member.facts) ? [...parents, uid] : parents;
  };
  return findRings(drafts.keys(), parentsOf);
}

function ownsItself({ ref, seeks }: Facts): boolean {
  return seeks.some(({ key, reason }) => reason.kind === 'owner' && key === ref.uid);
}

function draftAll(members: ReadonlyMap<Uid, TreeMember>): Map<Uid, Draft> {
  const offers = new Map<string, Uid[]>();
  for (const [uid, { facts }] of members) {
    for (const key of facts.offers) {
      const list = offers.get(key);
      if (list === undefined) offers.set(key, [uid]);
      else list.push(uid);
    }
  }
  const among: ParentSource = { withUid: (uid) => members.get(uid)?.facts.ref.uid, offering: (key) => offers.get(key) ?? [] };
  const drafts = new Map<Uid, Draft>();
  for (const [uid, member] of members) drafts.set(uid, { member, candidates: candidatesOf(member.facts, among), children: [] });
  return drafts;
}

/** The best parent first. */
function candidatesOf({ ref, seeks }: Facts, among: ParentSource): readonly Candidate[] {
  const parents = [...findParents(ref.uid, { seeks, among })];
  const candidates = parents.map(([parent, { reason, rank }]): Candidate => ({ parent, reason, rank }));
  return candidates.sort((left, right) => left.rank - right.rank || compareText(left.parent, right.parent));
}

/** Where an object hangs unless its parents form a ring; undefined for one that nothing holds. */
export function bestParent(facts: Facts, among: ParentSource): Uid | undefined {
  return candidatesOf(facts, among)[0]?.parent;
}

/** Hangs everything under its best parent; where primary parents form a ring, its members hang where they are first reached. */
function attach(drafts: Map<Uid, Draft>, root: Uid): void {
  for (const [uid, draft] of drafts) {
    const best = draft.candidates[0];
    if (uid === root || best === undefined) continue;
    draft.primary = best.parent;
    draft.reason = best.reason;
    drafts.get(best.parent)?.children.push(uid);
  }
  const reached = reachableFrom(drafts, root);
  const lost = [...drafts.keys()].filter((uid) => !reached.has(uid));
  let moved = true;
  while (moved && lost.some((uid) => !reached.has(uid))) {
    moved = false;
    for (const uid of lost) moved = adopt(drafts, { uid, reached }) || moved;
  }
}

function adopt(drafts: Map<Uid, Draft>, { uid, reached }: { readonly uid: Uid; readonly reached: Set<Uid> }): boolean {
  const draft = drafts.get(uid);
  const parent = draft?.candidates.find((candidate) => reached.has(candidate.parent));
  if (draft === undefined || parent === undefined || reached.has(uid)) return false;
  const former = draft.primary === undefined ? undefined : drafts.get(draft.primary);
  if (former !== undefined) former.children = former.children.filter((child) => child !== uid);
  draft.primary = parent.parent;
  draft.reason = parent.reason;
  drafts.get(parent.parent)?.children.push(uid);
  for (const below of reachableFrom(drafts, uid)) reached.add(below);
  return true;
}

function reachableFrom(drafts: ReadonlyMap<Uid, Draft>, start: Uid): Set<Uid> {
  const reached = new Set<Uid>([start]);
  const open = [start];
  for (let uid = open.pop(); uid !== undefined; uid = open.pop()) {
    for (const child of drafts.get(uid)?.children ?? []) {
      if (reached.has(child)) continue;
      reached.add(child);
      open.push(child);
    }
  }
  return reached;
}

/** Renders bottom-up in an explicit order, so depth costs no stack. */
function render(
  drafts: ReadonlyMap<Uid, Draft>,
  options: { readonly root: Uid; readonly linkers?: readonly Facts[]; readonly depth?: number; readonly rings: ReadonlySet<Uid> },
): TreeNode | undefined {
  const { rings } = options;
  const nodes = new Map<Uid, TreeNode>();
  for (const uid of topDown(drafts, options).reverse()) {
    const draft = drafts.get(uid);
    const node =
      draft === undefined
        ? undefined
        : renderNode(draft, { nodes, drafts, rings, linkers: options.linkers ?? [], isRoot: uid === options.root });
    if (node !== undefined) nodes.set(uid, node);
  }
  return nodes.get(options.root);
}

/** The objects down to the wanted depth, every parent before its children. */
function topDown(drafts: ReadonlyMap<Uid, Draft>, options: { readonly root: Uid; readonly depth?: number }): Uid[] {
  const limit = options.depth === undefined || options.depth === 0 ? Number.POSITIVE_INFINITY : options.depth;
  const order: Uid[] = [options.root];
  const seen = new Set<Uid>(order);
  let level: readonly Uid[] = order;
  for (let depth = 0; depth < limit && level.length > 0; depth += 1) {
    level = level.flatMap((uid) => drafts.get(uid)?.children ?? []).filter((uid) => !seen.has(uid) && seen.add(uid));
    for (const uid of level) order.push(uid);
  }
  return order;
}

type RenderContext = {
  readonly nodes: ReadonlyMap<Uid, TreeNode>;
  readonly drafts: ReadonlyMap<Uid, Draft>;
  readonly rings: ReadonlySet<Uid>;
  readonly linkers: readonly Facts[];
  readonly isRoot: boolean;
};

function renderNode(draft: Draft, { nodes, drafts, rings, linkers, isRoot }: RenderContext): TreeNode | undefined {
  const { facts, gone } = draft.member;
  const children = draft.children.flatMap((child) => nodes.get(child) ?? []).sort((left, right) => compareRefs(left.ref, right.ref));
  if (gone && children.length === 0 && !isRoot) return undefined;
  return {
    ref: facts.ref,
    resourceVersion: facts.resourceVersion,
    ...(draft.reason === undefined ? {} : { reason: draft.reason }),
    gone,
    cyclic: rings.has(facts.ref.uid),
    children,
    links: [...otherParents(draft, drafts), ...namedLinks(facts), ...linkerLinks(facts, linkers)],
  };
}

function otherParents(draft: Draft, drafts: ReadonlyMap<Uid, Draft>): readonly TreeLink[] {
  return draft.candidates
    .filter((candidate) => candidate.parent !== draft.primary && candidate.reason.kind === 'owner')
    .flatMap((candidate) => drafts.get(candidate.parent)?.member ?? [])
    .filter(({ gone }) => !gone)
    .map(({ facts }) => ({ ref: facts.ref, reason: 'owner' }));
}

function namedLinks(facts: Facts): readonly TreeLink[] {
  return facts.links.map(({ group, kind, namespace, name, reason }) => ({
    ref: { group, version: '', kind, namespace, name, uid: '' },
    reason,
  }));
}

function linkerLinks(facts: Facts, linkers: readonly Facts[]): readonly TreeLink[] {
  const keyed = linkers.flatMap((linker) => {
    const reason = linker.linkTo.find((link) => facts.linkFrom.includes(link.key))?.reason;
    return reason === undefined ? [] : [{ ref: linker.ref, reason }];
  });
  const selecting = linkers
    .filter((linker) => selectsTemplate(linker, facts))
    .map((linker) => ({ ref: linker.ref, reason: linker.selects?.reason ?? '' }));
  return [...keyed, ...selecting];
}

/** By kind, then name, then namespace and uid: the order of every printed tree. */
export function compareRefs(left: ObjectRef, right: ObjectRef): number {
  return (
    compareText(left.kind, right.kind) ||
    compareText(left.name, right.name) ||
    compareText(left.namespace, right.namespace) ||
    compareText(left.uid, right.uid)
  );
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
