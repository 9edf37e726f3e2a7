// Cuts the ordered changes of one root's tree into reconciliation cycles: the rules of design.md section 4 as one step function.
// Never a trigger: inert kinds (Events, Leases, Endpoints), noise, joining or leaving the tree.

import type { ObjectRef, Uid } from '@rectrace/kube';
import type { Cause, Cycle, CycleInstant, CycleRequest } from '../cycle.ts';
import type { Entry } from '../entry.ts';
import type { Facts } from '../facts.ts';
import type { Journal } from '../journal.ts';
import { TrackedCell, TrackedMap } from '../journal.ts';
import type { MemberStep } from '../membership/member-step.ts';
import { Membership } from '../membership/membership.ts';
import type { GraphNode } from '../membership/object-graph.ts';
import type { Position } from '../position.ts';
import { comparePositions } from '../position.ts';
import type { ClosedCycles, StandingCycles } from './closed-cycles.ts';
import { letGoOfClosed, newestCycles, withClosed } from './closed-cycles.ts';
import { withRequest } from './cycle-requests.ts';
import type { Trigger } from './cycle-trigger.ts';
import { isBaseline, isTerminal, memberTrigger, rootTrigger } from './cycle-trigger.ts';
import type { InitiatorsState } from './initiators.ts';
import { Initiators, NO_INITIATORS } from './initiators.ts';
import { toldTimeOf } from './known-time.ts';

type OpenCycle = {
  readonly number: number;
  readonly root: ObjectRef;
  readonly start: CycleInstant;
  readonly cause: Cause;
  readonly requests: readonly CycleRequest[];
  readonly omittedRequests?: number;
  readonly reachedAt: CycleInstant | undefined;
};

/** rootNode: the root after the entry. snapshot: the members just before it, read only when a cycle opens. */
export type StepContext = { readonly rootNode: GraphNode | undefined; readonly snapshot: () => ReadonlyMap<Uid, Facts> };

/** What a fold has come to, who is in the tree apart; another fold of the same root goes on from it. */
export type CycleState = {
  readonly closed: ClosedCycles | undefined;
  readonly open: OpenCycle | undefined;
  readonly pending: readonly Uid[];
  readonly initiators: InitiatorsState;
  readonly initial: ReadonlyMap<Uid, Facts>;
  readonly found: ReadonlyMap<Uid, Facts>;
  readonly lastRoot: ObjectRef | undefined;
};

/**
 * firstNumber: of the first cycle, one more than those already in the history. cut: the position up to which the history holds all cycles;
 * undefined = it holds none. state: where it begins; absent = at nothing.
 */
export type CycleFoldOptions = {
  readonly rootId: string;
  readonly holdMs: number;
  readonly firstNumber: number;
  readonly cut?: Position | undefined;
  readonly state?: CycleState;
};

/** Closed cycles at hand beside those that can still become others. */
const CLOSED_KEPT = 8;

const NOTHING: CycleState = {
  closed: undefined,
  open: undefined,
  pending: [],
  initiators: NO_INITIATORS,
  initial: new Map(),
  found: new Map(),
  lastRoot: undefined,
};

