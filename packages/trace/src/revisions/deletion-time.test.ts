import type { KubeObject } from '@rectrace/kube';
import { inZone } from '@rectrace/testing';
import { expect, test } from 'vitest';
import { deletionAskedAt, endOf } from './deletion-time.ts';

const AT = Date.UTC(2026, 10, 30, 19, 0, 30);

function pod(deletionTimestamp: string, written: string): KubeObject {
  const metadata = {
    name: 'web-0',
    deletionTimestamp,
    deletionGracePeriodSeconds: 30,
    managedFields: [{ manager: 'kubelet', time: written }],
  };
  return { apiVersion: 'v1', kind: 'Pod', metadata };
}

test.each([
  ['its time less the grace', pod('2026-11-30T19:00:30Z', '2026-11-30T18:00:00Z'), AT - 30_000, { time: AT - 30_000, noEarlier: true }],
  ['a later write counts', pod('2026-11-30T19:00:30Z', '2026-11-30T20:00:20+01:00'), AT - 30_000, { time: AT - 10_000, noEarlier: true }],
  [
    'a write without a zone does not',
    pod('2026-11-30T19:00:30Z', '2026-11-30T19:00:20'),
    AT - 30_000,
    { time: AT - 30_000, noEarlier: true },
  ],
  [
    'a deletion without a zone has no time',
    pod('2026-11-30T19:00:30', '2026-11-30T18:00:00Z'),
    undefined,
    { time: AT + 60_000, noLater: true },
  ],
])('a deletion, wherever it is read: %s', (_what, body, asked, end) => {
  for (const zone of ['America/New_York', 'Asia/Tokyo']) {
    expect(inZone(zone, () => deletionAskedAt(body.metadata))).toBe(asked);
    expect(inZone(zone, () => endOf(body, AT + 60_000))).toEqual(end);
  }
});

test('a Namespace is held by the finalizers of its spec', () => {
  const metadata = { name: 'shop', deletionTimestamp: '2026-11-30T19:00:30Z' };
  const namespace = (finalizers: readonly string[]): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata,
    spec: { finalizers },
  });
  expect(endOf(namespace(['kubernetes']), AT + 60_000)).toEqual({ time: AT, noEarlier: true });
  expect(endOf(namespace([]), AT + 60_000)).toEqual({ time: AT });
});
