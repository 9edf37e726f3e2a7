import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WritePace } from './write-pace.ts';

const KIB = 1024;

test('a first status is due at once, the next a second after it was answered', () => {
  const pace = new WritePace();
  pace.mark('a', 0);
  expect(pace.next(0)).toEqual({ kind: 'write', key: 'a' });
  pace.spend('a', { bytes: KIB, now: 0 });
  pace.settle('a', { now: 10 });
  expect(pace.next(10)).toEqual({ kind: 'idle' });
  pace.mark('a', 20);
  expect(pace.next(20)).toEqual({ kind: 'wait', until: 1_010 });
  expect(pace.next(1_010)).toEqual({ kind: 'write', key: 'a' });
});

test('a status of 64 KiB is followed by the next after four seconds', () => {
  const pace = new WritePace();
  pace.mark('a', 0);
  pace.next(0);
  pace.spend('a', { bytes: 64 * KIB, now: 0 });
  pace.settle('a', { now: 0 });
  pace.mark('a', 5);
  expect(pace.next(5)).toEqual({ kind: 'wait', until: 4_000 });
});

test('what changes during a write is written afterwards, never at the same time', () => {
  const pace = new WritePace();
  pace.mark('a', 0);
  pace.next(0);
  pace.spend('a', { bytes: 1, now: 0 });
  pace.mark('a', 5);
  expect(pace.next(2_000)).toEqual({ kind: 'idle' });
  pace.settle('a', { now: 2_000 });
  expect(pace.next(2_000)).toEqual({ kind: 'wait', until: 3_000 });
  expect(pace.next(3_000)).toEqual({ kind: 'write', key: 'a' });
});

test('a failed write comes up again after its delay, a forgotten trace never', () => {
  const pace = new WritePace();
  pace.mark('a', 0);
  pace.next(0);
  pace.spend('a', { bytes: 1, now: 0 });
  pace.settle('a', { now: 100, retryAfter: 5_000 });
  expect(pace.next(100)).toEqual({ kind: 'wait', until: 5_100 });
  pace.forget('a');
  expect(pace.next(9_000)).toEqual({ kind: 'idle' });
});

test('a finalizer written for it delays no status', () => {
  const pace = new WritePace();
  pace.mark('a', 0);
  pace.next(0);
  pace.settle('a', { now: 100 });
  pace.mark('a', 110);
  expect(pace.next(110)).toEqual({ kind: 'write', key: 'a' });
});

test('of several traces that may be written the one that waits longest comes first', () => {
  const pace = new WritePace();
  pace.mark('late', 5);
  pace.mark('early', 1);
  expect(pace.next(6)).toEqual({ kind: 'write', key: 'early' });
});

/** Runs traces that are always out of date for some seconds; returns the writes. */
function runBusy(
  sizes: readonly number[],
  seconds: number,
): readonly { readonly key: string; readonly at: number; readonly bytes: number }[] {
  const pace = new WritePace();
  const writes: { key: string; at: number; bytes: number }[] = [];
  let now = 0;
  while (now < seconds * 1_000) {
    for (const index of sizes.keys()) pace.mark(String(index), now);
    const next = pace.next(now);
    if (next.kind === 'write') {
      const bytes = sizes[Number(next.key)]!;
      pace.spend(next.key, { bytes, now });
      pace.settle(next.key, { now });
      writes.push({ key: next.key, at: now, bytes });
    } else now = next.kind === 'wait' ? Math.max(now + 1, next.until) : now + 1;
  }
  return writes;
}

test('100 traces of 10 KiB all have a first status within 10 seconds', () => {
  const first = runBusy(
    Array.from({ length: 100 }, () => 10 * KIB),
    10,
  );
  expect(new Set(first.map(({ key }) => key)).size).toBe(100);
});

test('over any sizes: 256 KiB in any second (one write may begin in it), 16 KiB a second per trace, and every trace gets its turn', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 200, max: 256 * KIB }), { minLength: 1, maxLength: 60 }), (sizes) => {
      const writes = runBusy(sizes, 30);
      for (const { at } of writes) {
        const inSecond = writes.filter((write) => write.at >= at && write.at < at + 1_000);
        const last = inSecond.at(-1)!;
        expect(inSecond.reduce((total, { bytes }) => total + bytes, 0) - last.bytes).toBeLessThanOrEqual(256 * KIB);
      }
      for (const [index, bytes] of sizes.entries()) {
        const own = writes.filter(({ key }) => key === String(index)).map(({ at }) => at);
        const gaps = own.slice(1).map((at, turn) => at - own[turn]!);
        for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(Math.max(1_000, (bytes / (16 * KIB)) * 1_000) - 0.001);
      }
      const round = sizes.reduce((total, bytes) => total + bytes, 0) / (256 * KIB);
      if (round < 25) expect(new Set(writes.map(({ key }) => key)).size).toBe(sizes.length);
    }),
    { numRuns: 30 },
  );
});
