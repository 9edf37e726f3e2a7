// The fold over all roots in one order, whatever order messages arrive in: a late entry rewinds the steps after its place and replays them.
// What a first list finds is a baseline: it stands before everything that was watched.

import type { ObjectRef, Uid } from '@rectrace/kube';
import { formatObjectKey } from '@rectrace/kube';
import type { CycleFold } from './cycles/cycle-fold.ts';
import type { Entry, RevisionEntry } from './entry.ts';
import type { Facts } from './facts.ts';
import { Journal, TrackedMap, TrackedSet, undoStep } from './journal.ts';
import type { Joined } from './membership/ever-members.ts';
import { EverMembers } from './membership/ever-members.ts';
import { FormerRoots } from './membership/former-roots.ts';
import type { MemberStep } from './membership/member-step.ts';
import type { Membership, MembershipChange } from './membership/membership.ts';
import type { GraphNode } from './membership/object-graph.ts';
import { ObjectGraph } from './membership/object-graph.ts';
import { membersBefore, standingMembers } from './membership/standing-members.ts';
import type { Position } from './position.ts';
import type { Timed } from './timed-entries.ts';
import { firstAfter, placeOf } from './timed-entries.ts';

type RootSlot = { readonly id: string; readonly key: string; readonly fold: CycleFold };
/** order: roots are told in the order in which they were added. */
type OrderedSlot = RootSlot & { readonly order: number };
/** step: of the journal. */
type LoggedEntry = Timed & { readonly undo: readonly (() => void)[]; readonly step: number };

/** A late entry is folded in at once where no more than so many steps have to be replayed for it; */
const REPLAYED_AT_ONCE = 256;
/** else when so large a part of what has to be replayed is new. */
const WORTH_A_REPLAY = 1 / 8;

export class OrderedFold {
  readonly journal = new Journal();
  readonly graph: ObjectGraph;
  readonly #former = new FormerRoots(this.journal);
  readonly #createdAt = new TrackedMap<Uid, Position>(this.journal);
  readonly #roots = new Map<string, OrderedSlot>();
  readonly #slots = new Map<Membership, OrderedSlot>();
  /** Whose cycle has reached its end and waits for the hold to pass. */
  readonly #holding = new TrackedSet<OrderedSlot>(this.journal);
  /** Ids of roots whose cycles may have changed. */
  readonly #moved = new Set<string>();
  /** Roots told something since what can no longer be undone was let go. */
  readonly #stepped = new Set<OrderedSlot>();
  #added = 0;
  readonly #rootsByKey = new Map<string, RootSlot[]>();
  readonly #ever = new EverMembers();
  readonly #horizon: number;
  #log: LoggedEntry[] = [];
  /** What follows the log and waits to be folded in; gathered: how many of them were not folded in before. */
  #pending: Timed[] = [];
  #gathered = 0;
  #now = 0;

  /**
   * @param options.horizon how many entries can be rewound; what arrives later than that takes its place at the horizon;
   * maxDeparted: see ObjectGraph
   */
  constructor(options: { readonly horizon: number; readonly maxDeparted: number }) {
    this.graph = new ObjectGraph(this.journal, options);
    this.#horizon = options.horizon;
  }

  /** The latest message time so far, milliseconds since the epoch. */
  get now(): number {
    return this.#now;
  }

