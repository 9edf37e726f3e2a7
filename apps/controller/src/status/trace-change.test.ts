import type { KubeObject, ObjectRef } from '@rectrace/kube';
import { asUid, formatJson } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';
import { describe, expect, test } from 'vitest';
import { leanChange, traceChange } from './trace-change.ts';

const POD: ObjectRef = { group: '', version: 'v1', kind: 'Pod', namespace: 'plain', name: 'web-0', uid: asUid('uid-web-0') };

function change(more: Partial<Change> = {}): Change {
  const position = { epoch: 0, version: '70', offset: 3 };
  return {
    kind: 'change',
    id: 'i',
    type: 'Update',
    ref: POD,
    resourceVersion: '77',
    position,
    time: Date.parse('2026-11-30T19:19:07.999Z'),
    receivedAt: 1_234,
    diff: [],
    certainty: 'observed',
    ...more,
  };
}

function wire(given: Change, texts = { description: 'Update' }) {
  return traceChange(leanChange(given), texts);
}

test('an update is its object, its version as a number, and whole seconds', () => {
  expect(wire(change())).toEqual({
    objectReference: { apiVersion: 'v1', kind: 'Pod', namespace: 'plain', name: 'web-0', uid: 'uid-web-0', resourceVersion: '77' },
    changeType: 'Update',
    revision: 77,
    timestamp: '2026-11-30T19:19:07Z',
    description: 'Update',
  });
});

test('an Event is about an object: its version is that of the object, its revision the Event’s own', () => {
  const event = {
    uid: 'e',
    name: 'web-0.1',
    namespace: 'plain',
    type: 'Warning',
    reason: 'BackOff',
    message: 'back off',
    count: 1,
    reporter: 'kubelet',
  };
  const body = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'web-0.1' }, involvedObject: { resourceVersion: '70' } } as KubeObject;
  expect(wire(change({ type: 'Event', event, body }))).toMatchObject({
    changeType: 'Event',
    revision: 77,
    objectReference: { kind: 'Pod', resourceVersion: '70' },
    eventAttributes: { name: 'web-0.1', type: 'Warning', reason: 'BackOff' },
  });
  const newer = { ...body, involvedObject: undefined, regarding: { resourceVersion: '71' } } as unknown as KubeObject;
  expect(wire(change({ type: 'Event', event, body: newer }))?.objectReference.resourceVersion).toBe('71');
  expect(wire(change({ type: 'Event', event }))?.objectReference.resourceVersion).toBeUndefined();
});

test('an empty message is replaced by the type of the change', () => {
  expect(wire(change({ type: 'Event' }), { description: '' })?.description).toBe('Event');
});

test('what a first list finds is no change', () => {
  expect(wire(change({ type: 'Present' }))).toBeUndefined();
});

test('a cluster-scoped object has no namespace', () => {
  expect(wire(change({ ref: { ...POD, namespace: '' } }))?.objectReference).not.toHaveProperty('namespace');
});

describe('a version', () => {
  const position = { epoch: 0, version: '70', offset: 3 };
  test.each([
    ['beyond 2^53 stays exact', '9007199254740993', position, 9_007_199_254_740_993n, undefined],
    ['of the largest int64 fits', '9223372036854775807', position, 9_223_372_036_854_775_807n, undefined],
    ['beyond int64 is replaced by where it arrived, and kept as text', '9223372036854775808', position, 70, '9223372036854775808'],
    ['that is no number likewise', 'abc', position, 70, 'abc'],
    ['whose place does not fit either counts its arrival', 'abc', { ...position, version: '99999999999999999999' }, 1_234, 'abc'],
  ])('%s', (...[, resourceVersion, at, revision, kept]) => {
    const told = wire(change({ resourceVersion, position: at }));
    expect(told?.revision).toBe(revision);
    expect(told?.resourceVersion).toBe(kept);
    expect(formatJson(told ?? {})).toContain(`"revision":${revision}`);
  });
});
