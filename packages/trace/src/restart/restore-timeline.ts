// Puts a recorder where a stored timeline left off: roots, members and unfinished cycles stand as they did, and nothing is told twice. Where the
// stored cycles are not those that the stored changes make, the next message tells it.

import type { ObjectRef } from '@rectrace/kube';
import { formatGroupKind, formatObjectKey } from '@rectrace/kube';
import { admitRoot, FROM_THE_START } from '../admit-root.ts';
import type { Change, ChangeType } from '../change.ts';
import { toldTimeOf } from '../cycles/known-time.ts';
import type { Entry } from '../entry.ts';
import { bareFacts } from '../facts.ts';
import type { Position } from '../position.ts';
import { comparePositions } from '../position.ts';
import type { RecorderContext } from '../recorder-context.ts';
import { emptyDraft, factsOf, identify } from '../recorder-context.ts';
import { revisionEntry } from '../revisions/revision-entry.ts';
import { restoreUnread } from '../revisions/unread-objects.ts';
import type { RootTarget } from '../root-target.ts';
import type { RestartPlan } from './plan-restart.ts';
import { planRestart } from './plan-restart.ts';
import type { RootRestart } from './root-restart.ts';
import type { Sliced } from './slices.ts';
import { eachSliced, inSlices } from './slices.ts';
import type { StoredTimeline } from './stored-timeline.ts';

/** For a recorder that has not been told anything yet; in slices. By root id, where each goes on. */
export function* restoreTimeline(
  context: RecorderContext,
  targets: readonly RootTarget[],
  stored: StoredTimeline,
): Sliced<ReadonlyMap<string, RootRestart>> {
  const { fold, order } = context;
  const plan = yield* planRestart(targets, { stored, index: context.index, maxTombs: context.known.maxTombs });
  for (const target of targets) admitRoot(context, target, plan.roots.get(target.id) ?? FROM_THE_START);
  for (const [root, members] of plan.members) fold.restoreMembers(root, members);
  for (const event of plan.events) noteForeign(context, event);
  yield* eachSliced(plan.tombs, (tomb) => restoreTomb(context, tomb));
  yield* restoreBaseline(context, plan);
  const last = yield* restoreTail(context, plan);
  fold.takeJoined();
  if (last !== undefined) order.resume(last);
  for (const { epoch } of stored.positions()) order.resumeEpoch(epoch);
  for (const { id } of targets) restoreUnread(context, id, stored);
  context.draft = emptyDraft();
  return plan.roots;
}

function* restoreBaseline(context: RecorderContext, { baseline, roots }: RestartPlan): Sliced<void> {
  const { fold } = context;
  const entries = yield* baselineEntries(context, baseline);
  for (const slice of inSlices(entries)) {
    fold.addBaseline(slice);
    yield;
  }
  for (const [root, { begun }] of roots) if (begun !== undefined) fold.takeAsInitial(root);
}

/** Folds what came after the cuts; the last position of all. */
function* restoreTail(context: RecorderContext, { tail, tombs, baseline }: RestartPlan): Sliced<Position | undefined> {
  const { fold } = context;
  let last = [tombs.at(-1)?.position, baseline.at(-1)?.position].reduce(laterOf);
  yield* eachSliced(tail, (change) => {
    const entry = restoredEntry(context, change, change.type);
    if (entry !== undefined) fold.add(entry);
    last = change.position;
  });
  fold.settle();
  return last;
}

function laterOf(left: Position | undefined, right: Position | undefined): Position | undefined {
  return left === undefined || (right !== undefined && comparePositions(left, right) < 0) ? right : left;
}

/** Gone without a place in a tree: that it is gone, and that it was a member, so that what names it as owner is one too, is all that is to be known. */
function restoreTomb(context: RecorderContext, change: Change): void {
  const { ref, position, resourceVersion } = change;
  noteForeign(context, change);
  context.archive.restore(ref.uid);
  context.known.put(ref, { epoch: position.epoch, resourceVersion });
  restoredDeletion(context, change, 'Restored');
  if (context.roots.named(ref).length === 0) context.fold.restoreDeparted(bareFacts(ref, resourceVersion));
  else noteFormerRoot(context, ref);
}

/** Revisions first, then the deletions of what was gone by then. */
function* baselineEntries(context: RecorderContext, baseline: readonly Change[]): Sliced<readonly Entry[]> {
  const shown: Entry[] = [];
  const show = (change: Change, entry: Entry | undefined): void => {
    if (isFormerRoot(context, change, baseline)) noteFormerRoot(context, change.ref);
    else if (entry !== undefined) shown.push(entry);
  };
  yield* eachSliced(baseline, (change) => show(change, restoredEntry(context, change, 'Restored')));
  const gone = baseline.filter(({ type }) => type === 'Deletion');
  yield* eachSliced(gone, (change) => show(change, restoredDeletion(context, change, 'Restored')));
  return shown;
}

/** Gone, and its name is a root's and has passed on: nothing of it is in the tree any more. */
function isFormerRoot({ roots }: RecorderContext, { type, ref, position }: Change, baseline: readonly Change[]): boolean {
  if (type !== 'Deletion' || roots.named(ref).length === 0) return false;
  return baseline.some((other) => formatObjectKey(other.ref) === formatObjectKey(ref) && comparePositions(other.position, position) > 0);
}

function noteFormerRoot({ roots, fold }: RecorderContext, ref: ObjectRef): void {
  for (const { target } of roots.named(ref)) fold.restoreFormerRoot(target.id, ref.uid);
}

/** A stored change takes its place in what is known; how it is to be folded. */
export function restoredEntry(context: RecorderContext, change: Change, type: ChangeType | 'Restored'): Entry | undefined {
  const { known, archive } = context;
  const { ref, body, position, resourceVersion, event } = change;
  const at = { epoch: position.epoch, resourceVersion };
  noteForeign(context, change);
  if (event !== undefined && body !== undefined) {
    known.put(identify(context, body), at);
    // An Event counts when it came, whatever time it speaks of.
    return { kind: 'time', tick: false, position, time: change.receivedAt };
  }
  archive.restore(ref.uid);
  known.put(ref, at);
  return type === 'Deletion' ? restoredDeletion(context, change, type) : restoredRevision(context, change, type);
}

/** A change without a version of the main domain in its place: its kind counts its own. */
function noteForeign(context: RecorderContext, { position, ref, event, body }: Change): void {
  if (position.offset === 0 || (event !== undefined && body === undefined)) return;
  context.order.resumeForeign(formatGroupKind(event === undefined || body === undefined ? ref : identify(context, body)));
}

function restoredRevision(context: RecorderContext, change: Change, type: Exclude<ChangeType, 'Deletion'> | 'Restored'): Entry | undefined {
  const { ref, body } = change;
  if (body === undefined || type === 'Event') return undefined;
  context.archive.restoreBody(ref.uid, body);
  context.comparer.restore(change);
  return revisionEntry(change, { type, facts: factsOf(context, { ref, body }) });
}

function restoredDeletion(context: RecorderContext, change: Change, type: 'Restored' | 'Deletion'): Entry {
  const { ref, id, certainty, writer, position } = change;
  context.known.bury(ref.uid, certainty === 'inferred' ? 'inferred' : 'seen');
  context.archive.bury(ref.uid);
  context.comparer.forget(ref.uid);
  return { kind: 'deletion', type, uid: ref.uid, change: id, writer: writer?.manager ?? '', position, ...toldTimeOf(change) };
}
