// `trace …` against a real API server, with our own schema and with another vendor's that lacks our fields.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ControlPlane } from '@rectrace/testbed';
import { describeReal, startControlPlane, waitFor } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXIT_CODES } from '../../exit-code.ts';
import { type CapturedRun, captureRun } from '../../testing/captured-run.ts';

const CRD = new URL('../../../../../deploy/crd/reconciliationtraces.yaml', import.meta.url).pathname;

describeReal('trace commands', () => {
  let plane: ControlPlane;

  beforeAll(async () => {
    plane = await startControlPlane();
  }, 120_000);
  afterAll(() => plane?.stop());

  const run = (args: readonly string[], options: Parameters<typeof captureRun>[1] = {}): Promise<CapturedRun> =>
    captureRun(['trace', ...args], { env: { KUBECONFIG: plane.kubeconfig, HOME: plane.dir }, ...options });
  const json = async (name: string): Promise<{ spec: object; metadata: { annotations?: object } }> =>
    JSON.parse((await plane.kubectl(['get', 'trace', name, '-o', 'json'])).stdout);
  const served = async (): Promise<void> => {
    await waitFor(async () => (await run(['list'])).code === 0, { timeoutMs: 20_000 });
  };

  test('without the kind every command says so in one line', async () => {
    for (const args of [['list'], ['create', 'x'], ['update', 'x', '--depth', '1'], ['delete', 'x', '--auto-approve'], ['watch', 'x']]) {
      const { code, stderr } = await run(args);
      expect(code, args.join(' ')).not.toBe(0);
      expect(stderr).toMatch(/serve/);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    }
  });

  test("beside another vendor's schema our fields are written as annotations", async () => {
    const manifest = JSON.parse(
      execFileSync(plane.kubectlProgram, ['create', '--dry-run=client', '-o', 'json', '-f', CRD], {
        encoding: 'utf8',
        env: { KUBECONFIG: plane.kubeconfig, HOME: plane.dir },
      }),
    );
    const { spec } = manifest.spec.versions[0].schema.openAPIV3Schema.properties;
    delete spec.properties.depth;
    delete spec.properties.targetObject.properties.kind;
    delete spec.properties.targetObject.properties.apiVersion;
    await plane.kubectl(['create', '-f', '-'], { input: JSON.stringify(manifest) });
    await served();
    await waitFor(async () => (await run(['create', 'probe', '--dry-run', 'server'])).code === 0, { timeoutMs: 20_000 });
    const created = await run([
      'create',
      'web',
      '--kind',
      'Deployment',
      '--api-version',
      'apps/v1',
      '--target-name',
      'shop',
      '--depth',
      '3',
      '--locale',
      'zh_CN',
    ]);
    expect(created).toMatchObject({ code: 0, stdout: 'reconciliationtrace.trace.kubeblocks.io/web created\n' });
    expect(created.stderr).toContain('Deployment default/shop does not exist yet: its trace begins when it is created');
    const { spec: written, metadata } = await json('web');
    expect(written).toEqual({ targetObject: { namespace: 'default', name: 'shop' }, locale: 'zh_CN' });
    expect(metadata.annotations).toEqual({
      'trace.kubeblocks.io/target-kind': 'Deployment',
      'trace.kubeblocks.io/target-api-version': 'apps/v1',
      'trace.kubeblocks.io/depth': '3',
    });
    await plane.kubectl(['delete', 'crd', 'reconciliationtraces.trace.kubeblocks.io', '--wait=true']);
  });

  test('with our schema everything is a field', async () => {
    await plane.kubectl(['create', '-f', CRD]);
    await served();
    await waitFor(
      async () =>
        (await run(['create', 'probe', '--kind', 'Deployment', '--dry-run', 'server', '-o', 'json'])).stdout.includes(
          '"kind": "Deployment"',
        ),
      { timeoutMs: 20_000 },
    );
    await run(['c', 'redis', '--cluster-name', 'redis-cluster', '--cel-state-evaluation-expression', 'object.status.phase == "Running"']);
    expect((await json('redis')).spec).toEqual({
      targetObject: { namespace: 'default', name: 'redis-cluster' },
      stateEvaluationExpression: { celExpression: { expression: 'object.status.phase == "Running"' } },
    });
    expect(await run(['u', 'redis', '--depth', '2', '--locale', 'en'])).toMatchObject({
      code: 0,
      stdout: 'reconciliationtrace.trace.kubeblocks.io/redis updated\n',
    });
    expect((await json('redis')).spec).toMatchObject({ depth: 2, locale: 'en', targetObject: { name: 'redis-cluster' } });
    expect((await run(['create', 'redis'])).stderr).toMatch(/exists already/);
  });

  test("list prints the server's columns, as kubectl does", async () => {
    const words = (text: string): readonly string[][] =>
      text
        .trimEnd()
        .split('\n')
        .map((line) =>
          line
            .trim()
            .split(/\s{2,}/)
            .filter((word) => !/^\d+[smh]/.test(word)),
        );
    const theirs = await plane.kubectl(['get', 'trace']);
    expect(words((await run(['ls'])).stdout)).toEqual(words(theirs.stdout));
    const all = await run(['list', '-A', '--show-labels']);
    expect(all.stdout.split('\n')[0]).toMatch(/^NAMESPACE +NAME +AGE +TARGET_NS .* LABELS$/);
    expect((await run(['list', '-o', 'name'])).stdout).toBe('reconciliationtrace.trace.kubeblocks.io/redis\n');
    expect(JSON.parse((await run(['list', 'redis', '-o', 'json'])).stdout).items).toHaveLength(1);
    expect((await run(['list', '-l', 'a=b'])).stderr).toContain('No resources found');
  });

  test('watch shows the status as text and ends when the trace is deleted', async () => {
    const status = {
      currentState: {
        summary: { objectSummaries: [{ objectType: { apiVersion: 'v1', kind: 'Pod' }, total: 3, changeSummary: { added: 2 } }] },
        objectTree: { primary: { kind: 'Cluster', name: 'redis-cluster' }, secondaries: [{ primary: { kind: 'Pod', name: 'redis-0' } }] },
        changes: [
          {
            objectReference: { apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'redis-0' },
            changeType: 'Creation',
            revision: 7,
            timestamp: '2026-11-30T19:00:00Z',
            description: 'Creation',
            localDescription: 'Pod redis-0 已创建',
          },
        ],
      },
    };
    const { resourceVersion } = JSON.parse(JSON.stringify((await json('redis')).metadata));
    await plane.api.expect({
      method: 'PATCH',
      path: '/apis/trace.kubeblocks.io/v1/namespaces/default/reconciliationtraces/redis/status',
      body: { metadata: { resourceVersion }, status },
    });
    let output = '';
    const watching = run(['watch', 'redis', '--utc'], { onOutput: (text) => (output += text) });
    await waitFor(async () => output.includes('已创建'), { timeoutMs: 20_000 });
    await run(['delete', 'redis'], { answers: ['redis'] });
    const { code, stdout, stderr } = await watching;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^trace default\/redis of Cluster default\/redis-cluster\nKIND +TOTAL +ADDED.*\nPod +3 +\+2\n/);
    expect(stdout).toMatch(/tree\nCluster\/redis-cluster\n {2}Pod\/redis-0\n/);
    expect(stdout).toMatch(/19:00:00 \+ Pod\/redis-0 +Pod redis-0 已创建/);
    expect(stderr).toContain('trace redis was deleted');
    expect((await run(['watch', 'redis'])).code).toBe(EXIT_CODES.notFound);
    expect((await run(['delete', 'redis', '--auto-approve'])).code).toBe(EXIT_CODES.notFound);
  });
});

