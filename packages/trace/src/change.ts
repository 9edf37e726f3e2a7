// A change: one thing that happened, told once whatever lists, restarts or second recorders repeat it. Independent of any root.

import type { FieldChange, KubeObject, ObjectRef } from '@rectrace/kube';
import type { Position } from './position.ts';
import type { Fight } from './revisions/field-fight.ts';
import type { Writer } from './revisions/writer.ts';

export type { FieldChange };

/** What a first list finds is Present, not Creation. */
export type ChangeType = 'Present' | 'Creation' | 'Update' | 'Deletion' | 'Event';

/**
 * observed: seen on a watch or list; recovered: read afterwards from exact lists of the past, or told late by a watch that went on after a
 * break; inferred: a deletion nobody saw, between two lists; reconstructed: from managedFields, conditions and Events of a time nobody recorded.
 */
export type Certainty = 'observed' | 'recovered' | 'inferred' | 'reconstructed';

/** Why a change is folded away by default. fieldFight: two writers set one field back and forth. */
export type NoiseClass = 'managedFields' | 'heartbeat' | 'times' | 'leaderElection' | 'fieldFight' | 'unchanged';

/** What an Event says; its object is the change's ref. uid and name are the Event's own. */
export type EventDetails = {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  readonly reporter: string;
};

/**
 * When something happened, milliseconds since the epoch. noLater: it may have been before that, noEarlier: it may have been after; nobody saw it,
 * and nothing says when it was.
 */
export type ToldTime = { readonly time: number; readonly noLater?: true; readonly noEarlier?: true };

export type Change = {
  readonly kind: 'change';
  /** epoch/uid/resourceVersion, or epoch/uid/deleted. An Event's uid is its own. */
  readonly id: string;
  readonly type: ChangeType;
  /** The object that changed; of an Event the object it is about. */
  readonly ref: ObjectRef;
  /** Of an Event the Event's own; of a Deletion that of the DELETED message, or the list that no longer showed it. */
  readonly resourceVersion: string;
  readonly position: Position;
  /** Milliseconds since the epoch: when it was received; of an Event, when it last happened; of what was read back, when it was written. */
  readonly time: number;
  /** See ToldTime. */
  readonly noLater?: true;
  readonly noEarlier?: true;
  readonly receivedAt: number;
  /** Absent = unknown. */
  readonly writer?: Writer;
  readonly diff: readonly FieldChange[];
  readonly noise?: NoiseClass;
  /** The fight over a field that this revision is a blow of. */
  readonly fight?: Fight;
  readonly certainty: Certainty;
  readonly event?: EventDetails;
  /** The redacted object at this revision (of an Event, the Event); absent for an inferred deletion. */
  readonly body?: KubeObject;
};

/** Revisions that may be missing between two versions of a collection or one object. Times in milliseconds since the epoch. */
export type Gap = {
  readonly kind: 'gap';
  readonly id: string;
  readonly scope: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly ref?: ObjectRef;
  readonly receivedAt: number;
};
