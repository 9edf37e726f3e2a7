import type { KubeObject } from '@rectrace/kube';
import { inZone } from '@rectrace/testing';
import { expect, test } from 'vitest';
import { deletionAskedAt } from './deletion-time.ts';
import { endOf } from './tell-deletion.ts';

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
  ['its time less the grace', pod('2026-11-30T19:00:30Z', '2026-11-30T18:00:00Z'), AT - 30_000, AT - 30_000],
  ['a later write counts', pod('2026-11-30T19:00:30Z', '2026-11-30T20:00:20+01:00'), AT - 30_000, AT - 10_000],
  ['a write without a zone does not', pod('2026-11-30T19:00:30Z', '2026-11-30T19:00:20'), AT - 30_000, AT - 30_000],
  ['a deletion without a zone has no time', pod('2026-11-30T19:00:30', '2026-11-30T18:00:00Z'), undefined, AT + 60_000],
])('a deletion, wherever it is read: %s', (_what, body, asked, end) => {
  for (const zone of ['America/New_York', 'Asia/Tokyo']) {
    expect(inZone(zone, () => deletionAskedAt(body.metadata))).toBe(asked);
    expect(inZone(zone, () => endOf(body, AT + 60_000))).toBe(end);
  }
});
