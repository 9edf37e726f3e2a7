// The recorder: a deterministic fold over messages. It tells each revision once, keeps what is not yet in a tree waiting, and folds all of it
// in one order into trees and cycles. No I/O, no clock: time arrives with the messages.

import type { KubeObject, ResourceScope, Uid } from '@rectrace/kube';
import { formatGroupKind, formatScope } from '@rectrace/kube';
import { admitJoined } from './admit-joined.ts';
import { admitRoot, FROM_THE_START } from './admit-root.ts';
import type { Certainty } from './change.ts';
import { depthBelow } from './membership/depth-below.ts';
import type { RecorderMessage } from './message.ts';
import type { OpenList } from './open-lists.ts';
import type { Recorded } from './recorded.ts';
import type { RecorderContext, RecorderOptions } from './recorder-context.ts';
import { emptyDraft, identify, openRecorder } from './recorder-context.ts';
import { restoreTimeline } from './restart/restore-timeline.ts';
import { resumeRoot } from './restart/resume-root.ts';
import { atOnce } from './restart/slices.ts';
import type { StoredTimeline } from './restart/stored-timeline.ts';
import { isEvent } from './revisions/event-details.ts';
import { tellDeletion, tellVanished } from './revisions/tell-deletion.ts';
import { certaintyOf, tellNewRevision, tellRevision } from './revisions/tell-revision.ts';
import { noteUnread } from './revisions/unread-objects.ts';
import type { RootStanding } from './root-standing.ts';
import { rootStanding } from './root-standing.ts';
import type { RootTarget } from './root-target.ts';
import type { FullRootView, RootView } from './root-view.ts';
import { viewRoot, viewRootFully } from './root-view.ts';

/** What was left out or set aside so far. */
export type RecorderCounters = {
  readonly repeated: number;
  readonly older: number;
  readonly afterDeath: number;
  readonly evicted: number;
  /** Of the dead only so many are remembered. */
  readonly forgotten: number;
  readonly unattachedEvents: number;
};

export class Recorder {
  readonly #context: RecorderContext;

  constructor(options: RecorderOptions) {
    this.#context = openRecorder(options);
  }

  get counters(): RecorderCounters {
    const { aside, archive, desk } = this.#context;
    return { ...aside, evicted: archive.evicted, unattachedEvents: desk.waiting };
  }

