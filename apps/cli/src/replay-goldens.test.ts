// What people see of recorded runs, on a pipe, on 120 and on 40 columns. UPDATE_GOLDENS=1 writes the files anew: read the difference.

import { expect, test } from 'vitest';
import { captureRun, sampleRecording } from './testing/captured-run.ts';
import { expectGolden } from './testing/golden-output.ts';

const NAMES = ['a-create', 'f0-create-stuck-pvc-unbound', 'h-delete-policy-delete', 'k-burst', 'p1-deployment'];

test.each(NAMES)('replay of %s on a pipe', async (name) => {
  const { code, stdout } = await captureRun(['replay', sampleRecording(name), '--utc']);
  expect(code).toBe(0);
  expectGolden(`${name}.replay.txt`, stdout);
});

test.each(NAMES)('timeline of %s on 120 columns', async (name) => {
  const { stdout } = await captureRun(['timeline', sampleRecording(name), '--utc', '--color', 'never'], { columns: 120 });
  expectGolden(`${name}.timeline-120.txt`, stdout);
});

test.each(['f0-create-stuck-pvc-unbound', 'p1-deployment'])('timeline of %s on 40 columns', async (name) => {
  const { stdout } = await captureRun(['timeline', sampleRecording(name), '--utc', '--color', 'never', '--type', 'creation'], {
    columns: 40,
  });
  expectGolden(`${name}.timeline-40.txt`, stdout);
});

test('tree of a stuck run on 40 columns', async () => {
  const { stdout } = await captureRun(['tree', sampleRecording('f0-create-stuck-pvc-unbound'), '--color', 'never'], { columns: 40 });
  expectGolden('f0-create-stuck-pvc-unbound.tree-40.txt', stdout);
});

test('history of a Deployment on 120 columns', async () => {
  const { stdout } = await captureRun(['history', sampleRecording('p1-deployment'), '--utc', '--color', 'never'], { columns: 120 });
  expectGolden('p1-deployment.history-120.txt', stdout);
});

test('diff and comparison of cycles', async () => {
  const [diff, compared] = [
    await captureRun(['diff', sampleRecording('p1-deployment'), '--from', 'cycle:3', '--to', 'cycle:3', '-o', 'wide']),
    await captureRun(['cycles', 'compare', '1', '2', sampleRecording('p1-deployment'), '--utc']),
  ];
  expectGolden('p1-deployment.diff.txt', diff.stdout);
  expectGolden('p1-deployment.compare.txt', compared.stdout);
});
