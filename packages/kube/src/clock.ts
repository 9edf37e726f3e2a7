// The one seam for time. Apps build the real clock; forks and tests a virtual one.

import type { Cancellation } from './abort-signal.ts';

/** Only progress timers block settling of a virtual control plane. */
export type TimerPurpose = 'progress' | 'heartbeat' | 'periodic';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after ms; rejects with the signal's reason when aborted. */
  after(ms: number, options: { readonly signal?: Cancellation; readonly purpose: TimerPurpose }): Promise<void>;
}
