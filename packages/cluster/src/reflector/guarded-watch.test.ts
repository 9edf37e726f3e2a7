// What becomes of a watch that is given up while its next message is still awaited.

import type { Cancellation, ListWatch, WatchMessage } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import { expect, test } from 'vitest';
import { WIDGETS } from '../testing/scripted-collection.ts';
import { GuardedWatch } from './guarded-watch.ts';

/** A watch that says nothing until it fails: by itself, or because it is cut. */
function silentWatch() {
  const failure = Promise.withResolvers<never>();
  let returned = false;
  async function* watch(signal: Cancellation): AsyncGenerator<WatchMessage> {
    try {
      const cut = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
      yield await Promise.race([failure.promise, cut]);
    } finally {
      returned = true;
    }
  }
  const source: ListWatch = {
    async *list() {
      yield* [];
    },
    watch: (_query, { signal }) => watch(signal),
  };
  const clock = new SteppedClock(0);
  const outer = new AbortController();
  const query = { resource: WIDGETS, namespace: '' };
  const guarded = new GuardedWatch({ source, query, from: '1', timeoutSeconds: 300, clock, signal: outer.signal });
  return { guarded, clock, outer, fail: failure.reject, wasReturned: () => returned };
}

async function silence({ guarded, clock }: ReturnType<typeof silentWatch>): Promise<void> {
  const next = guarded.next(1_000);
  await clock.advance(1_000);
  expect(await next).toEqual({ kind: 'silent' });
}

test('a wall clock that is set back does not make a dead watch look alive', async () => {
  const watch = silentWatch();
  const next = watch.guarded.next(1_000);
  watch.clock.set(-3_600_000);
  await watch.clock.advance(1_000);
  expect(await Promise.race([next, 'still waited for'])).toEqual({ kind: 'silent' });
  await watch.guarded[Symbol.asyncDispose]();
});

test('that it is cut is no failure', async () => {
  const watch = silentWatch();
  await silence(watch);
  await watch.guarded[Symbol.asyncDispose]();
  expect(watch.wasReturned()).toBe(true);
});

test('nor is that everything ends', async () => {
  const watch = silentWatch();
  await silence(watch);
  watch.outer.abort(new Error('the end'));
  await watch.guarded[Symbol.asyncDispose]();
  expect(watch.wasReturned()).toBe(true);
});

test('what it failed with while nobody waited is thrown', async () => {
  const watch = silentWatch();
  await silence(watch);
  watch.fail(new Error('a defect'));
  await watch.clock.settle();
  await expect(watch.guarded[Symbol.asyncDispose]()).rejects.toThrow('a defect');
  expect(watch.wasReturned()).toBe(true);
});
