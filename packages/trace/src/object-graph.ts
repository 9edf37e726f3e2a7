// Who hangs on whom: an incremental join of what objects offer and seek, and the membership of every root's tree.
// A deleted object stays as a ghost while something still hangs on it. Cost of a message: its own keys + the objects whose membership changes.

import type { Uid } from '@rectrace/kube';
import type { Facts, Seek } from './facts.ts';
import type { Journal } from './journal.ts';
import { TrackedCell, TrackedMap, TrackedSet } from './journal.ts';
import type { EdgeReason } from './object-tree.ts';

export type GraphNode = { readonly facts: Facts; readonly gone: boolean };
export type Edge = { readonly reason: EdgeReason; readonly rank: number };

/** 1: in the tree; 2: also owned from the root by ownerReferences alone. */
export type Level = 1 | 2;

/** The tree of one root: who is in it, and the few sets that tell whether it has settled. */
export class Membership {
  readonly root: TrackedCell<Uid | undefined>;
  readonly levels: TrackedMap<Uid, Level>;
  readonly behind: TrackedSet<Uid>;
  readonly deleting: TrackedSet<Uid>;
  /** Alive and owned from the root, the root itself left out. */
  readonly owned: TrackedSet<Uid>;

  constructor(journal: Journal) {
    this.root = new TrackedCell<Uid | undefined>(journal, undefined);
    this.levels = new TrackedMap(journal);
    this.behind = new TrackedSet(journal);
    this.deleting = new TrackedSet(journal);
    this.owned = new TrackedSet(journal);
  }
}

export type MembershipChange = { readonly membership: Membership; readonly uid: Uid; readonly kind: 'joined' | 'left' };

export class ObjectGraph {
  readonly #journal: Journal;
  readonly #nodes: TrackedMap<Uid, GraphNode>;
  readonly #providers: TrackedMap<string, TrackedSet<Uid>>;
  readonly #seekers: TrackedMap<string, TrackedSet<Uid>>;
  readonly #parents: TrackedMap<Uid, TrackedMap<Uid, Edge>>;
  readonly #children: TrackedMap<Uid, TrackedSet<Uid>>;
  /** Objects whose links need a look at other objects: HorizontalPodAutoscalers, PodDisruptionBudgets. */
  readonly #linkers: TrackedSet<Uid>;
  readonly #memberships = new Set<Membership>();

  constructor(journal: Journal) {
    this.#journal = journal;
    this.#nodes = new TrackedMap(journal);
    this.#providers = new TrackedMap(journal);
    this.#seekers = new TrackedMap(journal);
    this.#parents = new TrackedMap(journal);
    this.#children = new TrackedMap(journal);
    this.#linkers = new TrackedSet(journal);
  }

  get size(): number {
    return this.#nodes.size;
  }

  node(uid: Uid): GraphNode | undefined {
    return this.#nodes.get(uid);
  }

  nodes(): IterableIterator<GraphNode> {
    return this.#nodes.values();
  }

  linkers(): IterableIterator<Uid> {
    return this.#linkers.values();
  }

