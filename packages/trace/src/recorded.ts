// What one message led to: values for the history, for whoever watches, and for the caller to carry out.

import type { ObjectRef } from '@rectrace/kube';
import type { Change, Gap } from './change.ts';
import type { Cycle } from './cycle.ts';
import type { Want } from './message.ts';
import type { Position } from './position.ts';

/** This object was ever in this root's tree: all its revisions, also those before it joined, belong to the root's timeline. */
export type Membership = { readonly kind: 'membership'; readonly root: string; readonly ref: ObjectRef; readonly since: Position };

/** A cycle of a root, new or revised: to be stored under root and number. */
export type RootCycle = { readonly root: string; readonly cycle: Cycle };

/** revised: a late message moved its start, end or cause. withdrawn: there was no such cycle after all. */
export type CycleSignal = {
  readonly kind: 'opened' | 'requested' | 'reached' | 'resumed' | 'closed' | 'revised' | 'withdrawn';
  readonly root: string;
  readonly cycle: Cycle;
};

export type Recorded = {
  readonly changes: readonly Change[];
  readonly members: readonly Membership[];
  readonly cycles: readonly RootCycle[];
  readonly withdrawn: readonly { readonly root: string; readonly number: number }[];
  readonly gaps: readonly Gap[];
  readonly wants: readonly Want[];
  readonly signals: readonly CycleSignal[];
};
