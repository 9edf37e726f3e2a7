import type { LeaseState } from '@rectrace/cluster';
import { expect, test } from 'vitest';
import { Leadership } from './leadership.ts';

const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

async function* states(...given: readonly LeaseState[]): AsyncIterable<LeaseState> {
  yield* given;
}

test('waits until the lease is held, and says meanwhile who holds it', async () => {
  const leadership = new Leadership(SILENT);
  await leadership.follow(states({ kind: 'failing', reason: 'no answer' }, { kind: 'waiting', holder: 'other' }));
  expect(leadership.fence).toBeUndefined();
  expect(leadership.obstacle).toBe('it is held by other');
  await leadership.follow(states({ kind: 'held', fence: 7 }));
  await leadership.held;
  expect(leadership.fence).toBe(7);
});

test('ends the process once a held lease is lost: whoever takes over finds nobody else writing', async () => {
  const leadership = new Leadership(SILENT);
  await expect(leadership.follow(states({ kind: 'held', fence: 7 }, { kind: 'lost', reason: 'taken' }))).rejects.toMatchObject({
    code: 'LEASE_LOST',
    message: 'the lease is lost: taken',
  });
});
