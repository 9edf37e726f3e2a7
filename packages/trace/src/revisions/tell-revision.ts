// A revision of an object: told once, in its place, compared with the one before it. What is known already is set aside and counted.

import type { KubeObject, ObjectRef, ResourceScope } from '@rectrace/kube';
import { formatGroupKind, formatScope } from '@rectrace/kube';
import { admitJoined, releaseChanges } from '../admit-joined.ts';
import type { Certainty, Change, ChangeType } from '../change.ts';
import type { RevisionEntry } from '../entry.ts';
import { isSameFacts } from '../facts.ts';
import type { ObservedBy } from '../message.ts';
import { isMetadataOnly } from '../metadata-only.ts';
import type { RecorderContext } from '../recorder-context.ts';
import { factsOf, identify } from '../recorder-context.ts';
import { noteHeld } from '../restart/note-held.ts';
import { isEvent } from './event-details.ts';
import { revisionEntry } from './revision-entry.ts';
import { tellVanished } from './tell-deletion.ts';
import { tellEvent } from './tell-event.ts';
import { timeOf, withSureWriter, writtenAt } from './told-time.ts';

/** writtenBy: see RecorderMessage. */
export type Revision = {
  readonly object: KubeObject;
  readonly scope: ResourceScope;
  readonly receivedAt: number;
  readonly writtenBy?: number;
};

type Told = { readonly type: 'Listed' } | { readonly type: 'Added' | 'Modified'; readonly by: ObservedBy };
type NewRevision = {
  readonly ref: ObjectRef;
  readonly type: ChangeType;
  readonly certainty: Certainty;
  /** A list shows it: nobody saw it being written. */
  readonly listed?: boolean;
  /** The body to compare with. Default: the newest known. again: with none, as the revision itself is known but for its body. */
  readonly before?: KubeObject | 'again';
};

const BASELINE_PIECE = 512;

/** Takes in a revision that was seen or read back. */
export function tellRevision(context: RecorderContext, revision: Revision, told: Told): void {
  const { order, known, lists, aside } = context;
  const { object, scope } = revision;
  const { type } = told;
  const certainty = told.type === 'Listed' ? 'observed' : certaintyOf(told.by);
  const ref = identify(context, object);
  lists.get(scope)?.seen.add(ref.uid);
  const standing = known.standing(ref.uid, { epoch: order.epoch, resourceVersion: object.metadata.resourceVersion ?? '' });
  if (standing.kind === 'dead') aside.afterDeath += 1;
  else if (standing.kind === 'older') tellEarlier(context, revision, { ref, told });
  else if (standing.kind === 'same') noteRepetition(context, revision, ref);
  else if (isEvent(object)) tellEvent(context, revision, { ref, listed: type === 'Listed', certainty });
  else {
    const changeType = standing.kind === 'new' ? firstType(context, revision, { ref, type }) : 'Update';
    tellNewRevision(context, revision, { ref, certainty, type: changeType, listed: told.type === 'Listed' });
  }
}

/** A revision later than all that is known of its object. */
export function tellNewRevision(context: RecorderContext, revision: Revision, { ref, type, certainty, listed, before }: NewRevision): void {
  const { order, known, archive, comparer, desk, unread } = context;
  const { scope, receivedAt } = revision;
  const resourceVersion = revision.object.metadata.resourceVersion ?? '';
  const body = context.redact(revision.object);
  const position = order.place(scope, { kind: formatGroupKind(ref), resourceVersion });
  const id = `${order.epoch}/${ref.uid}/${resourceVersion}`;
  known.put(ref, { epoch: order.epoch, resourceVersion });
  const former = before === 'again' ? undefined : (before ?? archive.body(ref.uid));
  const told = {
    kind: 'change',
    id,
    type,
    ref,
    resourceVersion,
    position,
    time: receivedAt,
    receivedAt,
    diff: [],
    certainty,
    body,
  } as const;
  const missing = unread.delete(ref.uid);
  const compared = missing ? withSureWriter(comparer.compare(told, former), former) : comparer.compare(told, former);
  const change = { ...compared, ...timeOf(compared, revision, { missing, listed: listed === true }) };
  archive.hold(ref.uid, change, formatScope(scope));
  if (type !== 'Present') noteHeld(context, ref.uid, { scope, resourceVersion, receivedAt });
  const folded = change.type === 'Creation' || change.type === 'Present' ? change.type : 'Update';
  const entry = revisionEntry(change, { type: folded, facts: factsOf(context, { ref, body }) });
  if (before === 'again') foldAgain(context, entry);
  else foldIn(context, entry, scope);
  for (const waitedAs of desk.arrive(ref)) archive.move(waitedAs, ref.uid);
  releaseChanges(context, ref.uid);
}

