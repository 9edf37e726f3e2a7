// What needs no cluster loads nothing of it: importing the Kubernetes client alone costs 0.4 s.

import { expect, test, vi } from 'vitest';
import { captureRun, sampleRecording } from './testing/captured-run.ts';

const loaded = vi.hoisted(() => ({ client: 0, cluster: 0 }));

vi.mock('@kubernetes/client-node', () => {
  loaded.client += 1;
  return { KubeConfig: class {} };
});
vi.mock('@rectrace/cluster', async (importOriginal) => {
  loaded.cluster += 1;
  return importOriginal<object>();
});

test.each([
  [['--help']],
  [['version']],
  [['completion', 'bash']],
  [['__complete', '--', 'ti']],
  [['replay', sampleRecording('c-scale-in')]],
  [['timeline', sampleRecording('c-scale-in')]],
])('%j loads nothing of the cluster package', async (args) => {
  expect((await captureRun(args)).code).toBe(0);
  expect(loaded).toEqual({ client: 0, cluster: 0 });
});
