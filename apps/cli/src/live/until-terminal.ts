// When following ends: on a signal, after a time, or when the root has come to rest.

import type { Cancellation, Clock } from '@rectrace/kube';
import { TimeoutError } from '../errors.ts';

export type Ending = { readonly kind: 'terminal' | 'timeout' | 'interrupted' };

/** Resolves after a time, or never without one. */
export async function afterTime(
  timeoutMs: number | undefined,
  { clock, signal }: { readonly clock: Clock; readonly signal: Cancellation },
): Promise<Ending> {
  if (timeoutMs === undefined) return new Promise(() => undefined);
  await clock.after(timeoutMs, { signal, purpose: 'progress' });
  return { kind: 'timeout' };
}

/** @throws TimeoutError where a state was waited for that did not come in time */
export function refuseTimeout(
  ending: Ending,
  { until, timeoutMs, open }: { readonly until: boolean; readonly timeoutMs: number | undefined; readonly open: string },
): void {
  if (ending.kind === 'timeout' && until) throw new TimeoutError(`not terminal after ${(timeoutMs ?? 0) / 1_000} s: ${open}`);
}
