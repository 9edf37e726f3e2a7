import { expect, test } from 'vitest';
import { RevisionOrder } from './revision-order.ts';

const EVENTS = { group: '', resource: 'events', namespace: '' };
const PODS = { group: '', resource: 'pods', namespace: '' };

function resumed(): RevisionOrder {
  const order = new RevisionOrder();
  order.resumeForeign('Event');
  order.resume({ epoch: 0, version: '5000', offset: 7 });
  return order;
}

test('a kind known to count its own revisions gets no place by them after a restart, also without a list', () => {
  const order = resumed();
  expect(order.place(EVENTS, { kind: 'Event', resourceVersion: '8999000' })).toEqual({ epoch: 0, version: '5000', offset: 8 });
  expect(order.place(EVENTS, { resourceVersion: '8999001' })).toEqual({ epoch: 0, version: '5000', offset: 9 });
  expect(order.place(PODS, { kind: 'Pod', resourceVersion: '5001' })).toEqual({ epoch: 0, version: '5001', offset: 0 });
});

test('a bookmark of a collection that has not named its kind moves nothing where there are foreign kinds', () => {
  const order = resumed();
  expect(order.place(EVENTS, { resourceVersion: '8999000' }).version).toBe('5000');
  order.place(PODS, { kind: 'Pod', resourceVersion: '5001' });
  expect(order.place(PODS, { resourceVersion: '5002' })).toEqual({ epoch: 0, version: '5002', offset: 0 });
});

test('a collection that turns out to be foreign after a restart takes its versions back: what waits stands before what the history had, what arrives behind it', () => {
  const order = new RevisionOrder();
  order.resume({ epoch: 0, version: '5000', offset: 0 });
  order.noteList({
    kind: 'ListBegin',
    scope: EVENTS,
    objectKind: 'Event',
    resourceVersion: '8999000',
    requestedAt: 1_000,
    receivedAt: 1_001,
  });
  expect(order.place(EVENTS, { kind: 'Event', resourceVersion: '8999000' }).version).toBe('8999000');
  const pods = {
    kind: 'ListBegin',
    scope: PODS,
    objectKind: 'Pod',
    resourceVersion: '5001',
    requestedAt: 1_002,
    receivedAt: 1_003,
  } as const;
  expect(order.noteList(pods)).toBe(true);
  expect(order.here().version).toBe('0');
  expect(order.place(EVENTS, { kind: 'Event', resourceVersion: '8999001' }).version).toBe('5000');
});
