// Waiting for something that becomes true, by asking again.
import { setTimeout as sleep } from 'node:timers/promises';
import { TestbedError } from './errors.ts';

export interface WaitOptions {
  readonly timeoutMs: number;
  /** Pause between two looks; default 50. */
  readonly everyMs?: number;
  /** What is waited for, for the error. */
  readonly what?: string;
}

/**
 * Resolves with the first value of `condition` that is neither false, null nor undefined. A condition that throws is asked again; what it
 * threw last is the cause of the error. @throws TestbedError TIMED_OUT.
 */
export async function waitFor<Value>(
  condition: () => Value | false | null | undefined | Promise<Value | false | null | undefined>,
  options: WaitOptions,
): Promise<Value> {
  const deadline = performance.now() + options.timeoutMs;
  for (let cause: unknown; ; ) {
    try {
      const value = await condition();
      if (value !== false && value !== null && value !== undefined) return value;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (performance.now() >= deadline) {
      throw new TestbedError('TIMED_OUT', `waited ${options.timeoutMs} ms for ${options.what ?? 'a condition'}${because(cause)}`, {
        cause,
      });
    }
    await sleep(options.everyMs ?? 50);
  }
}

function because(cause: unknown): string {
  return cause instanceof Error ? `: ${cause.message}` : '';
}