  /** Position of the newest entry, where one can still be rewound. */
  get last(): Position | undefined {
    return (this.#pending.at(-1) ?? this.#log.at(-1))?.entry.position;
  }

  /** False while late entries are gathered: trees and cycles then stand where the earliest of them belongs. */
  get settled(): boolean {
    return this.#pending.length === 0;
  }

  /** Folds in what was gathered. */
  settle(): void {
    if (this.#pending.length === 0) return;
    this.#gathered = 0;
    this.#replay(this.#pending.splice(0));
  }

  /** Of a root that is traced. */
  everMember(uid: Uid): boolean {
    return this.#ever.has(uid);
  }

  /** An object is gone for so long that nobody asks for it any more. */
  forgetMember(uid: Uid): void {
    this.#ever.forget(uid);
    this.#former.forget(uid);
  }

  /** Forgets that can happen once a root is no longer traced. */
  removeRoot(id: string): void {
    this.settle();
    const slot = this.#roots.get(id);
    if (slot === undefined) return;
    this.#forgetLog();
    this.graph.untrack(slot.fold.membership);
    this.#slots.delete(slot.fold.membership);
    this.#holding.delete(slot);
    this.#stepped.delete(slot);
    this.#moved.delete(id);
    this.#former.remove(id);
    this.#roots.delete(id);
    this.#ever.removeRoot(id);
    const others = (this.#rootsByKey.get(slot.key) ?? []).filter((other) => other.id !== id);
    if (others.length === 0) this.#rootsByKey.delete(slot.key);
    else this.#rootsByKey.set(slot.key, others);
    const root = slot.fold.membership.root.value;
    if (root !== undefined) this.graph.sweep(root);
  }

  /** Starts a root by its target key: 'Kind.group/namespace/name'. Must be made with this fold's journal. Writes up to here become final. */
  addRoot(slot: RootSlot): void {
    this.settle();
    this.#forgetLog();
    this.#added += 1;
    const ordered = { ...slot, order: this.#added };
    this.#roots.set(slot.id, ordered);
    this.#slots.set(slot.fold.membership, ordered);
    this.#rootsByKey.set(slot.key, [...(this.#rootsByKey.get(slot.key) ?? []), slot]);
    this.graph.track(slot.fold.membership);
  }

  /** These were in the root's tree before. */
  restoreMembers(id: string, members: Iterable<Uid>): void {
    for (const uid of members) this.#ever.enter(uid, id);
  }

  /** It had the root's name before the object that has it now. */
  restoreFormerRoot(id: string, uid: Uid): void {
    this.#former.add(uid, id);
  }

  formerRootsOf(id: string): readonly Uid[] {
    return this.#former.of(id);
  }

  /** A restored member is gone, and nothing is in the trees that hangs on it. */
  restoreDeparted(facts: Facts): void {
    for (const id of this.#ever.rootsOf(facts.ref.uid)) {
      const slot = this.#roots.get(id);
      if (slot !== undefined) this.graph.restoreDeparted(slot.fold.membership, facts);
    }
  }

  /**
   * Makes an object the root of a tree whose cycles stand already: nothing begins with it. joined: who was in the tree since it was left, and may
   * have gone again.
   */
  crown(
    id: string,
    { root, joined, at }: { readonly root: GraphNode | undefined; readonly joined: readonly Joined[]; readonly at: Position },
  ): void {
    const slot = this.#roots.get(id);
    if (slot === undefined || root === undefined) return;
    const { fold } = slot;
    this.graph.put(root.facts);
    if (root.gone) this.graph.bury(root.facts.ref.uid);
    for (const { ref, since } of joined) this.#noteEver(slot, ref, since);
    for (const { uid } of this.graph.setRoot(fold.membership, root.facts.ref.uid)) {
      const facts = this.graph.node(uid)?.facts ?? this.graph.departed(uid);
      if (facts !== undefined) this.#noteEver(slot, facts.ref, at);
    }
    fold.awaitOnly((uid) => this.graph.node(uid)?.facts.complete === false && fold.membership.levels.has(uid));
    this.#noteMove(slot);
  }

  /** As nothing is known of the members at the start of the root's latest cycle, they are taken to be those of now. */
  takeAsInitial(id: string): void {
    const fold = this.#roots.get(id)?.fold;
    fold?.setInitial(standingMembers(this.graph, fold.membership));
  }

  /** What joined a tree for the first time since the last call. */
  takeJoined(): readonly Joined[] {
    return this.#ever.takeJoined();
  }

  /** Ids of the roots whose cycles may have changed since the last call. */
  takeMoved(): readonly string[] {
    const moved = [...this.#moved];
    this.#moved.clear();
    return moved;
  }

  /** Folds a baseline in, before everything of its epoch that can still be rewound. What is of an earlier epoch becomes final. */
  addBaseline(entries: readonly Entry[]): void {
    const epoch = entries[0]?.position.epoch;
    if (epoch === undefined) return;
    this.settle();
    const first = this.#log.findIndex(({ entry }) => entry.position.epoch >= epoch);
    const later = this.#rewindTo(first < 0 ? this.#log.length : first);
    this.#forgetLog();
    for (const entry of entries) {
      this.#passTo(entry.time);
      this.#apply(entry);
    }
    this.#replay(later);
  }

  /** Folds one entry in at its place; where much has to be replayed for it, together with those that come after it. */
  add(entry: Entry): void {
    this.#passTo(entry.time);
    if (entry.kind === 'time' && entry.tick) {
      this.settle();
      const last = this.#log.at(-1)?.entry;
      if (last?.kind === 'time' && last.tick) this.#rewindTo(this.#log.length - 1);
    }
    this.#insert(entry);
    const replays = this.#pending.length;
    if (replays <= REPLAYED_AT_ONCE || this.#gathered >= replays * WORTH_A_REPLAY) this.settle();
  }

  #passTo(time: number): void {
    if (time > this.#now) this.#now = time;
  }

  /** Puts an entry among what waits; what was folded in and stands after it, or was counted as later than it, waits again. */
  #insert(entry: Entry): void {
    const reach = Math.min(placeOf(entry.position, this.#log), firstAfter(entry.time, this.#log));
    if (reach < this.#log.length) this.#pending = [...this.#rewindTo(reach), ...this.#pending];
    const place = placeOf(entry.position, this.#pending);
    for (let index = firstAfter(entry.time, this.#pending); index < place; index += 1) {
      const timed = this.#pending[index];
      if (timed !== undefined) this.#pending[index] = { ...timed, at: entry.time };
    }
    this.#pending.splice(place, 0, { entry, at: Math.min(entry.time, this.#pending[place]?.at ?? entry.time) });
    this.#gathered += 1;
  }

  #rewindTo(index: number): Timed[] {
    const later = this.#log.splice(index);
    for (let step = later.length - 1; step >= 0; step -= 1) undoStep(later[step]?.undo ?? []);
    return later;
  }

  #replay(entries: readonly Timed[]): void {
    for (const { entry, at } of entries) {
      this.journal.open();
      for (const slot of [...this.#holding.values()]) this.#passHold(slot, at);
      this.#apply(entry);
      this.#log.push({ entry, at, undo: this.journal.take(), step: this.journal.step });
    }
    if (this.#log.length <= this.#horizon * 2) return;
    this.#log = this.#log.slice(-this.#horizon);
    this.#letGo();
  }

  /** Nothing up to here is undone any more. */
  #forgetLog(): void {
    this.#log = [];
    this.#letGo();
  }

  #letGo(): void {
    const step = this.#log[0]?.step ?? this.journal.step + 1;
    const isGone = (uid: Uid): boolean => this.graph.node(uid) === undefined;
    for (const { fold } of this.#stepped) fold.letGo({ step, isGone });
    this.#stepped.clear();
  }

  #passHold(slot: OrderedSlot, at: number): void {
    slot.fold.passTime(at);
    if (!slot.fold.holding) this.#noteMove(slot);
  }

  /** Also when it is undone, the cycles are others. */
  #noteMove(slot: OrderedSlot): void {
    const { id } = slot;
    this.#stepped.add(slot);
    this.#moved.add(id);
    this.journal.note(() => this.#moved.add(id));
    this.#holding.put(slot, slot.fold.holding);
  }

  #apply(entry: Entry): void {
    if (entry.kind === 'revision') this.#applyRevision(entry);
    if (entry.kind === 'deletion') this.#applyDeletion(entry);
  }

  #applyRevision(entry: RevisionEntry): void {
    const { uid } = entry.facts.ref;
    const before = this.graph.node(uid);
    const views = this.graph.within(uid);
    if (entry.type === 'Creation') this.#createdAt.set(uid, entry.position);
    const stays = entry.noise || before?.facts.resourceVersion === entry.facts.resourceVersion;
    const facts = stays && before !== undefined ? { ...entry.facts, significantVersion: before.facts.significantVersion } : entry.facts;
    const changes = [...this.graph.put(facts), ...this.#claimRoots(entry.facts, before)];
    this.#tell({ entry, uid, before, changes, views });
    this.#noteOwnedByFormer(uid, entry.position);
  }

  /** It, and whoever was seen before it and hangs on it. */
  #noteOwnedByFormer(start: Uid, since: Position): void {
    const open: Uid[] = [start];
    for (let uid = open.pop(); uid !== undefined; uid = open.pop()) {
      const facts = this.graph.factsOf(uid);
      const slots = this.#former.above(uid, (owner) => this.graph.factsOf(owner)).flatMap((id) => this.#roots.get(id) ?? []);
      const entered = facts === undefined ? [] : slots.filter((slot) => this.#noteEver(slot, facts.ref, since));
      if (entered.length > 0) for (const child of this.graph.childrenOf(uid)) open.push(child);
    }
  }

  #applyDeletion(entry: Entry & { readonly kind: 'deletion' }): void {
    const { uid } = entry;
    const before = this.graph.node(uid);
    if (before === undefined || before.gone) return;
    const views = this.graph.within(uid);
    this.graph.bury(uid);
    this.#createdAt.delete(uid);
    this.#tell({ entry, uid, before, changes: [], views });
    this.graph.sweep(uid);
  }

  /** An object with a root's name becomes that root, unless an older one of that name still stands. */
  #claimRoots(facts: Facts, before: GraphNode | undefined): readonly MembershipChange[] {
    if (before?.facts.verdicts === facts.verdicts) return [];
    const slots = this.#rootsByKey.get(formatObjectKey(facts.ref)) ?? [];
    return slots.flatMap((slot) => (this.#isVacant(slot.fold, facts.ref.uid) ? this.#crown(slot, facts.ref) : []));
  }

  #isVacant(fold: CycleFold, candidate: Uid): boolean {
    const current = fold.membership.root.value;
    if (current === candidate) return false;
    return current === undefined || (this.graph.node(current)?.gone ?? true);
  }

  #crown({ id, fold }: RootSlot, ref: ObjectRef): readonly MembershipChange[] {
    const former = fold.membership.root.value;
    fold.setRootRef(ref);
    const changes = this.graph.setRoot(fold.membership, ref.uid);
    if (former !== undefined) this.#former.add(former, id);
    if (former !== undefined) this.graph.sweep(former);
    return changes;
  }

  #tell(step: {
    readonly entry: Entry;
    readonly uid: Uid;
    readonly before: GraphNode | undefined;
    readonly changes: readonly MembershipChange[];
    readonly views: readonly Membership[];
  }): void {
    const { entry, uid, before, changes, views } = step;
    const after = this.graph.node(uid);
    const now = this.graph.within(uid);
    for (const slot of this.#slotsOf([...views, ...now, ...changes.map(({ membership }) => membership)])) {
      const { fold } = slot;
      const wasMember = views.includes(fold.membership);
      const isMember = now.includes(fold.membership);
      const taken = fold.taken(entry, uid);
      this.#noteMoved(slot, { moved: changes.filter(({ membership }) => membership === fold.membership), entry: taken });
      const memberStep: MemberStep = { entry: taken, uid, before, after, wasMember, isMember };
      fold.step(memberStep, { rootNode: this.#rootNode(fold), snapshot: () => membersBefore(this.graph, fold.membership, memberStep) });
      this.#noteMove(slot);
    }
  }

  #slotsOf(memberships: readonly Membership[]): readonly OrderedSlot[] {
    const slots = [...new Set(memberships)].flatMap((membership) => this.#slots.get(membership) ?? []);
    return slots.sort((left, right) => left.order - right.order);
  }

  #noteMoved(slot: RootSlot, { moved, entry }: { readonly moved: readonly MembershipChange[]; readonly entry: Entry }): void {
    for (const change of moved.filter(({ kind }) => kind === 'left')) slot.fold.left(change.uid);
    for (const change of moved.filter(({ kind }) => kind === 'joined')) {
      const departed = this.graph.departed(change.uid);
      if (departed !== undefined) this.#noteEver(slot, departed.ref, entry.position);
      const node = this.graph.node(change.uid);
      if (node === undefined) continue;
      this.#noteEver(slot, node.facts.ref, entry.position);
      slot.fold.joined(node, { createdAt: this.#createdAt.get(change.uid), entry });
      if (entry.kind === 'revision' && entry.type === 'Present') slot.fold.found(node);
    }
  }

  /** False where it was noted before. */
  #noteEver(slot: RootSlot, ref: ObjectRef, since: Position): boolean {
    return this.#ever.join({ root: slot.id, uid: ref.uid, ref, since });
  }

  #rootNode(fold: CycleFold): GraphNode | undefined {
    const uid = fold.membership.root.value;
    return uid === undefined ? undefined : this.graph.node(uid);
  }
}