/** What was not seen as it happened was recovered. */
export function certaintyOf(by: ObservedBy): Certainty {
  return by === 'watch' ? 'observed' : 'recovered';
}

/**
 * A revision before the known one: walked back to for a member, it is told in its place; else it is a repetition from the past, as is all that
 * lies before what a history had of a member.
 */
function tellEarlier(context: RecorderContext, revision: Revision, { ref, told }: { readonly ref: ObjectRef; readonly told: Told }): void {
  const { order, archive, comparer, aside, draft } = context;
  if (told.type === 'Listed' || told.by !== 'walkBack' || !archive.isMember(ref.uid) || archive.isRestored(ref.uid)) {
    aside.older += 1;
    return;
  }
  const { receivedAt, scope, object } = revision;
  const { resourceVersion = '' } = object.metadata;
  const change: Change = {
    kind: 'change',
    id: `${order.epoch}/${ref.uid}/${resourceVersion}`,
    type: told.type === 'Added' ? 'Creation' : 'Update',
    ref,
    resourceVersion,
    position: order.place(scope, { kind: formatGroupKind(ref), resourceVersion }),
    time: receivedAt,
    receivedAt,
    certainty: certaintyOf(told.by),
    diff: [],
    body: context.redact(object),
  };
  const compared = comparer.compare(change, undefined);
  draft.changes.push({ ...compared, ...writtenAt(compared, revision) });
}

/** A known revision told again matters only where its body, or all of it but its metadata, was not there when a root or a member needed it. */
function noteRepetition(context: RecorderContext, revision: Revision, ref: ObjectRef): void {
  const { archive, roots, aside } = context;
  aside.repeated += 1;
  const needed = archive.isMember(ref.uid) || roots.named(ref).length > 0;
  const held = archive.body(ref.uid);
  const bodiless = needed && (held === undefined || (isMetadataOnly(held) && !isMetadataOnly(revision.object)));
  if (bodiless) tellNewRevision(context, revision, { ref, certainty: 'observed', type: 'Present', before: 'again' });
}

/** A name that changes its uid is a deletion and a creation, however it was told; an older object of the name replaces nobody. */
function firstType(
  context: RecorderContext,
  { object, scope, receivedAt }: Revision,
  { ref, type }: { readonly ref: ObjectRef; readonly type: Told['type'] },
): ChangeType {
  const { known, order } = context;
  const former = known.byName(ref);
  const before = object.metadata.resourceVersion ?? '';
  const standing = former === undefined ? undefined : known.standing(former.ref.uid, { epoch: order.epoch, resourceVersion: before });
  if (former !== undefined && standing?.kind === 'newer') {
    tellVanished(context, former.ref.uid, { before, scope, receivedAt });
    return 'Creation';
  }
  return type === 'Added' || (type === 'Modified' && standing?.kind === 'dead') ? 'Creation' : 'Present';
}

/** A baseline is folded in by pieces, so that members of large trees leave the waiting room soon. What is found outside of a list has its own place. */
function foldIn(context: RecorderContext, entry: RevisionEntry, scope: ResourceScope): void {
  const { lists, fold } = context;
  const list = entry.type === 'Present' ? lists.get(scope) : undefined;
  if (list === undefined) fold.add(entry);
  else {
    list.baseline.push(entry);
    if (list.baseline.length < BASELINE_PIECE) return;
    fold.addBaseline(list.baseline.splice(0));
  }
  admitJoined(context);
}

/** A revision told again has the place that it had, and is folded in only where it says more than before: thousands may come at once. */
function foldAgain(context: RecorderContext, entry: RevisionEntry): void {
  const standing = context.fold.graph.node(entry.facts.ref.uid);
  if (standing !== undefined && !standing.gone && isSameFacts(standing.facts, entry.facts)) return;
  context.fold.add(entry);
  admitJoined(context);
}
