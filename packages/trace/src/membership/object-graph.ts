// Who hangs on whom: an incremental join of what objects offer and seek, and the membership of every root's tree (membership.ts). Edges are not kept: a parent is
// whoever is sought, by uid or by a key that rules make, so an object in no tree costs its facts and two index entries.
// A deleted object stays as a ghost while something still hangs on it, and is remembered among the departed after that. Cost of a message: its own keys + the objects whose membership changes.

import type { Uid } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import type { Facts, Seek } from '../facts.ts';
import type { Journal } from '../journal.ts';
import { TrackedMap, TrackedSet } from '../journal.ts';
import { Departed, departedFacts, isByUid } from './departed.ts';
import type { ParentSource } from './find-parents.ts';
import { findParents } from './find-parents.ts';
import type { Level, Membership, MembershipChange } from './membership.ts';
import { levelIn, netChanges } from './membership.ts';
import { TrackedIndex } from './tracked-index.ts';

export type GraphNode = { readonly facts: Facts; readonly gone: boolean };

export class ObjectGraph {
  readonly #nodes: TrackedMap<Uid, GraphNode>;
  readonly #departed: Departed;
  /** By join key: who offers it. By join key or owner's uid: who seeks it. */
  readonly #providers: TrackedIndex<Uid>;
  readonly #seekers: TrackedIndex<Uid>;
  readonly #dependents: TrackedIndex<Uid>;
  /** Objects whose links need a look at other objects: HorizontalPodAutoscalers, PodDisruptionBudgets. */
  readonly #linkers: TrackedSet<Uid>;
  readonly #tracked = new Set<Membership>();
  /** By uid: the trees that an object is in, those that a departed one was in, and those whose root it is. */
  readonly #within: TrackedIndex<Membership>;
  readonly #formerly: TrackedIndex<Membership>;
  readonly #rooted: TrackedIndex<Membership>;
  readonly #among: ParentSource = {
    withUid: (uid) => this.factsOf(uid)?.ref.uid,
    offering: (key) => this.offering(key),
  };

  /** @param options.maxDeparted how many are remembered that are gone and on whom nothing hangs */
  constructor(journal: Journal, { maxDeparted }: { readonly maxDeparted: number }) {
    this.#nodes = new TrackedMap(journal);
    this.#departed = new Departed(journal, maxDeparted);
    this.#providers = new TrackedIndex(journal);
    this.#seekers = new TrackedIndex(journal);
    this.#dependents = new TrackedIndex(journal);
    this.#linkers = new TrackedSet(journal);
    this.#within = new TrackedIndex(journal);
    this.#formerly = new TrackedIndex(journal);
    this.#rooted = new TrackedIndex(journal);
  }

  node(uid: Uid): GraphNode | undefined {
    return this.#nodes.get(uid);
  }

  /** Of an object that is in the graph, or departed from it. */
  factsOf(uid: Uid): Facts | undefined {
    return this.#nodes.get(uid)?.facts ?? this.#departed.get(uid);
  }

  /** Whoever offers a join key. */
  offering(key: string): Iterable<Uid> {
    return this.#providers.get(key);
  }

  /** What is remembered of one that is gone and on which nothing hangs. */
  departed(uid: Uid): Facts | undefined {
    return this.#departed.get(uid);
  }

  /** False: it can join no tree. */
  remembers(uid: Uid): boolean {
    return this.factsOf(uid) !== undefined;
  }

  allDeparted(): IterableIterator<Facts> {
    return this.#departed.values();
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

  *#allBelow(uid: Uid): Generator<Uid> {
    yield* this.childrenOf(uid);
    for (const child of this.#departed.childrenOf(uid)) if (child !== uid) yield child;
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
    for (const uid of membership.former.keys()) this.#formerly.delete(uid, membership);
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
    this.#letGo(uid);
    for (const seek of facts.seeks) if (isByUid(seek)) this.#wake(asUid(seek.key));
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

  /** A ghost on which nothing hangs any more departs, and then its parents where they are such ghosts. Roots stay. */
  sweep(uid: Uid): void {
    const open: Uid[] = [uid];
    for (let current = open.pop(); current !== undefined; current = open.pop()) {
      const node = this.#nodes.get(current);
      if (node === undefined || !node.gone || this.#isRoot(current) || this.childrenOf(current).next().done !== true) continue;
      const parents = this.#parentsOf(current, node.facts.seeks).keys();
      this.#depart(current, node.facts);
      for (const parent of parents) open.push(parent);
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

  /** Remembers one as gone that was in a tree, and of which nothing else is known any more. */
  restoreDeparted(membership: Membership, facts: Facts): void {
    const { uid } = facts.ref;
    if (this.#nodes.has(uid)) return;
    if (this.#departed.get(uid) === undefined) this.#remember(facts);
    membership.former.set(uid, 2);
    this.#formerly.add(uid, membership);
  }

  #depart(uid: Uid, facts: Facts): void {
    const parentsBy = (key: string): Iterable<Uid> => [...this.#providers.get(key)].filter((parent) => parent !== uid);
    const kept = departedFacts(facts, parentsBy);
    for (const key of facts.offers) this.#providers.delete(key, uid);
    for (const seek of facts.seeks) this.#seekersBy(seek).delete(seek.key, uid);
    this.#nodes.delete(uid);
    const within = [...this.#within.get(uid)];
    for (const membership of within) {
      const level = membership.levels.get(uid);
      membership.levels.delete(uid);
      this.#within.delete(uid, membership);
      if (level === undefined) continue;
      membership.former.set(uid, level);
      this.#formerly.add(uid, membership);
    }
    if (within.length > 0 || kept.seeks.length > 0) this.#remember(kept);
  }

  #remember(facts: Facts): void {
    const oldest = this.#departed.add(facts);
    if (oldest !== undefined) this.#letGo(oldest);
  }

  #letGo(uid: Uid): void {
    if (this.#departed.take(uid) === undefined) return;
    for (const membership of [...this.#formerly.get(uid)]) {
      membership.former.delete(uid);
      this.#formerly.delete(uid, membership);
    }
  }

  /** Something hangs on a departed object: it is a ghost again, and so are those above it. */
  #wake(start: Uid): void {
    const open: Uid[] = [start];
    for (let uid = open.pop(); uid !== undefined; uid = open.pop()) {
      const facts = this.#departed.take(uid);
      if (facts === undefined) continue;
      this.#nodes.set(uid, { facts, gone: true });
      for (const seek of facts.seeks) {
        this.#seekersBy(seek).add(seek.key, uid);
        open.push(asUid(seek.key));
      }
      for (const membership of [...this.#formerly.get(uid)]) {
        const level = membership.former.get(uid);
        membership.former.delete(uid);
        this.#formerly.delete(uid, membership);
        if (level === undefined) continue;
        membership.levels.set(uid, level);
        this.#within.add(uid, membership);
      }
    }
  }

  #seekersBy(seek: Seek): TrackedIndex<Uid> {
    return isByUid(seek) ? this.#dependents : this.#seekers;
  }

  /** Moves an object's keys from its old facts to its new ones; returns the objects whose parents changed. */
  #reindex(uid: Uid, before: Facts | undefined, after: Facts): readonly Uid[] {
    const touched = before === undefined ? this.#waitingFor(uid) : [];
    this.#moveOffers(uid, { from: before?.offers ?? [], to: after.offers, touched });
    const sought = before?.seeks ?? [];
    if (sameSeeks(sought, after.seeks)) return touched;
    const parents = this.#parentsOf(uid, sought);
    for (const seek of sought) this.#seekersBy(seek).delete(seek.key, uid);
    for (const seek of after.seeks) this.#seekersBy(seek).add(seek.key, uid);
    if (!sameParents(parents, this.#parentsOf(uid, after.seeks))) touched.push(uid);
    return touched;
  }

  /** Those who named an owner before it was seen. */
  #waitingFor(uid: Uid): Uid[] {
    return [...this.#dependents.get(uid), ...this.#departed.childrenOf(uid)].filter((child) => child !== uid);
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
      const parents = this.#parentsOf(uid, this.factsOf(uid)?.seeks ?? []);
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
      if (levelIn(membership, uid) === undefined || uid === membership.root.value) continue;
      this.#setLevel(membership, { uid, level: undefined }, changes);
      out.push(uid);
      for (const child of this.#allBelow(uid)) open.push(child);
    }
    this.#raise(membership, out, changes);
  }

  #raise(membership: Membership, starts: readonly Uid[], changes: MembershipChange[]): void {
    const open = [...starts];
    for (let uid = open.pop(); uid !== undefined; uid = open.pop()) {
      const level = this.#levelFromParents(membership, uid);
      if (level === undefined || level <= (levelIn(membership, uid) ?? 0)) continue;
      this.#setLevel(membership, { uid, level }, changes);
      for (const child of this.#allBelow(uid)) open.push(child);
    }
  }

  #levelFromParents(membership: Membership, uid: Uid): Level | undefined {
    if (uid === membership.root.value) return this.#nodes.has(uid) ? 2 : undefined;
    let best: Level | undefined;
    for (const [parent, { reason }] of this.#parentsOf(uid, this.factsOf(uid)?.seeks ?? [])) {
      const level = levelIn(membership, parent);
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
    const isThere = this.#nodes.has(uid);
    const [levels, trees] = isThere ? [membership.levels, this.#within] : [membership.former, this.#formerly];
    const before = levels.get(uid);
    if (level === undefined) {
      levels.delete(uid);
      trees.delete(uid, membership);
    } else {
      levels.set(uid, level);
      trees.add(uid, membership);
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
