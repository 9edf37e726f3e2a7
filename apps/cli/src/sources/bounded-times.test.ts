import { asUid, type ObjectRef } from '@rectrace/kube';
import type { Change, Cycle } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { withBoundedTimes } from './bounded-times.ts';

const WEB: ObjectRef = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'plain', name: 'web', uid: asUid('u') };

function change(version: number, parts: Partial<Change>): Change {
  return {
    kind: 'change',
    id: `0/u/${version}`,
    type: 'Update',
    ref: WEB,
    resourceVersion: String(version),
    position: { epoch: 0, version: String(version), offset: 0 },
    time: 0,
    receivedAt: 90_000,
    diff: [],
    certainty: 'recovered',
    ...parts,
  };
}

const times = (changes: readonly Change[]): readonly number[] => withBoundedTimes({ changes, cycles: [] }).changes.map(({ time }) => time);

test('a deletion that was read back was over by the earliest known time of a later version', () => {
  const gone = change(5, { type: 'Deletion', time: 90_000, noLater: true });
  expect(times([gone, change(6, { time: 30_000 }), change(7, { time: 36_000 })])).toEqual([30_000, 30_000, 36_000]);
  expect(times([gone, change(6, { time: 95_000 })])).toEqual([90_000, 95_000]);
});

test('nothing is drawn to an Event, to what may have been later itself, or to another domain', () => {
  const gone = change(5, { type: 'Deletion', time: 90_000, noLater: true });
  const event = change(6, { type: 'Event', time: 10_000 });
  const open = change(7, { time: 20_000, noEarlier: true });
  const foreign = change(8, { time: 30_000, position: { epoch: 0, version: '8', offset: 1 } });
  expect(times([gone, event, open, foreign])[0]).toBe(90_000);
});

test('the cycle that it began, and what was asked for within it, have the same time', () => {
  const gone = change(5, { type: 'Deletion', time: 90_000, noLater: true });
  const instant = { time: 90_000, noLater: true as const, position: gone.position };
  const cause: Cycle['cause'] = { kind: 'deletion', change: gone.id, ref: WEB, initiators: [], detail: { kind: 'deleted' } };
  const asked: Cycle['requests'][number] = { kind: 'deletion', change: gone.id, detail: { kind: 'deleted' }, time: 90_000, noLater: true };
  const cycle: Cycle = { kind: 'cycle', number: 1, root: WEB, state: 'closed', start: instant, end: instant, cause, requests: [asked] };
  const [told] = withBoundedTimes({ changes: [gone, change(6, { time: 30_000 })], cycles: [cycle] }).cycles;
  expect([told?.start.time, told?.end?.time, told?.requests[0]?.time]).toEqual([30_000, 30_000, 30_000]);
});
