// Who hangs on whom: an incremental join of what objects offer and seek, and the membership of every root's tree. Edges are not kept: a parent is
// whoever is sought, by uid or by a key that rules make, so an object in no tree costs its facts and two index entries.
// A deleted object stays as a ghost while something still hangs on it. Cost of a message: its own keys + the objects whose membership changes.

import type { Uid } from '@rectrace/kube';
import type { Facts, Seek } from './facts.ts';
import type { ParentSource } from './find-parents.ts';
import { findParents } from './find-parents.ts';
import type { Journal } from './journal.ts';
import { TrackedCell, TrackedMap, TrackedSet } from './journal.ts';
import { TrackedIndex } from './tracked-index.ts';

export type GraphNode = { readonly facts: Facts; readonly gone: boolean };

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
  readonly #nodes: TrackedMap<Uid, GraphNode>;
  /** By join key: who offers it. By join key or owner's uid: who seeks it. */
  readonly #providers: TrackedIndex<Uid>;
  readonly #seekers: TrackedIndex<Uid>;
  readonly #dependents: TrackedIndex<Uid>;
  /** Objects whose links need a look at other objects: HorizontalPodAutoscalers, PodDisruptionBudgets. */
  readonly #linkers: TrackedSet<Uid>;
  readonly #tracked = new Set<Membership>();
  /** By uid: the trees that an object is in, and those whose root it is. */
  readonly #within: TrackedIndex<Membership>;
  readonly #rooted: TrackedIndex<Membership>;
  readonly #among: ParentSource = {
    withUid: (uid) => this.#nodes.get(uid)?.facts.ref.uid,
    offering: (key) => this.#providers.get(key),
  };

  constructor(journal: Journal) {
    this.#nodes = new TrackedMap(journal);
    this.#providers = new TrackedIndex(journal);
    this.#seekers = new TrackedIndex(journal);
    this.#dependents = new TrackedIndex(journal);
    this.#linkers = new TrackedSet(journal);
    this.#within = new TrackedIndex(journal);
    this.#rooted = new TrackedIndex(journal);
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

  /** Whoever seeks the object, by its uid or by a key it offers; one that seeks it twice is told twice. */
  *childrenOf(uid: Uid): Generator<Uid> {
    for (const child of this.#dependents.get(uid)) if (child !== uid) yield child;
    for (const key of this.#nodes.get(uid)?.facts.offers ?? []) {
      for (const child of this.#seekers.get(key)) if (child !== uid) yield child;
    }
  }

  #parentsOf(uid: Uid, seeks: readonly Seek[]): ReadonlyMap<Uid, Seek> {
    return findParents(uid, { seeks, among: this.#among });
  }

  track(membership: Membership): void {
    this.#tracked.add(membership);
  }

  untrack(membership: Membership): void {
    this.#tracked.delete(membership);
    for (const uid of membership.levels.keys()) this.#within.delete(uid, membership);
    const root = membership.root.value;
    if (root !== undefined) this.#rooted.delete(root, membership);
  }

  /** The trees that the object is in. */
  within(uid: Uid): readonly Membership[] {
    return [...this.#within.get(uid)].filter((membership) => this.#tracked.has(membership));
  }

  /** Puts a revision in place and says whose membership changed by it. */
  put(facts: Facts): readonly MembershipChange[] {
    const { uid } = facts.ref;
    const before = this.#nodes.get(uid);
    this.#nodes.set(uid, { facts, gone: false });
    this.#linkers.put(uid, facts.linkTo.length > 0 || facts.selects !== undefined);
    const former =
      before === undefined || sameSeeks(before.facts.seeks, facts.seeks) ? [] : [...this.#parentsOf(uid, before.facts.seeks).keys()];
    const touched = this.#reindex(uid, before?.facts, facts);
    const changes = touched.length === 0 ? [] : this.#recompute(touched);
    this.#refresh(uid);
    for (const parent of former) this.sweep(parent);
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
      if (node === undefined || !node.gone || this.#isRoot(current) || this.childrenOf(current).next().done !== true) continue;
      const parents = this.#parentsOf(current, node.facts.seeks).keys();
      this.#forget(current, node.facts);
      open.push(...parents);
    }
  }

  /** Makes an object the root of a tree (or none), and says who joined and left. */
  setRoot(membership: Membership, uid: Uid | undefined): readonly MembershipChange[] {
    const changes: MembershipChange[] = [];
    const old = membership.root.value;
    membership.root.set(uid);
    if (old !== undefined) this.#rooted.delete(old, membership);
    if (uid !== undefined) this.#rooted.add(uid, membership);
    if (old !== undefined) this.#lower(membership, [old], changes);
    if (uid !== undefined) this.#raise(membership, [uid], changes);
    return changes;
  }

  #isRoot(uid: Uid): boolean {
    for (const membership of this.#rooted.get(uid)) if (this.#tracked.has(membership)) return true;
    return false;
  }

  #forget(uid: Uid, facts: Facts): void {
    for (const key of facts.offers) this.#providers.delete(key, uid);
    for (const seek of facts.seeks) this.#seekersBy(seek).delete(seek.key, uid);
    this.#nodes.delete(uid);
    for (const membership of [...this.#within.get(uid)]) {
      membership.levels.delete(uid);
      this.#within.delete(uid, membership);
    }
  }

  /** Owners are sought by their uid, which no key of a rule can be taken for. */
  #seekersBy({ reason }: Seek): TrackedIndex<Uid> {
    return reason.kind === 'owner' ? this.#dependents : this.#seekers;
  }

  /** Moves an object's keys from its old facts to its new ones; returns the objects whose parents changed. */
  #reindex(uid: Uid, before: Facts | undefined, after: Facts): readonly Uid[] {
    const touched = before === undefined ? [...this.#dependents.get(uid)].filter((child) => child !== uid) : [];
    this.#moveOffers(uid, { from: before?.offers ?? [], to: after.offers, touched });
    const sought = before?.seeks ?? [];
    if (sameSeeks(sought, after.seeks)) return touched;
    const parents = this.#parentsOf(uid, sought);
    for (const seek of sought) this.#seekersBy(seek).delete(seek.key, uid);
    for (const seek of after.seeks) this.#seekersBy(seek).add(seek.key, uid);
    if (!sameParents(parents, this.#parentsOf(uid, after.seeks))) touched.push(uid);
    return touched;
  }

  #moveOffers(
    uid: Uid,
    { from, to, touched }: { readonly from: readonly string[]; readonly to: readonly string[]; readonly touched: Uid[] },
  ): void {
    if (sameTexts(from, to)) return;
    for (const key of from.filter((text) => !to.includes(text))) {
      this.#noteFollowers(uid, key, touched);
      this.#providers.delete(key, uid);
    }
    for (const key of to.filter((text) => !from.includes(text))) {
      this.#providers.add(key, uid);
      this.#noteFollowers(uid, key, touched);
    }
  }

  /** Those for whom a key is the best reason to hang on the object. */
  #noteFollowers(uid: Uid, key: string, touched: Uid[]): void {
    for (const child of this.#seekers.get(key)) {
      const seeks = this.#nodes.get(child)?.facts.seeks ?? [];
      if (child !== uid && this.#parentsOf(child, seeks).get(uid)?.key === key) touched.push(child);
    }
  }

  #recompute(touched: readonly Uid[]): readonly MembershipChange[] {
    const changes: MembershipChange[] = [];
    for (const membership of this.#concerned(touched)) {
      const lowered = touched.filter((uid) => membership.levels.has(uid) && uid !== membership.root.value);
      if (lowered.length > 0) this.#lower(membership, lowered, changes);
      this.#raise(membership, touched, changes);
    }
    return changes.length < 2 ? changes : netChanges(changes);
  }

  /** The trees that one of the objects is in, or comes into by a parent. */
  #concerned(touched: readonly Uid[]): ReadonlySet<Membership> {
    const found = new Set<Membership>();
    for (const uid of touched) {
      const parents = this.#parentsOf(uid, this.#nodes.get(uid)?.facts.seeks ?? []);
      for (const one of [uid, ...parents.keys()]) for (const membership of this.#within.get(one)) found.add(membership);
      for (const membership of this.#rooted.get(uid)) found.add(membership);
    }
    return new Set([...found].filter((membership) => this.#tracked.has(membership)));
  }

  /** Takes objects and all below them out, then lets back in whoever still has a parent inside: also right where owners form a ring. */
  #lower(membership: Membership, starts: readonly Uid[], changes: MembershipChange[]): void {
    const out: Uid[] = [];
    const open = [...starts];
    for (let uid = open.pop(); uid !== undefined; uid = open.pop()) {
      if (!membership.levels.has(uid) || uid === membership.root.value) continue;
      this.#setLevel(membership, { uid, level: undefined }, changes);
      out.push(uid);
      for (const child of this.childrenOf(uid)) open.push(child);
    }
    this.#raise(membership, out, changes);
  }

  #raise(membership: Membership, starts: readonly Uid[], changes: MembershipChange[]): void {
    const open = [...starts];
    for (let uid = open.pop(); uid !== undefined; uid = open.pop()) {
      const level = this.#levelFromParents(membership, uid);
      if (level === undefined || level <= (membership.levels.get(uid) ?? 0)) continue;
      this.#setLevel(membership, { uid, level }, changes);
      for (const child of this.childrenOf(uid)) open.push(child);
    }
  }

  #levelFromParents(membership: Membership, uid: Uid): Level | undefined {
    if (uid === membership.root.value) return this.#nodes.has(uid) ? 2 : undefined;
    let best: Level | undefined;
    for (const [parent, { reason }] of this.#parentsOf(uid, this.#nodes.get(uid)?.facts.seeks ?? [])) {
      const level = membership.levels.get(parent);
      if (level === 2 && reason.kind === 'owner') return 2;
      best = level === undefined ? best : 1;
    }
    return best;
  }

  #setLevel(
    membership: Membership,
    { uid, level }: { readonly uid: Uid; readonly level: Level | undefined },
    changes: MembershipChange[],
  ): void {
    const before = membership.levels.get(uid);
    if (level === undefined) {
      membership.levels.delete(uid);
      this.#within.delete(uid, membership);
    } else {
      membership.levels.set(uid, level);
      this.#within.add(uid, membership);
    }
    if ((before === undefined) !== (level === undefined)) changes.push({ membership, uid, kind: level === undefined ? 'left' : 'joined' });
    this.#refreshIn(membership, uid);
  }

  #refresh(uid: Uid): void {
    for (const membership of this.#within.get(uid)) this.#refreshIn(membership, uid);
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

function sameParents(left: ReadonlyMap<Uid, Seek>, right: ReadonlyMap<Uid, Seek>): boolean {
  return left.size === right.size && [...left].every(([parent, seek]) => sameEdge(seek, right.get(parent)));
}

function sameEdge(left: Seek, right: Seek | undefined): boolean {
  return left.rank === right?.rank && left.reason.rule === right.reason.rule;
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
