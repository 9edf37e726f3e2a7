// A reconciliation cycle: all changes between two terminal states of a root, with what caused it.

import type { ObjectRef } from '@rectrace/kube';
import type { ToldTime } from './change.ts';
import type { CycleDetail } from './cycles/cycle-detail.ts';
import type { Position } from './position.ts';

/**
 * created: the root was created; inProgress: first seen when not terminal; generation: its spec changed; deletion: it is being deleted;
 * expression: its state expression turned false; unprompted: a member moved although the root did not.
 */
export type CauseKind = 'created' | 'inProgress' | 'generation' | 'deletion' | 'expression' | 'unprompted';

/** change: id of the change that opened the cycle. initiators: objects such as OpsRequests that led to it. */
export type Cause = {
  readonly kind: CauseKind;
  readonly change: string;
  readonly ref: ObjectRef;
  readonly writer?: string;
  readonly initiators: readonly ObjectRef[];
  readonly detail: CycleDetail;
};

/** A further wish within a cycle that had not reached its end. */
export type CycleRequest = ToldTime & {
  readonly kind: 'generation' | 'deletion';
  readonly change: string;
  readonly writer?: string;
  readonly detail: CycleDetail;
};

/** open: not reached; reached: the end holds but not long enough yet; closed. Times in milliseconds since the epoch. */
export type CycleState = 'open' | 'reached' | 'closed';

export type CycleInstant = ToldTime & { readonly position: Position };

export type Cycle = {
  readonly kind: 'cycle';
  /** 1-based within its root. */
  readonly number: number;
  readonly root: ObjectRef;
  readonly state: CycleState;
  readonly start: CycleInstant;
  /** Absent while open. reconstructed cycles have an end only where evidence exists. */
  readonly end?: CycleInstant;
  readonly cause: Cause;
  /** Oldest first: the first and the newest of them. */
  readonly requests: readonly CycleRequest[];
  /** How many of those between the first and the rest are not kept; absent = none. */
  readonly omittedRequests?: number;
  readonly reconstructed?: boolean;
};
