// Waits for an API server that can be asked what it serves.

import type { Discovery, ServedResources } from '@rectrace/cluster';
import { ClusterError, reasonOf } from '@rectrace/cluster';
import type { Clock } from '@rectrace/kube';
import type { Log } from '../log.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Asks again after failures that may pass. @throws ClusterError that will not pass; the signal's reason */
export async function untilServed(
  discovery: Discovery,
  { clock, log, signal }: { readonly clock: Clock; readonly log: Log; readonly signal: AbortSignal },
): Promise<ServedResources> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    try {
      return await discovery.refresh(signal);
    } catch (error) {
      if (!(error instanceof ClusterError) || !error.retryable) throw error;
      log.warn({ reason: reasonOf(error) }, 'the API server cannot be reached; trying again');
    }
    await clock.after(pause, { signal, purpose: 'progress' });
  }
}
