// Leaves work that does not end by itself on a signal: a request nobody answers, a recording of hours that is read.

/** As the work ends, or rejects with the signal's reason at once; the work is then left to itself. */
export async function unlessInterrupted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = new AbortController();
  const interrupted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over.signal });
  });
  try {
    return await Promise.race([work, interrupted]);
  } finally {
    over.abort();
  }
}
