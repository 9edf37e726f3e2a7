// Starts to trace a root that a history knows from before: its cycles go on as if it had been traced all along. What the history ends with, and
// what has waited since, is folded by a recorder of this root alone; what it came to is put into the fold of all roots.

import type { Uid } from '@rectrace/kube';
import { admitJoined, admitMember } from '../admit-joined.ts';
import { admitRoot, FROM_THE_START } from '../admit-root.ts';
import type { Change } from '../change.ts';
import { CycleFold } from '../cycles/cycle-fold.ts';
import type { Entry } from '../entry.ts';
import type { Joined } from '../membership/ever-members.ts';
import type { GraphNode } from '../membership/object-graph.ts';
import { comparePositions } from '../position.ts';
import type { RecorderContext } from '../recorder-context.ts';
import { factsOf, openRecorder } from '../recorder-context.ts';
import { restoreUnread } from '../revisions/unread-objects.ts';
import type { RootTarget } from '../root-target.ts';
import { restoredEntry, restoreTimeline } from './restore-timeline.ts';
import type { RootRestart } from './root-restart.ts';
import { atOnce } from './slices.ts';
import type { StoredTimeline } from './stored-timeline.ts';

/** alone: the recorder of one root. members: who was in its tree as far as the history goes. joined: who came since. */
type Past = {
  readonly alone: RecorderContext;
  readonly restart: RootRestart;
  readonly members: readonly Uid[];
  readonly joined: readonly Joined[];
};

/** For a root that is not traced at the moment. */
export function resumeRoot(context: RecorderContext, target: RootTarget, stored: StoredTimeline): void {
  if (!isStored(target.id, stored)) {
    admitRoot(context, target, FROM_THE_START);
    return;
  }
  goOn(context, target, pastOf(context, target, stored));
  restoreUnread(context, target.id, stored);
}

function goOn(context: RecorderContext, target: RootTarget, past: Past): void {
  const { alone, restart, members } = past;
  const folded = alone.roots.get(target.id)?.fold;
  const root = folded?.membership.root.value;
  if (folded === undefined || root === undefined) {
    admitRoot(context, target, restart);
    return;
  }
  takeOver(context, past);
  const { holdMs, fold } = context;
  const cycles = new CycleFold(fold.journal, { rootId: target.id, holdMs, ...restart, state: folded.state() });
  const { key } = context.roots.add(target, { fold: cycles, told: restart.told });
  fold.addRoot({ id: target.id, key, fold: cycles });
  fold.restoreMembers(target.id, members);
  for (const uid of alone.fold.formerRootsOf(target.id)) fold.restoreFormerRoot(target.id, uid);
  fold.crown(target.id, { root: rootNode(context, { alone, uid: root }), joined: past.joined, at: context.order.here() });
  for (const uid of members) restoreMember(context, uid);
  admitJoined(context);
}

function restoreMember(context: RecorderContext, uid: Uid): void {
  context.archive.restore(uid);
  const ref = context.known.get(uid)?.ref;
  if (ref !== undefined) admitMember(context, ref);
}

function isStored(root: string, stored: StoredTimeline): boolean {
  const [first] = stored.changes({ root, limit: 1, withoutBodies: true });
  return first !== undefined || stored.cycles(root, { newest: 1 }).length > 0;
}

function pastOf(context: RecorderContext, target: RootTarget, stored: StoredTimeline): Past {
  const { index, redact, holdMs, fold, archive } = context;
  const alone = openRecorder({ rules: index.rules, redact, holdMs });
  const restart = atOnce(restoreTimeline(alone, [target], stored)).get(target.id) ?? FROM_THE_START;
  const members = alone.archive.members();
  const waiting = archive.waiting().filter(({ type }) => type !== 'Event');
  for (const change of waiting.sort((left, right) => comparePositions(left.position, right.position))) tellWaiting(context, alone, change);
  alone.fold.add({ kind: 'time', tick: true, position: alone.fold.last ?? alone.order.here(), time: fold.now });
  alone.fold.settle();
  return { alone, restart, members, joined: alone.fold.takeJoined() };
}

/** The first that waits of a former member was compared with nothing: the body before it is in the history. */
function tellWaiting({ archive }: RecorderContext, alone: RecorderContext, change: Change): void {
  const { ref, position, resourceVersion, type } = change;
  const { kind } = alone.known.standing(ref.uid, { epoch: position.epoch, resourceVersion });
  if (kind === 'dead' || (type !== 'Deletion' && kind !== 'new' && kind !== 'newer')) return;
  const before = alone.archive.body(ref.uid);
  const told = before === undefined ? change : alone.comparer.compare({ ...change, diff: [] }, before);
  archive.amend(told);
  const entry = restoredEntry(alone, told, type);
  if (entry !== undefined) alone.fold.add(entry);
}

/** What only the recorder of the one root knows becomes known to the one of all. */
function takeOver({ known, archive, fold, comparer, order }: RecorderContext, { alone, members }: Past): void {
  order.takeOver(alone.order);
  comparer.takeOver(alone.comparer);
  const at = { change: '', writer: '', position: order.here(), time: fold.now };
  const departed = [...alone.fold.graph.allDeparted()].map((facts) => ({ facts, gone: true }));
  const nodes = [...alone.fold.graph.nodes(), ...departed].filter(({ facts }) => !fold.graph.remembers(facts.ref.uid));
  const stood = nodes.map(({ facts }): Entry => ({ kind: 'revision', type: 'Restored', facts, noise: false, ...at }));
  const gone = nodes
    .filter((node) => node.gone)
    .map(({ facts }): Entry => ({ kind: 'deletion', type: 'Restored', uid: facts.ref.uid, ...at }));
  fold.addBaseline([...stood, ...gone]);
  for (const uid of members) {
    const [there, body] = [alone.known.get(uid), alone.archive.body(uid)];
    if (there !== undefined) known.takeOver(there);
    if (body !== undefined && archive.body(uid) === undefined) archive.restoreBody(uid, body);
  }
}

/** As it stands, judged by this root's expression too. */
function rootNode(context: RecorderContext, { alone, uid }: { readonly alone: RecorderContext; readonly uid: Uid }): GraphNode | undefined {
  const node = context.fold.graph.node(uid) ?? alone.fold.graph.node(uid);
  const body = context.archive.body(uid) ?? alone.archive.body(uid);
  if (node === undefined) return undefined;
  const facts = body === undefined ? alone.fold.graph.node(uid)?.facts : factsOf(context, { ref: node.facts.ref, body });
  return { gone: node.gone, facts: { ...(facts ?? node.facts), significantVersion: node.facts.significantVersion } };
}
