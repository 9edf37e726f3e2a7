// The recorder: a deterministic fold over messages. It tells each revision once, keeps what is not yet in a tree waiting, and folds all of it
// in one order into trees and cycles. No I/O, no clock: time arrives with the messages.

import type { KubeObject, ObjectRef, ResourceScope, Uid } from '@rectrace/kube';
import { formatScope } from '@rectrace/kube';
import type { Certainty, Change, ChangeType, Gap } from './change.ts';
import { RevisionComparer } from './compare-revisions.ts';
import { CycleFold } from './cycle-fold.ts';
import type { Entry } from './entry.ts';
import { EventDesk } from './event-desk.ts';
import { isEvent, readEvent } from './event-details.ts';
import { timeOf } from './evidence.ts';
import type { Facts } from './facts.ts';
import { identityOf, readFacts, shareFacts } from './facts.ts';
import { KnownObjects } from './known-objects.ts';
import { MemberArchive } from './member-archive.ts';
import type { RecorderMessage, Want } from './message.ts';
import { OpenLists } from './open-lists.ts';
import { OrderedFold } from './ordered-fold.ts';
import type { OwnershipRules } from './ownership-rules.ts';
import { comparePositions } from './position.ts';
import { RecentlyHeld } from './recently-held.ts';
import type { Membership, Recorded } from './recorded.ts';
import { RevisionOrder } from './revision-order.ts';
import type { RootTarget } from './root-target.ts';
import { targetKey } from './root-target.ts';
import type { RootView } from './root-view.ts';
import { viewRoot } from './root-view.ts';
import type { RuleIndex } from './rule-index.ts';
import { indexRules, kindKey } from './rule-index.ts';
import { isComplete } from './state.ts';
import type { StoredTimeline } from './stored-timeline.ts';
import { planRestart } from './stored-timeline.ts';
import { TracedRoots } from './traced-roots.ts';
import { writerOf } from './writer.ts';

export type RecorderOptions = {
  readonly rules: OwnershipRules;
  /** Replaces Secrets before anything is kept; see redactObject. */
  readonly redact: (object: KubeObject) => KubeObject;
  /** How long a reached end must hold, milliseconds of message time. Default 5,000. */
  readonly holdMs?: number;
  /** Bytes of changes kept for objects in no tree, as JSON text (about twice that in memory). Default 8 MiB; Infinity for a bounded recording. */
  readonly waitingBytes?: number;
  /** How many messages can still be reordered. Default 4,096. */
  readonly horizon?: number;
};

/** What was left out or set aside so far. */
export type RecorderCounters = {
  readonly repeated: number;
  readonly older: number;
  readonly afterDeath: number;
  readonly evicted: number;
  readonly unattachedEvents: number;
};

type Revision = { readonly object: KubeObject; readonly scope: ResourceScope; readonly receivedAt: number };
type Draft = { readonly changes: Change[]; readonly members: Membership[]; readonly gaps: Gap[]; readonly wants: Want[] };

const HOLD_MS = 5_000;
const WAITING_BYTES = 8 * 1024 * 1024;
const HORIZON = 4_096;
const JOIN_WINDOW_MS = 10_000;
const MAX_TOMBS = 65_536;
const BASELINE_PIECE = 512;

