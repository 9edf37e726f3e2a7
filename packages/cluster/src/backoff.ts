// Exponential back-off with jitter: half of each delay is fixed, half is chance.

export type Backoff = { readonly baseMs: number; readonly maxMs: number };

/** Delay before attempt n (0 = the first repetition). random in [0, 1). */
export function backoffDelay(backoff: Backoff, { attempt, random }: { readonly attempt: number; readonly random: number }): number {
  const ceiling = Math.min(backoff.maxMs, backoff.baseMs * 2 ** Math.min(attempt, 30));
  return ceiling / 2 + (ceiling / 2) * random;
}