  /**
   * Starts to trace a root. Bodies of objects seen before are asked for with a want. stored: a history that may know the root from before, with
   * everything in it that was recorded so far; the root goes on as if it had been traced all along.
   */
  addRoot(target: RootTarget, { stored }: { readonly stored?: StoredTimeline } = {}): Recorded {
    for (const { baseline } of this.#context.lists.all()) this.#context.fold.addBaseline(baseline.splice(0));
    if (stored === undefined) admitRoot(this.#context, target, FROM_THE_START);
    else resumeRoot(this.#context, target, stored);
    return this.#flush();
  }

  /** Continues after a restart: roots, members and unfinished cycles stand as they did, and nothing is told twice. Call it once, first. */
  restore(targets: readonly RootTarget[], stored: StoredTimeline): void {
    atOnce(restoreTimeline(this.#context, targets, stored));
  }

  /** The same in slices: each step of the iterator is a few hundred changes at most. Nothing may be recorded before it has come to its end. */
  *restoring(targets: readonly RootTarget[], stored: StoredTimeline): IterableIterator<void> {
    yield* restoreTimeline(this.#context, targets, stored);
  }

  /** Stops tracing a root; what was told of it stays in the history. */
  removeRoot(id: string): void {
    const { roots, fold, archive } = this.#context;
    roots.remove(id);
    fold.removeRoot(id);
    for (const uid of archive.members()) if (!fold.everMember(uid)) archive.dismiss(uid);
  }

  /** Per collection (formatScope) the oldest version whose object may yet join a tree: a stored position must stay below it. */
  held(): ReadonlyMap<string, string> {
    const { recent, fold, archive } = this.#context;
    return recent.oldest({ now: fold.now, isMember: (uid) => archive.isMember(uid) });
  }

  record(message: RecorderMessage): Recorded {
    this.#take(message);
    this.#letGo();
    return this.#flush();
  }

  /** The recording ends here: a reached end counts as held. */
  finish(): Recorded {
    for (const { scope } of this.#context.lists.all()) this.#foldList(scope);
    this.#settle();
    const { roots } = this.#context;
    for (const { fold, target } of roots.all()) {
      fold.finish();
      roots.mark([target.id]);
    }
    return this.#flush();
  }

  /** The root as it stands: its cycles, tree and summary. */
  view(id: string): RootView | undefined {
    this.#settle();
    const root = this.#context.roots.get(id);
    return root === undefined ? undefined : viewRoot({ target: root.target, fold: root.fold, graph: this.#context.fold.graph });
  }

  /** The same with the tree at the start of its latest cycle. */
  fullView(id: string): FullRootView | undefined {
    this.#settle();
    const root = this.#context.roots.get(id);
    return root === undefined ? undefined : viewRootFully({ target: root.target, fold: root.fold, graph: this.#context.fold.graph });
  }

  /** The same without its tree. */
  standing(id: string): RootStanding | undefined {
    this.#settle();
    const root = this.#context.roots.get(id);
    return root === undefined ? undefined : rootStanding(id, { fold: root.fold, graph: this.#context.fold.graph });
  }

  /** Levels below the root of what is in its tree; undefined for anything else. */
  depth(id: string, uid: Uid): number | undefined {
    this.#settle();
    const { roots, fold } = this.#context;
    const membership = roots.get(id)?.fold.membership;
    return membership === undefined ? undefined : depthBelow(membership, { uid, graph: fold.graph });
  }

  /** The newest redacted body of a member. */
  body(uid: Uid): KubeObject | undefined {
    return this.#context.archive.body(uid);
  }

  #take(message: RecorderMessage): void {
    const { order, archive, lists } = this.#context;
    switch (message.kind) {
      case 'ListBegin':
        if (order.noteList(message)) archive.placeEvents(() => order.here());
        lists.begin(message);
        return;
      case 'Listed':
        tellRevision(this.#context, message, { type: 'Listed' });
        return;
      case 'ListEnd':
        this.#endList(message.scope, message.receivedAt);
        return;
      case 'Observed':
        this.#observed(message);
        return;
      case 'Vanished':
        tellVanished(this.#context, message.ref.uid, message);
        return;
      case 'Gap':
        this.#gap(message);
        return;
      case 'EpochBegin':
        order.beginEpoch();
        return;
      case 'Bookmark':
        this.#passTimeAt(message.scope, { resourceVersion: message.resourceVersion, receivedAt: message.receivedAt });
        return;
      case 'Tick':
        this.#tick(message.receivedAt);
        return;
      case 'Availability':
        if (message.state === 'absent') order.forget(message.scope);
        return;
    }
  }

  /** Folds what a list brought, whole or not; undefined where none was under way. */
  #foldList(scope: ResourceScope): OpenList | undefined {
    const list = this.#context.lists.end(scope);
    if (list === undefined) return undefined;
    this.#context.fold.addBaseline(list.baseline);
    admitJoined(this.#context);
    return list;
  }

  /** The list is whole: what it no longer shows is gone. */
  #endList(scope: ResourceScope, receivedAt: number): void {
    const { known, order } = this.#context;
    const list = this.#foldList(scope);
    if (list === undefined) return;
    const { kind, seen, resourceVersion } = list;
    for (const { ref } of known.living(kind, scope.namespace)) {
      const newer = known.standing(ref.uid, { epoch: order.epoch, resourceVersion }).kind === 'older';
      if (!seen.has(ref.uid) && !newer) tellVanished(this.#context, ref.uid, { before: resourceVersion, scope, receivedAt });
    }
  }

  #observed(message: RecorderMessage & { readonly kind: 'Observed' }): void {
    const { type, by } = message;
    if (type === 'Deleted') this.#deleted(message, certaintyOf(by));
    else tellRevision(this.#context, message, { type, by });
  }

  #deleted(message: RecorderMessage & { readonly kind: 'Observed' }, certainty: Certainty): void {
    const { known, aside } = this.#context;
    const { object, scope, receivedAt, writtenBy } = message;
    const { resourceVersion = '' } = object.metadata;
    const ref = identify(this.#context, object);
    if (isEvent(object)) {
      known.forget(ref.uid);
      this.#passTimeAt(scope, { kind: formatGroupKind(ref), resourceVersion, receivedAt });
      return;
    }
    const found = known.get(ref.uid);
    if (found?.gone === 'seen') {
      aside.repeated += 1;
      return;
    }
    if (found === undefined) tellNewRevision(this.#context, message, { ref, type: 'Present', certainty });
    const body = this.#context.redact(object);
    tellDeletion(this.#context, ref, { resourceVersion, scope, receivedAt, writtenBy, certainty, body });
  }

  #gap({ scope, from, to, reason, ref, receivedAt }: RecorderMessage & { readonly kind: 'Gap' }): void {
    const { draft, order } = this.#context;
    const name = formatScope(scope);
    const id = `${order.epoch}/${name}/${ref?.uid ?? ''}/${from}-${to}`;
    draft.gaps.push({ kind: 'gap', id, scope: name, from, to, reason, receivedAt, ...(ref === undefined ? {} : { ref }) });
    if (ref !== undefined) noteUnread(this.#context, ref, to);
    this.#tick(receivedAt);
  }

  #passTimeAt(
    scope: ResourceScope,
    { receivedAt, ...at }: { readonly kind?: string; readonly resourceVersion: string; readonly receivedAt: number },
  ): void {
    const { fold, order } = this.#context;
    fold.add({ kind: 'time', tick: false, position: order.place(scope, at), time: receivedAt });
  }

  #tick(receivedAt: number): void {
    const { fold, order } = this.#context;
    fold.add({ kind: 'time', tick: true, position: fold.last ?? order.here(), time: receivedAt });
    admitJoined(this.#context);
  }

  /** What is bounded has forgotten some: so do the others. */
  #letGo(): void {
    const { known, archive, fold, desk, aside, unread } = this.#context;
    for (const uid of archive.takeLeft()) {
      desk.forget(uid);
      if (!fold.graph.remembers(uid)) archive.leave(uid);
    }
    for (const uid of known.takeForgotten()) {
      aside.forgotten += 1;
      unread.delete(uid);
      archive.dismiss(uid);
      fold.forgetMember(uid);
    }
  }

  #settle(): void {
    this.#context.fold.settle();
    admitJoined(this.#context);
  }

  /** While late messages are gathered nothing is said of cycles: they stand where the earliest of them belongs. */
  #flush(): Recorded {
    const { roots, fold, draft } = this.#context;
    this.#context.draft = emptyDraft();
    roots.mark(fold.takeMoved());
    const signals = fold.settled ? roots.tell() : [];
    const withdrawn = signals.filter(({ kind }) => kind === 'withdrawn').map(({ root, cycle }) => ({ root, number: cycle.number }));
    const told = signals.filter(({ kind }) => kind !== 'withdrawn').map(({ root, cycle }) => [cycle, { root, cycle }] as const);
    return { ...draft, signals, withdrawn, cycles: [...new Map(told).values()] };
  }
}
