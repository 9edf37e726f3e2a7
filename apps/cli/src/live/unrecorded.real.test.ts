// What is told of times that nobody recorded, on a real control plane: beside other recordings, and of a change that was under way before.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeReal, namespaceFor } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CapturedRun } from '../testing/captured-run.ts';
import { captureRun } from '../testing/captured-run.ts';

describeReal('times that nobody recorded', (plane) => {
  let state: string;
  beforeAll(() => {
    state = mkdtempSync(join(tmpdir(), 'rectrace-unrecorded-'));
  });
  afterAll(() => rmSync(state, { recursive: true }));

  const run = (args: readonly string[]): Promise<CapturedRun> =>
    captureRun(args, { env: { KUBECONFIG: plane().kubeconfig, XDG_STATE_HOME: state, HOME: state } });
  const kubectl = (namespace: string, ...args: readonly string[]): Promise<unknown> => plane().kubectl(['-n', namespace, ...args]);

  test('stay told of a root, whoever else is watched and whenever it is watched again', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    for (const name of ['a', 'b']) await kubectl(namespace, 'create', 'deployment', name, '--image=nginx:1');
    const watch = (name: string): Promise<CapturedRun> => run(['watch', `deploy/${name}`, '-n', namespace, '--timeout', '3s']);
    const times = async (): Promise<readonly { from: string | null; to: string; told: string; changes: number }[]> =>
      JSON.parse((await run(['timeline', 'deploy/b', '-n', namespace, '--source', 'live', '-o', 'json'])).stdout).unrecorded;
    await watch('b');
    const ended = (await times()).at(-1)?.from;
    await kubectl(namespace, 'set', 'image', 'deployment/b', 'nginx=nginx:2');
    await kubectl(namespace, 'rollout', 'status', 'deployment/b');
    await watch('a');
    expect((await times()).at(-1)?.from).toBe(ended);
    await watch('b');
    await watch('a');
    const [between, since] = (await times()).filter(({ from }) => from !== null);
    expect(between).toMatchObject({ from: ended, told: 'caughtUp' });
    expect(between?.changes).toBeGreaterThan(5);
    expect(since).toMatchObject({ told: 'caughtUp', changes: 0 });
  });

  test('a change that was under way before a recording has its cause, reconstructed', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await kubectl(namespace, 'create', 'deployment', 'web', '--image=nginx:1');
    await kubectl(namespace, 'rollout', 'status', 'deployment/web');
    await kubectl(namespace, 'set', 'image', 'deployment/web', 'nginx=does-not-exist:1');
    const watched = await run(['watch', 'deploy/web', '-n', namespace, '--timeout', '3s']);
    expect(watched.stderr).toMatch(/cycle 1 is open: image of nginx nginx:1→does-not-exist:1.* \[reconstructed\]/);
    const { cycles } = JSON.parse((await run(['timeline', 'deploy/web', '-n', namespace, '-o', 'json'])).stdout);
    expect(cycles).toMatchObject([{ number: 1, state: 'open', reconstructed: true, cause: { kind: 'generation' } }]);
  });

  test('what an earlier StatefulSet left behind is named', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await plane().kubectl(['apply', '-f', '-'], { input: JSON.stringify(setIn(namespace)) });
    await kubectl(namespace, 'rollout', 'status', 'statefulset/x', '--timeout=60s');
    await kubectl(namespace, 'delete', 'statefulset', 'x');
    expect((await run(['tree', 'pvc/data-x-0', '-n', namespace])).stderr).toMatch(
      /StatefulSet\/x \(uid \S+\), for which it was made, is gone/,
    );
    await plane().kubectl(['apply', '-f', '-'], { input: JSON.stringify(setIn(namespace)) });
    const { stderr } = await run(['timeline', 'sts/x', '-n', namespace]);
    expect(stderr).toMatch(/an earlier object of this name \(uid \S+\) left \d Events/);
    expect(stderr).toContain('older than it: PersistentVolumeClaim/data-x-0');
  });
});

function setIn(namespace: string): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'x', namespace },
    spec: {
      serviceName: 'x',
      selector: { matchLabels: { app: 'x' } },
      template: { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'nginx:1' }] } },
      volumeClaimTemplates: [
        { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
      ],
    },
  };
}
