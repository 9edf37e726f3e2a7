// Runs a loop on a virtual clock until nothing is left that would still move the cluster.

import type { ControlLoop } from '../runtime/control-loop.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** looks: how many keys may be looked at; untilMs: how far the clock may go, in milliseconds since the epoch. */
export type SettleBounds = { readonly looks: number; readonly untilMs: number };

export type Settled =
  | { readonly kind: 'settled'; readonly looks: number }
  /** Something still waits, but not before the bound. */
  | { readonly kind: 'time-over'; readonly looks: number }
  /** As many keys were looked at as may be: a loop, or a bound that is too low. */
  | { readonly kind: 'looks-over'; readonly looks: number };

export async function settle(
  loop: ControlLoop,
  { clock, looks, untilMs }: SettleBounds & { readonly clock: VirtualClock },
): Promise<Settled> {
  for (let done = 0; ; ) {
    done += await loop.drain(looks - done);
    if (done >= looks) return { kind: 'looks-over', looks: done };
    if (!loop.inProgress) return { kind: 'settled', looks: done };
    const due = loop.nextDue();
    if (due === undefined || due.at > untilMs) return { kind: 'time-over', looks: done };
    clock.advanceTo(due.at);
  }
}