describeReal('kinds of the same name', () => {
  let plane: ControlPlane;

  beforeAll(async () => {
    plane = await startControlPlane();
  }, 120_000);
  afterAll(() => plane?.stop());

  test('a short name that two groups have is refused with both', async () => {
    for (const group of ['a.example.com', 'b.example.com']) {
      const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wd'] };
      const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
      const versions = [{ name: 'v1', served: true, storage: true, schema }];
      const crd = {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: `widgets.${group}` },
        spec: { group, scope: 'Namespaced', names, versions },
      };
      await plane.api.expect({ method: 'POST', path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', body: crd });
    }
    const tree = (kind: string): Promise<CapturedRun> =>
      captureRun(['tree', `${kind}/x`], { env: { KUBECONFIG: plane.kubeconfig, HOME: plane.dir } });
    await waitFor(async () => (await tree('wd')).stderr.includes('ambiguous'), { timeoutMs: 20_000 });
    const { code, stderr } = await tree('wd');
    expect(code).toBe(EXIT_CODES.usage);
    expect(stderr).toBe('rectrace: wd is ambiguous: widgets.a.example.com, widgets.b.example.com; name one of them [AMBIGUOUS]\n');
    expect((await tree('widgets.b.example.com')).code).toBe(EXIT_CODES.notFound);
  });
});

test('the CRD in deploy/ is the one these tests speak of', () => {
  expect(readFileSync(CRD, 'utf8')).toContain('name: reconciliationtraces.trace.kubeblocks.io');
});
