// Waits as long as there is less and less left to do.

import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 30_000;
const INTERVAL_MS = 50;

/** @throws where nothing moves for so long; the signal's reason when it is aborted */
export async function untilNone(
  left: () => number,
  { patienceMs = PATIENCE_MS, signal }: { readonly patienceMs?: number; readonly signal: AbortSignal },
): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let deadline = 0;
  for (let now = left(); now > 0; now = left()) {
    if (now < least) deadline = Date.now() + patienceMs;
    least = Math.min(least, now);
    if (Date.now() > deadline) throw new Error(`nothing moves any more, ${now} left`);
    await pause(INTERVAL_MS, undefined, { signal });
  }
}