export class Recorder {
  readonly #options: RecorderOptions;
  readonly #index: RuleIndex;
  readonly #fold: OrderedFold;
  readonly #order = new RevisionOrder();
  readonly #known = new KnownObjects(MAX_TOMBS);
  readonly #archive: MemberArchive;
  readonly #roots = new TracedRoots();
  readonly #comparer = new RevisionComparer();
  readonly #lists = new OpenLists();
  readonly #shared = shareFacts();
  readonly #recent = new RecentlyHeld(JOIN_WINDOW_MS);
  readonly #desk = new EventDesk(this.#known);
  #draft: Draft = emptyDraft();
  #repeated = 0;
  #older = 0;
  #afterDeath = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#index = indexRules(options.rules);
    this.#fold = new OrderedFold({ horizon: options.horizon ?? HORIZON });
    this.#archive = new MemberArchive(options.waitingBytes ?? WAITING_BYTES);
  }

  get counters(): RecorderCounters {
    return {
      repeated: this.#repeated,
      older: this.#older,
      afterDeath: this.#afterDeath,
      evicted: this.#archive.evicted,
      unattachedEvents: this.#desk.waiting,
    };
  }

  /** Starts to trace a root. Bodies of objects seen before are asked for with a want. */
  addRoot(target: RootTarget, options: { readonly firstNumber?: number } = {}): Recorded {
    const fold = new CycleFold(this.#fold.journal, {
      rootId: target.id,
      holdMs: this.#options.holdMs ?? HOLD_MS,
      firstNumber: options.firstNumber ?? 1,
    });
    const { key } = this.#roots.add(target, fold);
    this.#fold.addRoot({ id: target.id, key, fold });
    this.#crownKnown(target);
    return this.#flush();
  }

  /** The root was seen before it was traced: its body is at hand, or has to be read again. */
  #crownKnown(target: RootTarget): void {
    const known = this.#known.byName({ ...target, kind: target.objectKind });
    if (known === undefined || known.gone !== 'no') return;
    const { ref, resourceVersion } = known;
    const body = this.#archive.body(ref.uid);
    if (body === undefined) {
      this.#draft.wants.push({ kind: 'Promote', ref, resourceVersion });
      return;
    }
    const at = { position: this.#order.here(), time: this.#fold.now, change: `${known.epoch}/${ref.uid}/${resourceVersion}`, writer: '' };
    this.#fold.addBaseline([{ kind: 'revision', type: 'Present', facts: this.#factsOf(ref, body), noise: false, ...at }]);
    this.#admitJoined();
  }

  /** Continues after a restart: roots, members and unfinished cycles stand as they did, and nothing is told twice. Call it once, first. */
  restore(targets: readonly RootTarget[], stored: StoredTimeline): void {
    const { firstNumbers, baseline, tail } = planRestart(
      targets.map(({ id }) => id),
      stored,
    );
    for (const target of targets) this.addRoot(target, { firstNumber: firstNumbers.get(target.id) ?? 1 });
    const revisions = baseline.map((change) => ({ change, entry: this.#restoredEntry(change, 'Restored') }));
    const gone = baseline.filter(({ type }) => type === 'Deletion');
    const deletions = gone.map((change) => ({ change, entry: this.#restoredDeletion(change, 'Restored') }));
    const shown = [...revisions, ...deletions].filter(({ change }) => !this.#isFormerRoot(change, baseline));
    this.#fold.addBaseline(shown.flatMap(({ entry }) => entry ?? []));
    for (const change of tail) {
      const entry = this.#restoredEntry(change, change.type);
      if (entry !== undefined) this.#fold.add(entry);
    }
    this.#fold.takeJoined();
    const last = tail.at(-1)?.position ?? baseline.at(-1)?.position;
    if (last !== undefined) this.#order.resume(last);
    this.#roots.tell();
    this.#draft = emptyDraft();
  }

  /** Gone, and its name is a root's and has passed on: nothing of it is in the tree any more. */
  #isFormerRoot({ type, ref, position }: Change, baseline: readonly Change[]): boolean {
    if (type !== 'Deletion' || this.#roots.named(ref).length === 0) return false;
    return baseline.some((other) => targetKey(other.ref) === targetKey(ref) && comparePositions(other.position, position) > 0);
  }

  #restoredEntry(change: Change, type: ChangeType | 'Restored'): Entry | undefined {
    const { ref, body, position, resourceVersion, event, id } = change;
    const time = foldTime(change);
    const { epoch } = position;
    if (position.offset > 0) this.#order.resumeForeign(kindKey(event === undefined || body === undefined ? ref : this.#identify(body)));
    if (event !== undefined && body !== undefined) {
      this.#known.put(this.#identify(body), { epoch, resourceVersion });
      return { kind: 'time', tick: false, position, time };
    }
    this.#archive.admit(ref.uid);
    this.#known.put(ref, { epoch, resourceVersion });
    const writer = change.writer?.manager ?? '';
    if (type === 'Deletion') return this.#restoredDeletion(change, type);
    if (body === undefined || type === 'Event') return undefined;
    this.#archive.restore(ref.uid, body);
    this.#comparer.restore(change);
    return {
      kind: 'revision',
      type,
      facts: this.#factsOf(ref, body),
      noise: change.noise !== undefined,
      change: id,
      writer,
      position,
      time,
    };
  }

  #restoredDeletion({ ref, id, certainty, writer, position, receivedAt }: Change, type: 'Restored' | 'Deletion'): Entry {
    this.#known.bury(ref.uid, certainty === 'inferred' ? 'inferred' : 'seen');
    this.#archive.bury(ref.uid);
    this.#comparer.forget(ref.uid);
    return { kind: 'deletion', type, uid: ref.uid, change: id, writer: writer?.manager ?? '', position, time: receivedAt };
  }

  /** Stops tracing a root; what was told of it stays in the history. */
  removeRoot(id: string): void {
    this.#roots.remove(id);
    this.#fold.removeRoot(id);
    const left = [...this.#roots.all()].map(({ target }) => target.id);
    for (const uid of this.#archive.members()) if (!left.some((root) => this.#fold.everMember(root, uid))) this.#archive.dismiss(uid);
  }

  /** Per collection (formatScope) the oldest version whose object may yet join a tree: a stored position must stay below it. */
  held(): ReadonlyMap<string, string> {
    return this.#recent.oldest({ now: this.#fold.now, isMember: (uid) => this.#archive.isMember(uid) });
  }

  record(message: RecorderMessage): Recorded {
    this.#take(message);
    return this.#flush();
  }

  /** The recording ends here: a reached end counts as held. */
  finish(): Recorded {
    for (const { scope } of this.#lists.all()) this.#endList(scope, Number.NaN);
    for (const { fold } of this.#roots.all()) fold.finish();
    return this.#flush();
  }

  /** The root as it stands: its cycles, tree and summary. */
  view(id: string): RootView | undefined {
    const root = this.#roots.get(id);
    return root === undefined ? undefined : viewRoot({ target: root.target, fold: root.fold, graph: this.#fold.graph });
  }

  /** The newest redacted body of a member. */
  body(uid: Uid): KubeObject | undefined {
    return this.#archive.body(uid);
  }

  #take(message: RecorderMessage): void {
    switch (message.kind) {
      case 'ListBegin':
        if (this.#order.noteList(message)) this.#archive.placeEvents(() => this.#order.here());
        this.#lists.begin(message);
        return;
      case 'Listed':
        this.#revision(message, { type: 'Listed', certainty: 'observed' });
        return;
      case 'ListEnd':
        this.#endList(message.scope, message.receivedAt);
        return;
      case 'Observed':
        this.#observed(message);
        return;
      case 'Vanished':
        this.#vanished(message.ref.uid, { before: message.before, scope: message.scope, receivedAt: message.receivedAt });
        return;
      case 'Gap':
        this.#gap(message);
        return;
      case 'EpochBegin':
        this.#order.beginEpoch();
        return;
      case 'Bookmark':
        this.#passTimeAt(message.scope, message);
        return;
      case 'Tick':
        this.#tick(message.receivedAt);
        return;
      case 'Availability':
        return;
    }
  }

  /** Folds what the list brought, and infers the deletion of what it no longer shows. */
  #endList(scope: ResourceScope, receivedAt: number): void {
    const list = this.#lists.end(scope);
    if (list === undefined) return;
    this.#fold.addBaseline(list.baseline);
    this.#admitJoined();
    if (Number.isNaN(receivedAt)) return;
    for (const known of this.#known.living(list.kind, scope.namespace)) {
      const standing = this.#known.standing(known.ref.uid, { epoch: this.#order.epoch, resourceVersion: list.resourceVersion });
      const newer = standing.kind === 'older';
      if (!list.seen.has(known.ref.uid) && !newer) this.#vanished(known.ref.uid, { before: list.resourceVersion, scope, receivedAt });
    }
  }

  #observed(message: RecorderMessage & { readonly kind: 'Observed' }): void {
    const certainty: Certainty = message.by === 'walkBack' ? 'recovered' : 'observed';
    if (message.type === 'Deleted') this.#deleted(message, certainty);
    else this.#revision(message, { type: message.type, certainty });
  }

  #revision(revision: Revision, how: { readonly type: 'Listed' | 'Added' | 'Modified'; readonly certainty: Certainty }): void {
    const { object, scope } = revision;
    const ref = this.#identify(object);
    const resourceVersion = object.metadata.resourceVersion ?? '';
    this.#lists.get(scope)?.seen.add(ref.uid);
    const standing = this.#known.standing(ref.uid, { epoch: this.#order.epoch, resourceVersion });
    if (standing.kind === 'dead') this.#afterDeath += 1;
    else if (standing.kind === 'older') this.#earlier(revision, ref, how);
    else if (standing.kind === 'same') this.#repeat(revision, ref);
    else if (isEvent(object)) this.#event(revision, { ref, listed: how.type === 'Listed', certainty: how.certainty });
    else
      this.#newRevision(revision, {
        ref,
        certainty: how.certainty,
        type: this.#typeOf(ref, { how: how.type, isNew: standing.kind === 'new', revision }),
      });
  }

  /** A revision before the known one: read back for a member, it is told in its place; else it is a repetition from the past. */
  #earlier(
    revision: Revision,
    ref: ObjectRef,
    { type, certainty }: { readonly type: 'Listed' | 'Added' | 'Modified'; readonly certainty: Certainty },
  ): void {
    if (certainty !== 'recovered' || !this.#archive.isMember(ref.uid)) {
      this.#older += 1;
      return;
    }
    const { receivedAt, scope, object } = revision;
    const { resourceVersion = '' } = object.metadata;
    const position = this.#order.place(scope, resourceVersion);
    const id = `${this.#order.epoch}/${ref.uid}/${resourceVersion}`;
    const told = {
      type: type === 'Added' ? 'Creation' : 'Update',
      ref,
      resourceVersion,
      position,
      time: receivedAt,
      receivedAt,
      certainty,
    } as const;
    this.#draft.changes.push(
      this.#comparer.compare({ kind: 'change', id, ...told, diff: [], body: this.#options.redact(object) }, undefined),
    );
  }

  /** A known revision told again matters only where its body, or all of it but its metadata, was not there when a root or a member needed it. */
  #repeat(revision: Revision, ref: ObjectRef): void {
    this.#repeated += 1;
    const needed = this.#archive.isMember(ref.uid) || this.#roots.named(ref).length > 0;
    const held = this.#archive.body(ref.uid);
    const bodiless = needed && (held === undefined || (isMetadataOnly(held) && !isMetadataOnly(revision.object)));
    if (bodiless) this.#newRevision(revision, { ref, certainty: 'observed', type: 'Present' });
  }

  /** A name that changes its uid is a deletion and a creation, however it was told; an older object of the name replaces nobody. */
  #typeOf(
    ref: ObjectRef,
    { how, isNew, revision }: { readonly how: 'Listed' | 'Added' | 'Modified'; readonly isNew: boolean; readonly revision: Revision },
  ): ChangeType {
    if (!isNew) return 'Update';
    const former = this.#known.byName(ref);
    const before = revision.object.metadata.resourceVersion ?? '';
    const standing =
      former === undefined ? undefined : this.#known.standing(former.ref.uid, { epoch: this.#order.epoch, resourceVersion: before });
    if (former !== undefined && standing?.kind === 'newer') {
      this.#vanished(former.ref.uid, { before, scope: revision.scope, receivedAt: revision.receivedAt });
      return 'Creation';
    }
    return how === 'Added' || (how === 'Modified' && standing?.kind === 'dead') ? 'Creation' : 'Present';
  }

  #newRevision(
    revision: Revision,
    { ref, type, certainty }: { readonly ref: ObjectRef; readonly type: ChangeType; readonly certainty: Certainty },
  ): void {
    const { scope, receivedAt } = revision;
    const resourceVersion = revision.object.metadata.resourceVersion ?? '';
    const body = this.#options.redact(revision.object);
    const position = this.#order.place(scope, resourceVersion);
    const id = `${this.#order.epoch}/${ref.uid}/${resourceVersion}`;
    this.#known.put(ref, { epoch: this.#order.epoch, resourceVersion });
    const compared = this.#comparer.compare(
      { kind: 'change', id, type, ref, resourceVersion, position, time: receivedAt, receivedAt, diff: [], certainty, body },
      this.#archive.body(ref.uid),
    );
    const change = certainty === 'recovered' ? { ...compared, time: writtenAt(compared) } : compared;
    this.#archive.hold(ref.uid, change);
    if (type !== 'Present') this.#noteHeld(ref.uid, { scope, resourceVersion, receivedAt });
    const facts = this.#factsOf(ref, body);
    const entryType = type === 'Creation' || type === 'Present' ? type : 'Update';
    const entry: Entry = {
      kind: 'revision',
      type: entryType,
      facts,
      noise: change.noise !== undefined,
      change: id,
      writer: change.writer?.manager ?? '',
      position,
      time: change.time,
    };
    this.#foldIn(entry, scope);
    for (const waitedAs of this.#desk.arrive(ref)) this.#archive.move(waitedAs, ref.uid);
    this.#release(ref.uid);
  }

  #noteHeld(
    uid: Uid,
    {
      scope,
      resourceVersion,
      receivedAt,
    }: { readonly scope: ResourceScope; readonly resourceVersion: string; readonly receivedAt: number },
  ): void {
    if (!this.#archive.isMember(uid)) this.#recent.note({ uid, scope: formatScope(scope), resourceVersion, receivedAt });
  }

  /** A baseline is folded in by pieces, so that members of large trees leave the waiting room soon; outside of a list it is one by itself. */
  #foldIn(entry: Entry, scope: ResourceScope): void {
    const list = this.#lists.get(scope);
    const present = entry.kind === 'revision' && entry.type === 'Present';
    if (present && list !== undefined) {
      list.baseline.push(entry);
      if (list.baseline.length < BASELINE_PIECE) return;
    }
    if (present) this.#fold.addBaseline(list?.baseline.splice(0) ?? [entry]);
    else this.#fold.add(entry);
    this.#admitJoined();
  }

  #deleted(revision: Revision, certainty: Certainty): void {
    const ref = this.#identify(revision.object);
    if (isEvent(revision.object)) {
      this.#known.forget(ref.uid);
      this.#passTimeAt(revision.scope, {
        resourceVersion: revision.object.metadata.resourceVersion ?? '',
        receivedAt: revision.receivedAt,
      });
      return;
    }
    const known = this.#known.get(ref.uid);
    if (known?.gone === 'seen') {
      this.#repeated += 1;
      return;
    }
    if (known === undefined) this.#newRevision(revision, { ref, type: 'Present', certainty });
    const resourceVersion = revision.object.metadata.resourceVersion ?? '';
    const body = this.#options.redact(revision.object);
    this.#bury(ref, { resourceVersion, scope: revision.scope, receivedAt: revision.receivedAt, certainty, body });
  }

  #vanished(uid: Uid, at: { readonly before: string; readonly scope: ResourceScope; readonly receivedAt: number }): void {
    const known = this.#known.get(uid);
    if (known === undefined || known.gone !== 'no') return;
    if (known.ref.kind === 'Event') this.#known.forget(uid);
    else this.#bury(known.ref, { resourceVersion: at.before, scope: at.scope, receivedAt: at.receivedAt, certainty: 'inferred' });
  }

  #bury(
    ref: ObjectRef,
    at: {
      readonly resourceVersion: string;
      readonly scope: ResourceScope;
      readonly receivedAt: number;
      readonly certainty: Certainty;
      readonly body?: KubeObject;
    },
  ): void {
    const { uid } = ref;
    const { resourceVersion, receivedAt, certainty, body } = at;
    const position = this.#order.place(at.scope, resourceVersion);
    const id = `${this.#order.epoch}/${uid}/deleted`;
    this.#known.bury(uid, certainty === 'inferred' ? 'inferred' : 'seen');
    const told = { type: 'Deletion', ref, resourceVersion, position, time: receivedAt, receivedAt, diff: [], certainty } as const;
    const change: Change = { kind: 'change', id, ...told, ...(body === undefined ? {} : { body }) };
    this.#archive.hold(uid, this.#comparer.compare(change, this.#archive.body(uid)));
    this.#fold.add({ kind: 'deletion', type: 'Deletion', uid, change: id, writer: '', position, time: receivedAt });
    this.#admitJoined();
    this.#release(uid);
    this.#archive.bury(uid);
    this.#comparer.forget(uid);
  }

  #event(
    revision: Revision,
    { ref, listed, certainty }: { readonly ref: ObjectRef; readonly listed: boolean; readonly certainty: Certainty },
  ): void {
    const { scope, receivedAt } = revision;
    const body = this.#options.redact(revision.object);
    const { details, involved, happenedAt } = readEvent(body);
    const resourceVersion = revision.object.metadata.resourceVersion ?? '';
    this.#known.put(ref, { epoch: this.#order.epoch, resourceVersion });
    const position = this.#order.place(scope, resourceVersion);
    const target = this.#desk.address(involved);
    const writer = writerOf(body);
    const change: Change = {
      kind: 'change',
      id: `${this.#order.epoch}/${ref.uid}/${resourceVersion}`,
      type: 'Event',
      ref: target.ref,
      resourceVersion,
      position,
      time: happenedAt ?? receivedAt,
      receivedAt,
      diff: [],
      certainty,
      event: details,
      body,
      ...(writer === undefined ? {} : { writer }),
    };
    this.#archive.hold(target.uid, change);
    if (!listed) this.#noteHeld(target.uid, { scope, resourceVersion, receivedAt });
    if (!listed) this.#fold.add({ kind: 'time', tick: false, position, time: receivedAt });
    this.#release(target.uid);
  }

  #gap(message: RecorderMessage & { readonly kind: 'Gap' }): void {
    const { from, to, reason, ref, receivedAt } = message;
    const scope = formatScope(message.scope);
    const id = `${this.#order.epoch}/${scope}/${ref?.uid ?? ''}/${from}-${to}`;
    this.#draft.gaps.push({ kind: 'gap', id, scope, from, to, reason, receivedAt, ...(ref === undefined ? {} : { ref }) });
    this.#tick(receivedAt);
  }

  #passTimeAt(
    scope: ResourceScope,
    { resourceVersion, receivedAt }: { readonly resourceVersion: string; readonly receivedAt: number },
  ): void {
    this.#fold.add({ kind: 'time', tick: false, position: this.#order.place(scope, resourceVersion), time: receivedAt });
  }

  #tick(receivedAt: number): void {
    const last = this.#fold.last;
    this.#fold.add({ kind: 'time', tick: true, position: last ?? this.#order.here(), time: receivedAt });
  }

  #admitJoined(): void {
    for (const { root, uid, ref, since } of this.#fold.takeJoined()) {
      this.#draft.members.push({ kind: 'membership', root, ref, since });
      if (ref.kind === 'Namespace' && ref.group === '') this.#draft.wants.push({ kind: 'WatchNamespace', namespace: ref.name });
      const { complete } = this.#archive.admit(uid);
      this.#release(uid);
      const known = this.#known.get(uid);
      const wanting = !complete || this.#archive.body(uid) === undefined;
      if (wanting && known?.gone === 'no') this.#draft.wants.push({ kind: 'Promote', ref, resourceVersion: known.resourceVersion });
    }
  }

  /** Tells what waited for an object that is in a tree. */
  #release(uid: Uid): void {
    const ref = this.#known.get(uid)?.ref;
    for (const change of this.#archive.release(uid)) {
      this.#draft.changes.push(change.type === 'Event' && ref !== undefined ? { ...change, ref } : change);
    }
  }

  /** The reference under which the object is known, where it is known. */
  #identify(object: KubeObject): ObjectRef {
    const ref = identityOf(object, this.#shared);
    const known = this.#known.get(ref.uid)?.ref;
    return known !== undefined && isSameRef(known, ref) ? known : ref;
  }

  #factsOf(ref: ObjectRef, body: KubeObject): Facts {
    const verdicts = this.#roots.verdicts(ref, body);
    const context = { ref, index: this.#index, shared: this.#shared, complete: isComplete(body) };
    return readFacts(body, verdicts === undefined ? context : { ...context, verdicts });
  }

  #flush(): Recorded {
    const signals = this.#roots.tell();
    const draft = this.#draft;
    this.#draft = emptyDraft();
    const withdrawn = signals.filter(({ kind }) => kind === 'withdrawn').map(({ root, cycle }) => ({ root, number: cycle.number }));
    const told = signals.filter(({ kind }) => kind !== 'withdrawn').map(({ root, cycle }) => [cycle, { root, cycle }] as const);
    return { ...draft, signals, withdrawn, cycles: [...new Map(told).values()] };
  }
}

function isMetadataOnly(object: KubeObject): boolean {
  return Object.keys(object).every((field) => field === 'apiVersion' || field === 'kind' || field === 'metadata');
}

function isSameRef(left: ObjectRef, right: ObjectRef): boolean {
  const sameKind = left.group === right.group && left.version === right.version && left.kind === right.kind;
  return sameKind && left.namespace === right.namespace && left.name === right.name;
}

/** When a stored change counts in the fold: an Event when it came, whatever time it speaks of. */
function foldTime({ event, time, receivedAt }: Change): number {
  return event === undefined ? time : receivedAt;
}

/** What was read back arrives late: its writer's time, in whole seconds, is nearer to when it happened. */
function writtenAt({ writer, receivedAt }: Change): number {
  return Math.min(timeOf(writer?.time) ?? receivedAt, receivedAt);
}

function emptyDraft(): Draft {
  return { changes: [], members: [], gaps: [], wants: [] };
}
