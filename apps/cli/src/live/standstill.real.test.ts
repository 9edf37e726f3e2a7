// What nobody acts on, on a live cluster: said first and as what it is, whatever trouble of before stands below it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeReal, namespaceFor, waitFor } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CapturedRun, captureRun } from '../testing/captured-run.ts';

const PATIENCE = { timeoutMs: 60_000 };

describeReal('what nobody acts on', (plane) => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rectrace-standstill-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (args: readonly string[]): Promise<CapturedRun> =>
    captureRun(args, { env: { KUBECONFIG: plane().kubeconfig, XDG_STATE_HOME: folder, HOME: folder } });

  test('a paused rollout is said to be paused, before it has failed and after, until it goes on', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const kubectl = (...args: readonly string[]): Promise<unknown> => plane().kubectl(['-n', namespace, ...args]);
    const tree = async (): Promise<string> => (await run(['tree', 'deploy/web', '-n', namespace])).stdout;
    await kubectl('create', 'deployment', 'web', '--image=nginx:1', '--replicas=2');
    await kubectl('patch', 'deployment', 'web', '-p', '{"spec":{"progressDeadlineSeconds":3}}');
    await kubectl('rollout', 'status', 'deployment/web');
    expect((await run(['roots', '-n', namespace])).stdout).toMatch(/^Deployment\/web +✓ yes +\d+m?s$/m);

    await kubectl('set', 'image', 'deployment/web', 'nginx=does-not-exist:2');
    await waitFor(async () => /ProgressDeadlineExceeded/.test(await tree()), PATIENCE);
    await kubectl('rollout', 'pause', 'deployment/web');
    const outdated = 'Paused: spec.paused is true; its status still says ProgressDeadlineExceeded';
    await waitFor(async () => (await tree()).includes(`✗ Deployment/web\n    ${outdated}`), PATIENCE);
    expect(await tree()).toMatch(/\n {4}ImagePullBackOff: /);

    await kubectl('set', 'image', 'deployment/web', 'nginx=nginx:3');
    await waitFor(async () => /\n {4}of an earlier template: ImagePullBackOff: /.test(await tree()), PATIENCE);
    const roots = await run(['roots', '-n', namespace]);
    expect(roots.stdout).toMatch(
      /^Deployment\/web +✗ no .*Paused: spec\.paused is true; .*Pod\/web-\S+, of an earlier template: ImagePullBackOff/m,
    );

    await kubectl('rollout', 'resume', 'deployment/web');
    expect((await run(['watch', 'deploy/web', '-n', namespace, '--until', 'terminal', '--timeout', '60s'])).code).toBe(0);
    expect(await tree()).toContain('nothing in the tree is waiting');
  });

  test('a Job that no controller has taken up, and one that is suspended', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'c:1' }] } };
    for (const [name, spec] of [
      ['elsewhere', { managedBy: 'example.com/nobody', template }],
      ['held', { suspend: true, template }],
    ] as const) {
      const path = `/apis/batch/v1/namespaces/${namespace}/jobs`;
      const body = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name }, spec };
      expect((await plane().api.request({ method: 'POST', path, body })).status).toBe(201);
    }
    const roots = async (): Promise<string> => (await run(['roots', '-n', namespace])).stdout;
    await waitFor(async () => /^Job\/held +✓ yes .*Suspended: spec\.suspend is true$/m.test(await roots()), PATIENCE);
    expect(await roots()).toMatch(/^Job\/elsewhere +✗ no .*NotObserved: no status, its controller has not acted yet$/m);
  });

  test('a rollout with surplus pods counts what is wanted, what exists and what is old', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await plane().kubectl(['-n', namespace, 'create', 'deployment', 'web', '--image=nginx:1', '--replicas=3']);
    await plane().kubectl(['-n', namespace, 'rollout', 'status', 'deployment/web']);
    const template = { metadata: { annotations: { 'testbed.rectrace.dev/ready-after': '10m' } } };
    await plane().kubectl(['-n', namespace, 'patch', 'deployment', 'web', '-p', JSON.stringify({ spec: { template } })]);
    const timeline = async (): Promise<string> => (await run(['timeline', 'deploy/web', '-n', namespace])).stdout;
    await waitFor(async () => (await timeline()).includes('not terminal: 3 replicas wanted, 4 exist, 3 of an earlier template'), PATIENCE);
  });
});
