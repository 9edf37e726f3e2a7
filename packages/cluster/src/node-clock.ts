// The real clock: timers of the process; the wall clock is handed in by the app's main.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@rectrace/kube';

const LONGEST_MS = 2 ** 31 - 1;

/** A Clock over the process's timers. now: milliseconds since the epoch. */
export function nodeClock(now: () => number): Clock {
  return {
    now,
    async after(ms, { signal }) {
      try {
        await sleep(Math.min(Math.max(0, ms), LONGEST_MS), undefined, signal === undefined ? {} : { signal });
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      }
    },
  };
}
