// What the parts of a recorder share: everything it knows, and the draft of what one message leads to.

import type { KubeObject, ObjectRef, Uid } from '@rectrace/kube';
import type { Change, Gap } from './change.ts';
import type { Facts, SharedFacts } from './facts.ts';
import { readFacts, sharedRefOf, shareFacts } from './facts.ts';
import { KnownObjects } from './known-objects.ts';
import { MemberArchive } from './member-archive.ts';
import type { Want } from './message.ts';
import { OpenLists } from './open-lists.ts';
import { OrderedFold } from './ordered-fold.ts';
import type { Membership } from './recorded.ts';
import { RecentlyHeld } from './restart/recently-held.ts';
import { RevisionOrder } from './revision-order.ts';
import { RevisionComparer } from './revisions/compare-revisions.ts';
import { EventDesk } from './revisions/event-desk.ts';
import type { OwnershipRules } from './rules/ownership-rules.ts';
import type { RuleIndex } from './rules/rule-index.ts';
import { indexRules } from './rules/rule-index.ts';
import type { ObjectStates } from './states/object-states.ts';
import { objectStates } from './states/object-states.ts';
import { TracedRoots } from './traced-roots.ts';

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
  /** How many dead objects are remembered, so that what is told again of them adds nothing. Default 65,536. */
  readonly maxTombs?: number;
};

/** What one message has led to so far. */
export type Draft = { readonly changes: Change[]; readonly members: Membership[]; readonly gaps: Gap[]; readonly wants: Want[] };

export type RecorderContext = {
  readonly holdMs: number;
  readonly redact: (object: KubeObject) => KubeObject;
  readonly index: RuleIndex;
  readonly fold: OrderedFold;
  readonly order: RevisionOrder;
  readonly known: KnownObjects;
  readonly archive: MemberArchive;
  readonly roots: TracedRoots;
  readonly states: ObjectStates;
  readonly comparer: RevisionComparer;
  readonly lists: OpenLists;
  readonly shared: SharedFacts;
  readonly recent: RecentlyHeld;
  readonly desk: EventDesk;
  /** Objects of which revisions are missing right before the next one that is told. */
  readonly unread: Set<Uid>;
  /** Messages set aside so far. */
  readonly aside: { repeated: number; older: number; afterDeath: number; forgotten: number };
  draft: Draft;
};

const HOLD_MS = 5_000;
const WAITING_BYTES = 8 * 1024 * 1024;
const HORIZON = 4_096;
const JOIN_WINDOW_MS = 10_000;
const MAX_TOMBS = 65_536;

/** Nothing known, no root traced. */
export function openRecorder({ rules, redact, holdMs, waitingBytes, horizon, maxTombs }: RecorderOptions): RecorderContext {
  const known = new KnownObjects(maxTombs ?? MAX_TOMBS);
  const states = objectStates(rules);
  return {
    holdMs: holdMs ?? HOLD_MS,
    redact,
    index: indexRules(rules),
    fold: new OrderedFold({ horizon: horizon ?? HORIZON, maxDeparted: maxTombs ?? MAX_TOMBS }),
    order: new RevisionOrder(),
    known,
    archive: new MemberArchive(waitingBytes ?? WAITING_BYTES),
    roots: new TracedRoots(states.verdictOf),
    states,
    comparer: new RevisionComparer(),
    lists: new OpenLists(),
    shared: shareFacts(),
    recent: new RecentlyHeld(JOIN_WINDOW_MS),
    desk: new EventDesk(known),
    unread: new Set(),
    aside: { repeated: 0, older: 0, afterDeath: 0, forgotten: 0 },
    draft: emptyDraft(),
  };
}

export function emptyDraft(): Draft {
  return { changes: [], members: [], gaps: [], wants: [] };
}

/** The reference under which the object is known, where it is known. */
export function identify({ known, shared }: RecorderContext, object: KubeObject): ObjectRef {
  const ref = sharedRefOf(object, shared);
  const before = known.get(ref.uid)?.ref;
  return before !== undefined && isSameRef(before, ref) ? before : ref;
}

/** The facts of an object's revision, with its verdict where it has a root's name. */
export function factsOf(
  { roots, index, shared, states }: RecorderContext,
  { ref, body }: { readonly ref: ObjectRef; readonly body: KubeObject },
): Facts {
  const verdicts = roots.verdicts(ref, body);
  const facts = { ref, index, shared, complete: states.isComplete(body) };
  return readFacts(body, verdicts === undefined ? facts : { ...facts, verdicts });
}

function isSameRef(left: ObjectRef, right: ObjectRef): boolean {
  const sameKind = left.group === right.group && left.version === right.version && left.kind === right.kind;
  return sameKind && left.namespace === right.namespace && left.name === right.name;
}
