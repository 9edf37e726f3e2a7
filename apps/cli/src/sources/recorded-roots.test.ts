import { expect, test } from 'vitest';
import { captureRun, sampleRecording } from '../testing/captured-run.ts';

test.each([
  ['what is gone, when it went', 'p4-namespace-delete', 'Deployment/web', '2026-11-30T19:28:03.758Z'],
  ['what was at rest from the start, its last status write', 'p2-statefulset', 'Deployment/web', '2026-11-30T19:27:02.000Z'],
  ['what had a cycle, its end', 'p2-statefulset', 'StatefulSet/db', '2026-11-30T19:27:20.541Z'],
])('of %s', async (_what, recording, name, since) => {
  const { roots } = JSON.parse((await captureRun(['roots', sampleRecording(recording), '-o', 'json'])).stdout);
  const found = roots.find(({ object }: { object: { kind: string; name: string } }) => `${object.kind}/${object.name}` === name);
  expect(found.since).toBe(since);
});