/** The fold of one root. All of its state can be rewound. */
export class CycleFold {
  readonly membership: Membership;
  readonly #closed: TrackedCell<ClosedCycles | undefined>;
  readonly #open: TrackedCell<OpenCycle | undefined>;
  readonly #pending: TrackedMap<Uid, true>;
  readonly #initiators: Initiators;
  readonly #initial: TrackedCell<ReadonlyMap<Uid, Facts>>;
  /** What turned out later to have been there before the latest cycle. */
  readonly #found: TrackedMap<Uid, Facts>;
  readonly #lastRoot: TrackedCell<ObjectRef | undefined>;
  readonly #rootId: string;
  #stood: { readonly of: OpenCycle | undefined; readonly cycles: StandingCycles } = {
    of: undefined,
    cycles: { closed: undefined, open: undefined },
  };
  readonly #firstNumber: number;
  readonly #holdMs: number;
  readonly #cut: Position | undefined;
  readonly #journal: Journal;

  constructor(journal: Journal, options: CycleFoldOptions) {
    const { state = NOTHING } = options;
    this.membership = new Membership(journal);
    this.#journal = journal;
    this.#closed = new TrackedCell(journal, state.closed);
    this.#open = new TrackedCell(journal, state.open);
    this.#pending = new TrackedMap(journal);
    this.#initiators = new Initiators(journal, state.initiators);
    this.#initial = new TrackedCell(journal, state.initial);
    this.#found = new TrackedMap(journal);
    this.#lastRoot = new TrackedCell(journal, state.lastRoot);
    for (const uid of state.pending) this.#pending.set(uid, true);
    for (const [uid, facts] of state.found) this.#found.set(uid, facts);
    this.#rootId = options.rootId;
    this.#firstNumber = options.firstNumber;
    this.#holdMs = options.holdMs;
    this.#cut = options.cut;
  }

  /** The entry as this root takes it: what happened up to its cut is known, and nothing begins with it. What is found there later is found. */
  taken(entry: Entry, uid: Uid): Entry {
    if (this.#cut === undefined || entry.kind === 'time' || comparePositions(entry.position, this.#cut) > 0) return entry;
    return entry.type === 'Present' && uid !== this.membership.root.value ? entry : { ...entry, type: 'Restored' };
  }

  /** A cycle has reached its end and waits for the hold to pass. */
  get holding(): boolean {
    return this.#open.value?.reachedAt !== undefined;
  }

  /** Members at the start of the latest cycle, by uid. */
  get initialMembers(): ReadonlyMap<Uid, Facts> {
    return this.#found.size === 0 ? this.#initial.value : new Map([...this.#found.entries(), ...this.#initial.value]);
  }

  get #closedCount(): number {
    return this.#closed.value?.count ?? 0;
  }

  /** The cycles as they stand; the same value while nothing of them has changed. */
  stand(): StandingCycles {
    const [closed, open] = [this.#closed.value, this.#open.value];
    if (this.#stood.cycles.closed !== closed || this.#stood.of !== open)
      this.#stood = { of: open, cycles: { closed, open: open === undefined ? undefined : cycleOf(open) } };
    return this.#stood.cycles;
  }

  /** The newest cycle of this fold. */
  latest(): Cycle | undefined {
    const { closed, open } = this.stand();
    return open ?? closed?.cycle;
  }

  /** The newest cycles, the open one and a few closed ones, oldest first. */
  cycles(): readonly Cycle[] {
    return newestCycles(this.stand(), CLOSED_KEPT);
  }

  setInitial(members: ReadonlyMap<Uid, Facts>): void {
    this.#initial.set(members);
  }

  state(): CycleState {
    return {
      closed: this.#closed.value,
      open: this.#open.value,
      pending: [...this.#pending.keys()],
      initiators: this.#initiators.state(),
      initial: this.#initial.value,
      found: new Map(this.#found.entries()),
      lastRoot: this.#lastRoot.value,
    };
  }

  /** Of whom the open cycle waits for, only these are still awaited. */
  awaitOnly(isAwaited: (uid: Uid) => boolean): void {
    for (const uid of [...this.#pending.keys()]) if (!isAwaited(uid)) this.#pending.delete(uid);
  }

  /** Nothing before this step of the journal is undone any more: of what was final by then only the newest stays. */
  letGo({ step, isGone }: { readonly step: number; readonly isGone: (uid: Uid) => boolean }): void {
    letGoOfClosed(this.#closed.value, { step, keep: CLOSED_KEPT });
    this.#initiators.letGo(isGone);
  }

  /** Time has come to `time`: a held end becomes final. */
  passTime(time: number): void {
    const reached = this.#open.value?.reachedAt;
    if (reached !== undefined && time - reached.time >= this.#holdMs) this.#close(reached);
  }

  /** The recording ends here: the hold counts as passed. */
  finish(): void {
    const reached = this.#open.value?.reachedAt;
    if (reached !== undefined) this.#close(reached);
  }

  /** An entry that touched the tree. */
  step(step: MemberStep, context: StepContext): void {
    const trigger = this.#triggerOf(step, context.rootNode);
    if (trigger !== undefined) this.#trigger(trigger, { step, snapshot: context.snapshot });
    this.#noteInitiator(step);
    this.#notePending(step);
    this.#settle(step.entry, context.rootNode);
  }

  /** An object entered the tree by an entry: never a trigger, but waited for when it was made in this cycle. */
  joined({ facts, gone }: GraphNode, { createdAt, entry }: { readonly createdAt: Position | undefined; readonly entry: Entry }): void {
    if (facts.initiator) this.#seeInitiator(facts.ref, { entry, moved: false });
    const open = this.#open.value;
    if (open === undefined || gone || facts.complete || createdAt === undefined) return;
    if (comparePositions(createdAt, open.start.position) > 0) this.#pending.set(facts.ref.uid, true);
  }

  /** A first list shows a member: it was there before anything that was watched, the latest cycle too. */
  found({ facts }: GraphNode): void {
    if (this.#open.value !== undefined || this.#closed.value !== undefined) this.#found.set(facts.ref.uid, facts);
  }

  left(uid: Uid): void {
    this.#pending.delete(uid);
  }

  #triggerOf(step: MemberStep, rootNode: GraphNode | undefined): Trigger | undefined {
    if (step.uid === this.membership.root.value) return rootTrigger(step, this.#rootId);
    if (rootNode === undefined || rootNode.gone) return undefined;
    return memberTrigger(step);
  }

  #trigger(trigger: Trigger, { step, snapshot }: { readonly step: MemberStep; readonly snapshot: () => ReadonlyMap<Uid, Facts> }): void {
    const open = this.#open.value;
    if (open === undefined) {
      this.#begin(trigger, { step, snapshot });
      return;
    }
    const own = trigger.kind === 'generation' || trigger.kind === 'deletion' || trigger.kind === 'created';
    if (!own) {
      if (open.reachedAt !== undefined) this.#resume(open);
      return;
    }
    if (open.reachedAt !== undefined || trigger.kind === 'created') {
      this.#close(open.reachedAt ?? instantOf(step.entry));
      this.#begin(trigger, { step, snapshot });
      return;
    }
    const request: CycleRequest = {
      kind: trigger.kind === 'deletion' ? 'deletion' : 'generation',
      change: changeOf(step.entry),
      ...toldTimeOf(step.entry),
      detail: trigger.detail,
      ...writerField(step.entry),
    };
    this.#open.set({ ...open, ...withRequest(open, request) });
  }

  #begin(trigger: Trigger, { step, snapshot }: { readonly step: MemberStep; readonly snapshot: () => ReadonlyMap<Uid, Facts> }): void {
    const root = this.#rootRef(step);
    if (root === undefined) return;
    const cause: Cause = {
      kind: trigger.kind,
      change: changeOf(step.entry),
      ref: trigger.ref,
      initiators: this.#initiators.take(),
      detail: trigger.detail,
      ...writerField(step.entry),
    };
    for (const uid of [...this.#pending.keys()]) this.#pending.delete(uid);
    for (const uid of [...this.#found.keys()]) this.#found.delete(uid);
    this.#initial.set(snapshot());
    this.#open.set({
      number: this.#firstNumber + this.#closedCount,
      root,
      start: instantOf(step.entry),
      cause,
      requests: [],
      reachedAt: undefined,
    });
    this.#lastRoot.set(root);
  }

  #close(end: CycleInstant): void {
    const open = this.#open.value;
    if (open === undefined) return;
    const { reachedAt: _reachedAt, ...rest } = open;
    const cycle: Cycle = { kind: 'cycle', state: 'closed', ...rest, end };
    this.#closed.set(withClosed(this.#closed.value, { cycle, step: this.#journal.step }));
    this.#open.set(undefined);
  }

  #resume(open: OpenCycle): void {
    this.#open.set({ ...open, reachedAt: undefined });
    this.#initiators.take();
  }

  #noteInitiator({ after, isMember, entry }: MemberStep): void {
    if (!isMember || after === undefined || !after.facts.initiator || entry.kind !== 'revision') return;
    this.#seeInitiator(after.facts.ref, { entry, moved: !isBaseline(entry) });
  }

  #seeInitiator(ref: ObjectRef, { entry, moved }: { readonly entry: Entry; readonly moved: boolean }): void {
    const open = this.#open.value;
    const restored = entry.kind !== 'time' && entry.type === 'Restored';
    const inside = restored || (open !== undefined && open.reachedAt === undefined);
    const next = inside ? undefined : this.#closedCount + (open === undefined ? 1 : 2);
    this.#initiators.see(ref, { next, moved });
  }

  #notePending({ entry, uid, before, after, isMember }: MemberStep): void {
    // The root is judged by its own expression, whatever its kind counts as complete.
    if (this.#open.value === undefined || uid === this.membership.root.value) return;
    if (!isMember || after === undefined || after.gone || after.facts.complete) {
      this.#pending.delete(uid);
      return;
    }
    const created = entry.kind === 'revision' && entry.type === 'Creation';
    const turned = before?.facts.complete === true && entry.kind === 'revision' && entry.type === 'Update';
    if (created || turned) this.#pending.set(uid, true);
  }

  #settle(entry: Entry, rootNode: GraphNode | undefined): void {
    const open = this.#open.value;
    if (open === undefined) return;
    const { membership } = this;
    if (rootNode?.gone === true) {
      if (membership.owned.size === 0) this.#close(instantOf(entry));
      return;
    }
    const terminal = rootNode !== undefined && isTerminal(rootNode.facts, this.#rootId);
    const reached = terminal && membership.behind.size === 0 && membership.deleting.size === 0 && this.#pending.size === 0;
    if (!reached && open.reachedAt !== undefined) this.#resume(open);
    if (reached && open.reachedAt === undefined) this.#open.set({ ...open, reachedAt: instantOf(entry) });
  }

  #rootRef(step: MemberStep): ObjectRef | undefined {
    const uid = this.membership.root.value;
    if (uid === step.uid) return step.after?.facts.ref ?? step.before?.facts.ref;
    return this.#lastRoot.value;
  }

  /** Tells the fold which object is its root. */
  setRootRef(ref: ObjectRef): void {
    this.#lastRoot.set(ref);
  }
}

/** In a cycle whose beginning is known by its cycle alone. pending: whom it may wait for. */
export function stateWithin(cycle: Cycle, pending: readonly Uid[]): CycleState {
  const { kind: _kind, state, end, ...begun } = cycle;
  const closed = state === 'closed' ? withClosed(undefined, { cycle, step: 0 }) : undefined;
  const open = state === 'closed' ? undefined : { ...begun, reachedAt: end };
  return { ...NOTHING, closed, open, pending: open === undefined ? [] : pending, lastRoot: cycle.root };
}

function cycleOf({ reachedAt, ...rest }: OpenCycle): Cycle {
  return reachedAt === undefined ? { kind: 'cycle', state: 'open', ...rest } : { kind: 'cycle', state: 'reached', ...rest, end: reachedAt };
}

function writerField(entry: Entry): { readonly writer?: string } {
  return entry.kind !== 'time' && entry.writer !== '' ? { writer: entry.writer } : {};
}

function changeOf(entry: Entry): string {
  return entry.kind === 'time' ? '' : entry.change;
}

function instantOf(entry: Entry): CycleInstant {
  return { ...toldTimeOf(entry), position: entry.position };
}
