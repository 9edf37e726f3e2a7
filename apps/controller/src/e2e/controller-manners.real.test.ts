// How the controller behaves beside others: other writers, other vendors' CRDs, viewers with few rights, a second process, a broken store.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '@rectrace/kube';
import { listAt, parseJson, stringAt, valueAt } from '@rectrace/kube';
import type { ControlPlane } from '@rectrace/testbed';
import { describeReal, freshNamespace, startControlPlane, waitFor } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ControllerProcess, type InstalledChart, installChart, kubectl, removeFolder } from './controller-process.ts';
import { runCli } from './run-cli.ts';
import { TraceWatcher, timelineRows } from './scenario.ts';
import { ServiceProxy } from './service-proxy.ts';

const WITHIN_MS = 20_000;

describeReal('the controller beside others', () => {
  let plane: ControlPlane;
  let chart: InstalledChart;
  let controller: ControllerProcess;

  beforeAll(async () => {
    plane = await startControlPlane();
    chart = await installChart(plane, {
      record: [{ apiVersion: 'apps/v1', kind: 'Deployment', selector: { matchLabels: { recorded: 'yes' } } }],
      watch: { secrets: true },
    });
    controller = await ControllerProcess.start(chart);
  }, 120_000);

  afterAll(async () => {
    await controller?.stop();
    if (chart !== undefined) await removeFolder(chart);
    await plane?.stop();
  }, 60_000);

  const run = (namespace: string, ...args: readonly string[]): Promise<string> => kubectl(plane, ['-n', namespace, ...args]);
  const apply = (namespace: string, object: object): Promise<string> =>
    kubectl(plane, ['apply', '-n', namespace, '-f', '-'], JSON.stringify(object));
  const events = (namespace: string): Promise<string> =>
    run(
      namespace,
      'get',
      'events',
      '--field-selector=involvedObject.kind=ReconciliationTrace',
      '-o',
      'jsonpath={range .items[*]}{.type} {.reason}: {.message}{"\\n"}{end}',
    );

  function newTrace(name: string, spec: object, metadata: object = {}): object {
    return { apiVersion: 'trace.kubeblocks.io/v1', kind: 'ReconciliationTrace', metadata: { name, ...metadata }, spec };
  }

  async function statusOf(namespace: string, name: string) {
    return valueAt(parseJson(await run(namespace, 'get', 'trace', name, '-o', 'json')), ['status']);
  }

  async function condition(namespace: string, { name, type }: { readonly name: string; readonly type: string }): Promise<string> {
    const found = listAt(await statusOf(namespace, name), ['conditions']).find((item) => stringAt(item, ['type']) === type);
    return found === undefined
      ? 'absent'
      : `${stringAt(found, ['status'])} ${stringAt(found, ['reason'])}: ${stringAt(found, ['message'])}`;
  }

  test('a second one waits for the lease, and a killed one is followed without a loss', { timeout: 180_000 }, async () => {
    const namespace = await freshNamespace(plane, 'killed');
    await apply(namespace, newTrace('web', { targetObject: { kind: 'Deployment' } }));
    const watcher = new TraceWatcher(plane, { namespace, name: 'web' });
    await run(namespace, 'create', 'deployment', 'web', '--image=shop/web:1', '--replicas=2');
    await watcher.until(1, 'Closed');
    const waiting = ControllerProcess.spawn(chart, [], { POD_UID: 'another' });
    await waitFor(() => waiting.lines.some(({ msg }) => msg === 'waiting for the lease'), {
      timeoutMs: WITHIN_MS,
      what: 'the second one to wait',
    });
    expect((await waiting.get('/readyz')).text).toBe('waiting for the lease: it is held by controller-name_controller-uid\n');
    expect((await waiting.get('/v1/roots', plane.adminToken)).code).toBe(503);
    expect(await waiting.stop()).toBe(0);
    await controller.stop('SIGKILL');
    await run(namespace, 'scale', 'deployment', 'web', '--replicas=4');
    await run(namespace, 'rollout', 'status', 'deployment/web', '--timeout=30s');
    controller = await ControllerProcess.start(chart);
    await watcher.until(2, 'Closed');
    expect(watcher.rows.map(({ cause }) => cause.split(':')[0])).toEqual(['created', 'generation']);
    const { text } = await controller.get(`/v1/timeline?root=Deployment.apps/${namespace}/web`, plane.adminToken);
    expect(listAt(parseJson(text), ['gaps'])).toEqual([]);
    const changes = await controller.get(`/v1/changes?root=Deployment.apps/${namespace}/web&types=Creation&kinds=Pod`, plane.adminToken);
    expect(changes.text.trim().split('\n')).toHaveLength(4);
    await watcher.stop();
  });

  test('records what --record selects, without any trace', async () => {
    const namespace = await freshNamespace(plane, 'selected');
    for (const name of ['chosen', 'other']) await run(namespace, 'create', 'deployment', name, '--image=shop/web:1');
    await run(namespace, 'label', 'deployment', 'chosen', 'recorded=yes');
    await run(namespace, 'scale', 'deployment', 'chosen', '--replicas=2');
    const rows = async () =>
      timelineRows((await controller.get(`/v1/timeline?root=Deployment.apps/${namespace}/chosen`, plane.adminToken)).text);
    await waitFor(async () => (await rows()).at(-1)?.cause.startsWith('generation') === true, {
      timeoutMs: WITHIN_MS,
      what: 'the scaling in the timeline',
    });
    expect((await controller.get(`/v1/timeline?root=Deployment.apps/${namespace}/other`, plane.adminToken)).code).toBe(404);
  });

  test('shows a viewer only what he may get', async () => {
    const namespace = await freshNamespace(plane, 'viewer');
    await run(namespace, 'create', 'deployment', 'web', '--image=shop/web:1');
    await run(namespace, 'label', 'deployment', 'web', 'recorded=yes');
    const kubeconfig = await plane.addUser({ name: `reader-${namespace}`, kind: 'token' });
    const token = stringAt(listAt(parse(readFileSync(kubeconfig, 'utf8')) as Json, ['users'])[0], ['user', 'token']);
    const timeline = `/v1/timeline?root=Deployment.apps/${namespace}/web`;
    await waitFor(async () => (await controller.get(timeline, plane.adminToken)).text.includes('"ReplicaSet"'), {
      timeoutMs: WITHIN_MS,
      what: 'the tree',
    });
    expect((await controller.get(timeline)).code).toBe(401);
    expect((await controller.get(timeline, 'no-token')).code).toBe(401);
    expect((await controller.get(timeline, token)).code).toBe(404);
    await run(namespace, 'create', 'role', 'deployments-only', '--verb=get', '--resource=deployments.apps');
    await run(namespace, 'create', 'rolebinding', 'deployments-only', '--role=deployments-only', `--user=reader-${namespace}`);
    await waitFor(async () => (await controller.get(timeline, token)).code === 200, {
      timeoutMs: WITHIN_MS,
      what: 'the right to be noticed',
    });
    const { text } = await controller.get(timeline, token);
    expect(text).toContain('"Deployment"');
    expect(text).not.toContain('ReplicaSet');
    expect((await controller.get(`/v1/changes?root=Deployment.apps/${namespace}/web`, token)).text).not.toMatch(
      /"kind":"(Pod|ReplicaSet|Event)"/,
    );
    expect((await controller.get('/v1/roots', token)).text).toContain(`"Deployment.apps/${namespace}/web"`);
  });

  test('answers `rectrace timeline` and `rectrace history` of whoever has recorded nothing', async () => {
    const namespace = await freshNamespace(plane, 'asked');
    await run(namespace, 'create', 'deployment', 'web', '--image=shop/web:1');
    await run(namespace, 'label', 'deployment', 'web', 'recorded=yes');
    await run(namespace, 'scale', 'deployment', 'web', '--replicas=2');
    await run(namespace, 'rollout', 'status', 'deployment/web', '--timeout=30s');
    const [pod = ''] = (await run(namespace, 'get', 'pods', '-o', 'name')).trim().split('\n');
    const uid = (await run(namespace, 'get', 'deployment', 'web', '-o', 'jsonpath={.metadata.uid}')).trim();
    const version = (await run(namespace, 'get', 'deployment', 'web', '-o', 'jsonpath={.metadata.resourceVersion}')).trim();
    const told = async () => (await controller.get(`/v1/changes?uid=${uid}&types=Present,Creation,Update`, plane.adminToken)).text;
    await waitFor(async () => (await told()).includes(`"resourceVersion":"${version}"`), {
      timeoutMs: WITHIN_MS,
      what: 'the last revision',
    });
    await using proxy = await ServiceProxy.start(plane, { chart, controller: () => controller });
    const ask = async (...args: readonly string[]) => {
      const kubeconfig = await proxy.kubeconfig(plane.kubeconfig, chart.folder);
      const { stdout, stderr } = await runCli([...args, '-n', namespace, '-o', 'json'], { kubeconfig, folder: chart.folder });
      return { stderr, answer: parseJson(stdout) };
    };
    const known = (await told())
      .trim()
      .split('\n')
      .map((line) => stringAt(parseJson(line), ['resourceVersion']));
    const ofRoot = await ask('history', 'deploy/web', '--noise');
    expect(ofRoot.stderr).toContain(`source: controller ${chart.namespace}/rectrace`);
    expect(listAt(ofRoot.answer, ['changes']).map((change) => stringAt(change, ['resourceVersion']))).toEqual(known);
    expect(stringAt(ofRoot.answer, ['object', 'uid'])).toBe(uid);
    const ofMember = await ask('history', pod, '--events');
    expect(ofMember.stderr).toContain(`source: controller ${chart.namespace}/rectrace`);
    expect(new Set(listAt(ofMember.answer, ['changes']).map((change) => stringAt(change, ['type'])))).toEqual(
      new Set(['Creation', 'Update', 'Event']),
    );
    await run(namespace, 'delete', pod, '--wait');
    const ofGone = await ask('history', pod);
    expect(ofGone.stderr).toContain(`source: controller ${chart.namespace}/rectrace`);
    expect(stringAt(listAt(ofGone.answer, ['changes']).at(-1), ['type'])).toBe('Deletion');
    const ofTree = await ask('timeline', 'deploy/web');
    expect(ofTree.stderr).toContain(`source: controller ${chart.namespace}/rectrace`);
    const { text } = await controller.get(`/v1/timeline?root=Deployment.apps/${namespace}/web`, plane.adminToken);
    expect(listAt(ofTree.answer, ['cycles'])).toHaveLength(listAt(parseJson(text), ['cycles']).length);
    expect(proxy.asked.slice(0, 2)).toEqual(['GET /v1/changes', 'GET /v1/changes']);
    expect(proxy.asked.slice(-3)).toEqual(['GET /v1/roots', 'GET /v1/timeline', 'GET /v1/changes']);
  });

  test('says what is wrong with an expression, and takes the field that clients update', async () => {
    const namespace = await freshNamespace(plane, 'expression');
    await run(namespace, 'create', 'deployment', 'web', '--image=shop/web:1');
    await apply(
      namespace,
      newTrace('web', {
        targetObject: { kind: 'Deployment' },
        stateEvaluationExpression: { celExpression: { expression: 'object.status.replicas =< 3' } },
      }),
    );
    const at = { name: 'web', type: 'ExpressionValid' };
    await waitFor(async () => (await condition(namespace, at)).startsWith('False'), { timeoutMs: WITHIN_MS, what: 'the verdict' });
    expect(await condition(namespace, at)).toMatch(/^False InvalidExpression: line 1, column \d+: /);
    expect(await condition(namespace, { name: 'web', type: 'Recording' })).toBe('True Recording: ');
    await waitFor(async () => stringAt(await statusOf(namespace, 'web'), ['cycle', 'state']) === 'Open', {
      timeoutMs: WITHIN_MS,
      what: 'an open cycle',
    });
    await run(
      namespace,
      'patch',
      'trace',
      'web',
      '--type=merge',
      '-p',
      JSON.stringify({ spec: { celStateEvaluationExpression: 'object.status.replicas <= 3', depth: 1, locale: 'zh_CN' } }),
    );
    await waitFor(async () => (await condition(namespace, at)).startsWith('True'), { timeoutMs: WITHIN_MS, what: 'the mended expression' });
    const { text } = await controller.get(`/v1/roots`, plane.adminToken);
    expect(text).toMatch(new RegExp(`Deployment\\.apps/${namespace}/web#[0-9a-f]{8}`));
  });

  test('speaks the language of the trace, follows the ConfigMap, and reports a malformed line once', async () => {
    const namespace = await freshNamespace(plane, 'locale');
    const texts = (zh: string): object => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'kubeblocks-i18n-resources' },
      data: { en: 'v1/Pod/Creation=Pod %s/%s is created.\nnonsense', zh_CN: zh },
    });
    await apply(chart.namespace, texts('v1/Pod/Creation=Pod %s/%s 创建成功。'));
    await apply(namespace, newTrace('web', { targetObject: { kind: 'Deployment' }, locale: 'zh_cn' }));
    await run(namespace, 'create', 'deployment', 'web', '--image=shop/web:1');
    const told = async (): Promise<string> => {
      const creation = listAt(await statusOf(namespace, 'web'), ['currentState', 'changes']).find(
        (item) => stringAt(item, ['objectReference', 'kind']) === 'Pod' && stringAt(item, ['changeType']) === 'Creation',
      );
      return `${stringAt(creation, ['description'])} | ${stringAt(creation, ['localDescription'])}`;
    };
    await waitFor(async () => /is created\. \| Pod .* 创建成功。/.test(await told()), { timeoutMs: WITHIN_MS, what: 'the Chinese text' });
    await apply(chart.namespace, texts('v1/Pod/Creation=容器组 %s/%s 已建立'));
    await waitFor(async () => (await told()).includes('容器组'), { timeoutMs: WITHIN_MS, what: 'the reloaded text' });
    const complaints = controller.lines.filter(({ problem }) => problem === 'en: line 2 is not KEY=TEXT: nonsense');
    expect(complaints).toHaveLength(1);
  });

  test('leaves a trace alone whose status somebody else writes', async () => {
    const namespace = await freshNamespace(plane, 'foreign');
    await run(namespace, 'create', 'deployment', 'web', '--image=shop/web:1');
    await apply(namespace, newTrace('web', { targetObject: { kind: 'Deployment' } }));
    await waitFor(async () => (await condition(namespace, { name: 'web', type: 'TargetFound' })).startsWith('True'), {
      timeoutMs: WITHIN_MS,
      what: 'our status',
    });
    await run(
      namespace,
      'patch',
      'trace',
      'web',
      '--subresource=status',
      '--field-manager=kubeblocks',
      '--type=merge',
      '-p',
      JSON.stringify({ status: { initialObjectTree: { primary: { name: 'theirs' } } } }),
    );
    await waitFor(async () => (await events(namespace)).includes('ForeignStatusWriter'), { timeoutMs: WITHIN_MS, what: 'the Event' });
    const before = await run(namespace, 'get', 'trace', 'web', '-o', 'jsonpath={.metadata.resourceVersion}');
    await run(namespace, 'scale', 'deployment', 'web', '--replicas=2');
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(
      await run(namespace, 'get', 'trace', 'web', '-o', 'jsonpath={.metadata.resourceVersion} {.status.initialObjectTree.primary.name}'),
    ).toBe(`${before} theirs`);
    expect(controller.lines.filter(({ reason, trace }) => reason === 'ForeignStatusWriter' && trace === `${namespace}/web`)).toHaveLength(
      1,
    );
    await run(namespace, 'delete', 'trace', 'web', '--timeout=10s');
  });

  test.each(['locale-zh_CN.yaml', 'dryrun-duo-replicas-3-to-5.yaml'])(
    'holds and leaves alone what another vendor’s controller wrote: %s',
    async (file) => {
      const namespace = await freshNamespace(plane, 'their-traces');
      const theirs = parse(readFileSync(new URL(`../../testdata/go-trace/${file}`, import.meta.url), 'utf8')) as Json;
      const { name = '' } = (valueAt(theirs, ['metadata']) ?? {}) as { name?: string };
      const metadata = { name, namespace, finalizers: ['trace.kubeblocks.io/finalizer'] };
      const trace = { apiVersion: 'trace.kubeblocks.io/v1', kind: 'ReconciliationTrace', metadata, spec: valueAt(theirs, ['spec']) };
      const status = valueAt(theirs, ['status']);
      await kubectl(plane, ['create', '-f', '-'], JSON.stringify(trace));
      const created = parseJson(await run(namespace, 'get', 'trace', name, '-o', 'json')) as Record<string, Json>;
      const { resourceVersion: _, ...stable } = created['metadata'] as Record<string, Json>;
      await kubectl(plane, ['replace', '--subresource=status', '-f', '-'], JSON.stringify({ ...created, metadata: stable, status }));
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      expect(await statusOf(namespace, name)).toEqual(status);
      const [row = ''] = (await run(namespace, 'get', 'trace', name, '--no-headers')).split('\n');
      const newest = listAt(status, ['currentState', 'changes']).at(-1);
      expect(row).toContain(stringAt(newest, ['objectReference', 'name']));
      expect(row.trimEnd().endsWith(stringAt(newest, ['description']) ?? '-')).toBe(true);
    },
  );

  test('keeps no secret in clear: 50 canaries in its store, log, statuses, metrics and answers', { timeout: 120_000 }, async () => {
    const namespace = await freshNamespace(plane, 'canaries');
    const canaries = Array.from({ length: 50 }, (_, index) => `canary-${index}-${namespace}-${'x'.repeat(8)}`);
    const [data, text, applied, embedded, literal] = [0, 10, 20, 30, 40].map((start) => canaries.slice(start, start + 10));
    const target = { apiVersion: 'v1', kind: 'Secret' };
    for (const [index, canary] of data!.entries())
      await kubectl(
        plane,
        ['create', '-n', namespace, '-f', '-'],
        JSON.stringify({ ...target, metadata: { name: `data-${index}` }, data: { password: Buffer.from(canary).toString('base64') } }),
      );
    for (const [index, canary] of text!.entries())
      await kubectl(
        plane,
        ['create', '-n', namespace, '-f', '-'],
        JSON.stringify({ ...target, metadata: { name: `text-${index}` }, stringData: { password: canary } }),
      );
    for (const [index, canary] of applied!.entries())
      await apply(namespace, { ...target, metadata: { name: `applied-${index}` }, stringData: { password: canary } });
    for (const [index, canary] of embedded!.entries())
      await apply(namespace, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: `embedded-${index}` },
        data: { 'secret.yaml': `apiVersion: v1\nkind: Secret\nmetadata: {name: x}\nstringData: {password: ${canary}}\n` },
      });
    const env = literal!.slice(0, 6).map((canary, index) => ({ name: `DB_${index}_PASSWORD`, value: canary }));
    const [redis, mysql, psql, curl] = literal!.slice(6);
    const containers = [
      { name: 'vault', image: 'shop/vault:1', env },
      { name: 'redis', image: 'shop/tools:1', command: ['redis-cli'], args: ['-a', redis] },
      { name: 'mysql', image: 'shop/tools:1', command: ['mysql'], args: ['-uroot', `-p${mysql}`] },
      { name: 'psql', image: 'shop/tools:1', command: ['sh', '-c', `PGPASSWORD=${psql} psql -h db`] },
      { name: 'curl', image: 'shop/curl:1', args: ['-sSu', `admin:${curl}`, 'https://host'] },
    ];
    const labels = { app: 'vault' };
    await apply(namespace, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'vault' },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    });
    for (const kind of ['Secret', 'ConfigMap'])
      for (const name of ['data-0', 'text-0', 'applied-0', 'embedded-0'])
        await apply(namespace, newTrace(`${kind.toLowerCase()}-${name}`, { targetObject: { apiVersion: 'v1', kind, name } }));
    await apply(namespace, newTrace('namespace', { targetObject: { apiVersion: 'v1', kind: 'Namespace', name: namespace } }));
    await apply(namespace, newTrace('vault', { targetObject: { kind: 'Deployment' } }));
    const root = `Namespace//${namespace}`;
    await waitFor(async () => (await controller.get(`/v1/changes?root=${root}&bodies=true`, plane.adminToken)).text.includes('redacted:'), {
      timeoutMs: 40_000,
      what: 'redacted Secrets in the history',
    });
    for (const [index, canary] of data!.entries())
      await run(
        namespace,
        'patch',
        'secret',
        `data-${index}`,
        '--type=merge',
        '-p',
        JSON.stringify({ stringData: { password: `${canary}-changed` } }),
      );
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const answers = await Promise.all(
      [
        `/v1/changes?root=${root}&bodies=true`,
        `/v1/timeline?root=${root}`,
        `/v1/changes?root=Deployment.apps/${namespace}/vault&bodies=true`,
      ].map(async (path) => (await controller.get(path, plane.adminToken)).text),
    );
    const places: Readonly<Record<string, string>> = {
      answers: answers.join('\n'),
      log: controller.output,
      metrics: (await controller.get('/metrics')).text,
      statuses: await run(namespace, 'get', 'trace', '-o', 'jsonpath={.items[*].status}'),
      events: await run(namespace, 'get', 'events', '-o', 'yaml'),
      store: storeText(join(chart.folder, 'history')),
    };
    const hits = Object.entries(places).flatMap(([place, content]) =>
      canaries.flatMap((canary) =>
        [canary, Buffer.from(canary).toString('base64').slice(0, -4)]
          .filter((form) => content.includes(form))
          .map((form) => `${place}: ${form}`),
      ),
    );
    console.log(
      `canaries=${canaries.length} hits=${hits.length} in ${Object.entries(places)
        .map(([place, content]) => `${place} (${content.length} bytes)`)
        .join(', ')}`,
    );
    expect(answers[0]).toContain('data-9');
    expect(hits).toEqual([]);
  });

  test('lets a deleted trace go while its store is down, and says so', { timeout: 90_000 }, async () => {
    expect(await controller.stop()).toBe(0);
    controller = await ControllerProcess.start(chart, ['--history=/dev/null/history']);
    expect(controller.lines.some(({ level, msg }) => level === 50 && msg.includes('recording goes on in memory'))).toBe(true);
    const namespace = await freshNamespace(plane, 'broken-store');
    await apply(namespace, newTrace('web', { targetObject: { kind: 'Deployment' } }));
    await run(namespace, 'create', 'deployment', 'web', '--image=shop/web:1');
    await waitFor(async () => (await condition(namespace, { name: 'web', type: 'TargetFound' })).startsWith('True'), {
      timeoutMs: WITHIN_MS,
      what: 'the target',
    });
    expect(await condition(namespace, { name: 'web', type: 'Recording' })).toMatch(
      /^True HistoryFailing: changes are recorded in memory only: /,
    );
    await run(namespace, 'delete', 'trace', 'web', '--timeout=10s');
    await waitFor(async () => (await events(namespace)).includes('Warning ReleasedWithoutHistory'), {
      timeoutMs: WITHIN_MS,
      what: 'the Event',
    });
    await controller.stop();
    controller = await ControllerProcess.start(chart);
  });

  test('works with the CRD of another vendor that has none of our fields', { timeout: 90_000 }, async () => {
    await kubectl(plane, ['delete', 'trace', '--all', '--all-namespaces', '--timeout=30s']);
    await kubectl(plane, ['replace', '-f', '-'], JSON.stringify(await theirDefinition()));
    const namespace = await freshNamespace(plane, 'their-crd');
    const annotations = { 'trace.kubeblocks.io/target-api-version': 'apps/v1', 'trace.kubeblocks.io/target-kind': 'Deployment' };
    await apply(namespace, newTrace('web', { targetObject: { name: 'web' }, locale: 'en' }, { annotations }));
    await waitFor(async () => (await events(namespace)).includes('TargetNotFound: Deployment/'), {
      timeoutMs: WITHIN_MS,
      what: 'the Event',
    });
    await run(namespace, 'create', 'deployment', 'web', '--image=shop/web:1');
    await waitFor(
      async () => stringAt(await statusOf(namespace, 'web'), ['currentState', 'objectTree', 'primary', 'kind']) === 'Deployment',
      { timeoutMs: WITHIN_MS, what: 'the status' },
    );
    expect(Object.keys((await statusOf(namespace, 'web')) as object).sort()).toEqual(['currentState', 'initialObjectTree']);
    expect(controller.lines.filter(({ msg, reason }) => msg === 'a trace could not be written' && String(reason).includes('422'))).toEqual(
      [],
    );
  });

  /** Ours without what is ours alone, and with what theirs requires: as trace-api clients know it. */
  async function theirDefinition(): Promise<object> {
    const crd = JSON.parse(await kubectl(plane, ['get', 'crd', 'reconciliationtraces.trace.kubeblocks.io', '-o', 'json'])) as {
      spec: {
        versions: [
          {
            schema: {
              openAPIV3Schema: {
                properties: {
                  spec: { properties: Record<string, { properties?: Record<string, unknown> }> };
                  status: Record<string, unknown> & { properties: Record<string, unknown> };
                };
              };
            };
          },
        ];
      };
    };
    const { spec, status } = crd.spec.versions[0].schema.openAPIV3Schema.properties;
    for (const field of ['depth', 'celStateEvaluationExpression']) delete spec.properties[field];
    for (const field of ['apiVersion', 'kind']) delete spec.properties['targetObject']?.properties?.[field];
    for (const field of ['conditions', 'cycle', 'omitted', 'observedGeneration']) delete status.properties[field];
    status['required'] = ['initialObjectTree', 'currentState'];
    return crd;
  }
});

/** Everything in the folder, as text that a search would see. */
function storeText(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name)).toString('latin1'))
    .join('\n');
}
