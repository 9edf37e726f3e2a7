// A second recording of a root goes on where the first one ended, in every collection: nothing between them is lost.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterAccess } from '@rectrace/testbed';
import { describeReal, namespaceFor, waitFor } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CapturedRun } from '../testing/captured-run.ts';
import { captureRun } from '../testing/captured-run.ts';

type Told = {
  readonly type: string;
  readonly time: string;
  readonly certainty: string;
  readonly object: { readonly kind: string; readonly name: string };
  readonly diff: readonly { readonly path: readonly string[]; readonly after?: unknown }[];
};

type Timeline = {
  readonly changes: readonly Told[];
  readonly gaps: readonly object[];
  readonly cycles: readonly Turned[];
};

type Turned = {
  readonly cause: object;
  readonly start: string | null;
  readonly startedBy?: string;
  readonly end: string | null;
  readonly endedAfter?: string;
};

describeReal('a second recording', (plane) => {
  let state: string;
  beforeAll(() => {
    state = mkdtempSync(join(tmpdir(), 'rectrace-resume-'));
  });
  afterAll(() => rmSync(state, { recursive: true }));

  const run = (args: readonly string[], options: Parameters<typeof captureRun>[1] = {}): Promise<CapturedRun> =>
    captureRun(args, { env: { KUBECONFIG: plane().kubeconfig, XDG_STATE_HOME: state, HOME: state }, ...options });

  async function timeline(target: string, namespace: string): Promise<Timeline> {
    return JSON.parse((await run(['timeline', target, '-n', namespace, '--noise', '-o', 'json'])).stdout);
  }

  test('tells what happened between them at the times it was written, not at those it was learnt', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await plane().kubectl(['-n', namespace, 'create', 'deployment', 'web', '--image=nginx:1', '--replicas=2']);
    await run(['watch', 'deploy/web', '-n', namespace, '--until', 'terminal', '--timeout', '30s']);
    const began = Math.floor(Date.now() / 1_000) * 1_000;
    await plane().kubectl(['-n', namespace, 'scale', 'deployment', 'web', '--replicas=3']);
    await plane().kubectl(['-n', namespace, 'rollout', 'status', 'deployment/web']);
    await pause(6_000);
    const learnt = Date.now();
    await run(['watch', 'deploy/web', '-n', namespace, '--timeout', '2s']);
    const { changes, cycles, gaps } = await timeline('deploy/web', namespace);
    const recovered = changes.filter(({ certainty, type }) => certainty === 'recovered' && type !== 'Event');
    expect(recovered.length).toBeGreaterThan(5);
    const late = recovered.filter(({ time }) => Date.parse(time) < began || Date.parse(time) > learnt - 3_000);
    expect({ late, gaps }).toEqual({ late: [], gaps: [] });
    const last = cycles.at(-1);
    expect(last?.cause).toMatchObject({ kind: 'generation' });
    // A scale leaves no time of its own: the next write says by when it was.
    expect(last?.start).toBeNull();
    expect(Date.parse(last?.startedBy ?? '')).toBeGreaterThanOrEqual(began);
    expect(Date.parse(last?.startedBy ?? '')).toBeLessThanOrEqual(Date.parse(last?.end ?? ''));
  });

  test('of what a finalizer held tells that it went no earlier than it was asked to', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const held = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'held', namespace, finalizers: ['resume.test/hold'] } };
    await plane().kubectl(['apply', '-f', '-'], { input: JSON.stringify(held) });
    await run(['watch', 'configmap/held', '-n', namespace, '--timeout', '3s']);
    await plane().kubectl(['-n', namespace, 'delete', 'configmap', 'held', '--wait=false']);
    const asked = Date.now();
    await pause(4_000);
    await plane().kubectl(['-n', namespace, 'patch', 'configmap', 'held', '--type=merge', '-p', '{"metadata":{"finalizers":null}}']);
    const { changes, cycles } = await timeline('configmap/held', namespace);
    const deletion = changes.find(({ type }) => type === 'Deletion');
    expect(deletion).toMatchObject({ certainty: 'recovered', noEarlier: true });
    expect(Date.parse(deletion?.time ?? '')).toBeLessThanOrEqual(asked);
    expect(cycles.at(-1)).toMatchObject({ cause: { kind: 'deletion' }, end: null, endedAfter: deletion?.time });
  });

  test('of a pod that was deleted without grace tells when it went', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await plane().kubectl(['-n', namespace, 'run', 'bare', '--image=nginx:1']);
    await run(['watch', 'pod/bare', '-n', namespace, '--timeout', '3s']);
    const began = Math.floor(Date.now() / 1_000) * 1_000;
    await plane().kubectl(['-n', namespace, 'delete', 'pod', 'bare', '--force', '--grace-period=0']);
    const gone = Date.now();
    await pause(4_000);
    const { changes } = await timeline('pod/bare', namespace);
    const deletion = changes.find(({ type }) => type === 'Deletion');
    expect(deletion).toMatchObject({ certainty: 'recovered' });
    expect(deletion).not.toHaveProperty('noEarlier');
    expect(deletion).not.toHaveProperty('noLater');
    expect(Date.parse(deletion?.time ?? '')).toBeGreaterThanOrEqual(began);
    expect(Date.parse(deletion?.time ?? '')).toBeLessThanOrEqual(gone);
  });

  test('of a kind that is served again only after it began tells every revision in between', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await plane().kubectl(['apply', '-f', '-'], { input: GADGETS });
    await waitFor(async () => (await plane().api.request({ path: '/apis/resume.test/v1' })).status === 200, { timeoutMs: 20_000 });
    await plane().kubectl(['-n', namespace, 'create', 'configmap', 'root']);
    const { metadata } = await plane().api.expect<{ metadata: { uid: string } }>({
      path: `/api/v1/namespaces/${namespace}/configmaps/root`,
    });
    await put(plane(), { namespace, size: 1, owner: metadata.uid });
    await run(['watch', 'configmap/root', '-n', namespace, '--timeout', '3s']);
    for (const size of [2, 3]) await put(plane(), { namespace, size, owner: metadata.uid });
    await serve(plane(), false);
    const second = run(['watch', 'configmap/root', '-n', namespace, '--timeout', '12s']);
    await pause(3_000);
    await serve(plane(), true);
    await second;
    await plane().kubectl(['delete', 'crd', 'gadgets.resume.test']);
    const { changes, gaps } = await timeline('configmap/root', namespace);
    const sizes = changes.flatMap(({ diff }) => diff.filter(({ path }) => path.join('.') === 'spec.size').map(({ after }) => after));
    expect({ sizes, gaps }).toEqual({ sizes: [2, 3], gaps: [] });
  });
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const GADGETS = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: gadgets.resume.test }
spec:
  group: resume.test
  scope: Namespaced
  names: { plural: gadgets, singular: gadget, kind: Gadget }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
`;

async function put(plane: ClusterAccess, { namespace, size, owner }: { namespace: string; size: number; owner: string }): Promise<void> {
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'root', uid: owner }];
  const gadget = { apiVersion: 'resume.test/v1', kind: 'Gadget', metadata: { name: 'g', namespace, ownerReferences }, spec: { size } };
  await plane.kubectl(['apply', '-f', '-'], { input: JSON.stringify(gadget) });
}

async function serve(plane: ClusterAccess, served: boolean): Promise<void> {
  const patch = JSON.stringify([{ op: 'replace', path: '/spec/versions/0/served', value: served }]);
  await plane.kubectl(['patch', 'crd', 'gadgets.resume.test', '--type=json', '-p', patch]);
  await waitFor(async () => ((await plane.api.request({ path: '/apis/resume.test/v1' })).status === 200) === served, { timeoutMs: 20_000 });
}