  parentsOf(uid: Uid): readonly (readonly [Uid, Edge])[] {
    return [...(this.#parents.get(uid)?.entries() ?? [])];
  }

  childrenOf(uid: Uid): Iterable<Uid> {
    return this.#children.get(uid)?.values() ?? [];
  }

  track(membership: Membership): void {
    this.#memberships.add(membership);
  }

  untrack(membership: Membership): void {
    this.#memberships.delete(membership);
  }

  /** Puts a revision in place and says whose membership changed by it. */
  put(facts: Facts): readonly MembershipChange[] {
    const { uid } = facts.ref;
    const before = this.#nodes.get(uid);
    this.#nodes.set(uid, { facts, gone: false });
    if (facts.linkTo.length > 0 || facts.selects !== undefined) this.#linkers.add(uid);
    const touched = this.#reindex(uid, before?.facts, facts);
    const changes = touched.length === 0 ? [] : this.#recompute(touched);
    this.#refresh(uid);
    return changes;
  }

  /** Marks an object as gone; it stays a ghost while children hang on it. */
  bury(uid: Uid): void {
    const node = this.#nodes.get(uid);
    if (node === undefined || node.gone) return;
    this.#nodes.set(uid, { facts: node.facts, gone: true });
    this.#linkers.delete(uid);
    this.#refresh(uid);
  }

  /** Removes a ghost on which nothing hangs any more, and then its parents where they are such ghosts. Roots stay. */
  sweep(uid: Uid): void {
    const open: Uid[] = [uid];
    for (let current = open.pop(); current !== undefined; current = open.pop()) {
      const node = this.#nodes.get(current);
      if (node === undefined || !node.gone || (this.#children.get(current)?.size ?? 0) > 0 || this.#isRoot(current)) continue;
      const parents = [...(this.#parents.get(current)?.keys() ?? [])];
      this.#forget(current, node.facts);
      open.push(...parents);
    }
  }

  /** Makes an object the root of a tree (or none), and says who joined and left. */
  setRoot(membership: Membership, uid: Uid | undefined): readonly MembershipChange[] {
    const changes: MembershipChange[] = [];
    const old = membership.root.value;
    membership.root.set(uid);
    if (old !== undefined) this.#lower(membership, [old], changes);
    if (uid !== undefined) this.#raise(membership, [uid], changes);
    return changes;
  }

  #isRoot(uid: Uid): boolean {
    for (const membership of this.#memberships) if (membership.root.value === uid) return true;
    return false;
  }

  #forget(uid: Uid, facts: Facts): void {
    for (const key of facts.offers) this.#providers.get(key)?.delete(uid);
    for (const seek of facts.seeks) this.#seekers.get(seek.key)?.delete(uid);
    for (const parent of this.#parents.get(uid)?.keys() ?? []) this.#children.get(parent)?.delete(uid);
    this.#parents.delete(uid);
    this.#children.delete(uid);
    this.#nodes.delete(uid);
    for (const membership of this.#memberships) membership.levels.delete(uid);
  }

  /** Moves an object's keys and edges from its old facts to its new ones; returns the objects whose parents changed. */
  #reindex(uid: Uid, before: Facts | undefined, after: Facts): readonly Uid[] {
    const touched: Uid[] = [];
    this.#moveOffers(uid, { from: before?.offers ?? [], to: after.offers, touched });
    const sought = before?.seeks ?? [];
    if (sameSeeks(sought, after.seeks)) return touched;
    for (const seek of sought) this.#seekers.get(seek.key)?.delete(uid);
    for (const seek of after.seeks) this.#setOf(this.#seekers, seek.key).add(uid);
    if (this.#rewire(uid, after.seeks)) touched.push(uid);
    return touched;
  }

  #moveOffers(
    uid: Uid,
    { from, to, touched }: { readonly from: readonly string[]; readonly to: readonly string[]; readonly touched: Uid[] },
  ): void {
    if (sameTexts(from, to)) return;
    for (const key of from.filter((text) => !to.includes(text))) this.#withdraw(uid, key, touched);
    for (const key of to.filter((text) => !from.includes(text))) this.#offer(uid, key, touched);
  }

  #offer(uid: Uid, key: string, touched: Uid[]): void {
    this.#setOf(this.#providers, key).add(uid);
    this.#rewireSeekers(uid, key, touched);
  }

  #withdraw(uid: Uid, key: string, touched: Uid[]): void {
    this.#providers.get(key)?.delete(uid);
    this.#rewireSeekers(uid, key, touched);
  }

  #rewireSeekers(uid: Uid, key: string, touched: Uid[]): void {
    for (const child of this.#seekers.get(key)?.values() ?? []) {
      const facts = this.#nodes.get(child)?.facts;
      if (child !== uid && facts !== undefined && this.#rewire(child, facts.seeks)) touched.push(child);
    }
  }

  /** Sets an object's parents to what its seeks find now. True where that changed something. */
  #rewire(uid: Uid, seeks: readonly Seek[]): boolean {
    const wanted = this.#parentsWanted(uid, seeks);
    const edges = this.#parents.get(uid);
    const lost = [...(edges?.keys() ?? [])].filter((parent) => !wanted.has(parent));
    for (const parent of lost) {
      edges?.delete(parent);
      this.#children.get(parent)?.delete(uid);
    }
    const gained = [...wanted].filter(([parent, edge]) => !sameEdge(edges?.get(parent), edge));
    for (const [parent, edge] of gained) {
      this.#edgesOf(uid).set(parent, edge);
      this.#setOf(this.#children, parent).add(uid);
    }
    return lost.length + gained.length > 0;
  }

  #parentsWanted(uid: Uid, seeks: readonly Seek[]): ReadonlyMap<Uid, Edge> {
    const wanted = new Map<Uid, Edge>();
    for (const { key, reason, rank } of seeks) {
      for (const parent of this.#providers.get(key)?.values() ?? []) {
        if (parent !== uid && rank < (wanted.get(parent)?.rank ?? Number.POSITIVE_INFINITY)) wanted.set(parent, { reason, rank });
      }
    }
    return wanted;
  }

  #edgesOf(uid: Uid): TrackedMap<Uid, Edge> {
    const known = this.#parents.get(uid);
    if (known !== undefined) return known;
    const made = new TrackedMap<Uid, Edge>(this.#journal);
    this.#parents.set(uid, made);
    return made;
  }

  #setOf<K>(map: TrackedMap<K, TrackedSet<Uid>>, key: K): TrackedSet<Uid> {
    const known = map.get(key);
    if (known !== undefined) return known;
    const made = new TrackedSet<Uid>(this.#journal);
    map.set(key, made);
    return made;
  }

  #recompute(touched: readonly Uid[]): readonly MembershipChange[] {
    const changes: MembershipChange[] = [];
    for (const membership of this.#memberships) {
      const lowered = touched.filter((uid) => membership.levels.has(uid) && uid !== membership.root.value);
      if (lowered.length > 0) this.#lower(membership, lowered, changes);
      this.#raise(membership, touched, changes);
    }
    return changes.length < 2 ? changes : netChanges(changes);
  }

  /** Takes objects and all below them out, then lets back in whoever still has a parent inside: also right where owners form a ring. */
  #lower(membership: Membership, starts: readonly Uid[], changes: MembershipChange[]): void {
    const out: Uid[] = [];
    const open = [...starts];
    for (let uid = open.pop(); uid !== undefined; uid = open.pop()) {
      if (!membership.levels.has(uid) || uid === membership.root.value) continue;
      this.#setLevel(membership, { uid, level: undefined }, changes);
      out.push(uid);
      open.push(...this.childrenOf(uid));
    }
    this.#raise(membership, out, changes);
  }

  #raise(membership: Membership, starts: readonly Uid[], changes: MembershipChange[]): void {
    const open = [...starts];
    for (let uid = open.pop(); uid !== undefined; uid = open.pop()) {
      const level = this.#levelFromParents(membership, uid);
      if (level === undefined || level <= (membership.levels.get(uid) ?? 0)) continue;
      this.#setLevel(membership, { uid, level }, changes);
      open.push(...this.childrenOf(uid));
    }
  }

  #levelFromParents(membership: Membership, uid: Uid): Level | undefined {
    if (uid === membership.root.value) return this.#nodes.has(uid) ? 2 : undefined;
    let best: Level | undefined;
    for (const [parent, edge] of this.#parents.get(uid)?.entries() ?? []) {
      const level = membership.levels.get(parent);
      if (level === 2 && edge.reason.kind === 'owner') return 2;
      if (level !== undefined) best = 1;
    }
    return best;
  }

  #setLevel(
    membership: Membership,
    { uid, level }: { readonly uid: Uid; readonly level: Level | undefined },
    changes: MembershipChange[],
  ): void {
    const before = membership.levels.get(uid);
    if (level === undefined) membership.levels.delete(uid);
    else membership.levels.set(uid, level);
    if ((before === undefined) !== (level === undefined)) changes.push({ membership, uid, kind: level === undefined ? 'left' : 'joined' });
    this.#refreshIn(membership, uid);
  }

  #refresh(uid: Uid): void {
    for (const membership of this.#memberships) if (membership.levels.has(uid)) this.#refreshIn(membership, uid);
  }

  #refreshIn(membership: Membership, uid: Uid): void {
    const node = this.#nodes.get(uid);
    const level = membership.levels.get(uid);
    const alive = node !== undefined && !node.gone && level !== undefined;
    const counts = alive && !node.facts.inert;
    membership.behind.put(uid, counts && node.facts.behind);
    membership.deleting.put(uid, counts && node.facts.deleting);
    membership.owned.put(uid, alive && level === 2 && uid !== membership.root.value);
  }
}

function sameEdge(left: Edge | undefined, right: Edge): boolean {
  return left?.rank === right.rank && left.reason.rule === right.reason.rule;
}

function sameTexts(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, index) => text === right[index]);
}

function sameSeeks(left: readonly Seek[], right: readonly Seek[]): boolean {
  return left.length === right.length && left.every((seek, index) => seek.key === right[index]?.key && seek.rank === right[index]?.rank);
}

/** Drops pairs of left and joined of one object, which a recomputation makes for objects that stay. */
function netChanges(changes: readonly MembershipChange[]): readonly MembershipChange[] {
  const last = new Map<Membership, Map<Uid, { readonly first: MembershipChange; readonly last: MembershipChange }>>();
  for (const change of changes) {
    const byUid = last.get(change.membership) ?? new Map();
    last.set(change.membership, byUid);
    byUid.set(change.uid, { first: byUid.get(change.uid)?.first ?? change, last: change });
  }
  return [...last.values()].flatMap((byUid) =>
    [...byUid.values()].filter((pair) => pair.first.kind === pair.last.kind).map((pair) => pair.last),
  );
}
