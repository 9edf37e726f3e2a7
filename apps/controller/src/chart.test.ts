import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject, KubeObject } from '@rectrace/kube';
import { asJson, listAt, stringAt, valueAt } from '@rectrace/kube';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CHART, type ChartValues, helm, renderChart } from './testing/render-chart.ts';

const RELEASE = { name: 'r', namespace: 'obs' };

async function render(values: ChartValues = {}): Promise<ReadonlyMap<string, KubeObject>> {
  const objects = await renderChart(values, RELEASE);
  return new Map(objects.map((object) => [object.kind, object]));
}

function argsOf(deployment: KubeObject | undefined): readonly string[] {
  const [container] = listAt(deployment === undefined ? null : asJson(deployment), ['spec', 'template', 'spec', 'containers']);
  return listAt(container, ['args']).map(String);
}

function rulesOf(role: KubeObject | undefined): readonly JsonObject[] {
  return listAt(role === undefined ? null : asJson(role), ['rules']).map((rule) => rule as JsonObject);
}

/** 'verb group/resource' of every right. */
function rightsOf(role: KubeObject | undefined): readonly string[] {
  return rulesOf(role).flatMap((rule) =>
    listAt(rule, ['apiGroups']).flatMap((group) =>
      listAt(rule, ['resources']).flatMap((resource) =>
        listAt(rule, ['verbs']).map((verb) => `${String(verb)} ${String(group)}/${String(resource)}`),
      ),
    ),
  );
}

test('helm lint finds nothing to object to', async () => {
  expect(await helm(['lint', CHART, '--strict'])).toContain('1 chart(s) linted, 0 chart(s) failed');
});

test('the CRD of the chart is the CRD of deploy/crd', () => {
  const own = readFileSync(join(CHART, 'files', 'reconciliationtraces.yaml'), 'utf8');
  expect(own).toBe(readFileSync(join(CHART, '..', '..', 'deploy', 'crd', 'reconciliationtraces.yaml'), 'utf8'));
});

describe('the defaults', () => {
  test('render one of each object', async () => {
    const kinds = (await renderChart({}, RELEASE)).map(({ kind }) => kind).sort();
    expect(kinds).toEqual([
      'ClusterRole',
      'ClusterRoleBinding',
      'CustomResourceDefinition',
      'Deployment',
      'PersistentVolumeClaim',
      'Role',
      'RoleBinding',
      'Secret',
      'Service',
      'ServiceAccount',
    ]);
  });

  test('run without root, without a writable root file system, without capabilities, and recreate instead of rolling', async () => {
    const deployment = asJson((await render()).get('Deployment')!);
    expect(valueAt(deployment, ['spec', 'strategy'])).toEqual({ type: 'Recreate' });
    expect(valueAt(deployment, ['spec', 'replicas'])).toBe(1);
    expect(valueAt(deployment, ['spec', 'template', 'spec', 'securityContext'])).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 });
    expect(valueAt(listAt(deployment, ['spec', 'template', 'spec', 'containers'])[0], ['securityContext'])).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  test('give a start five minutes before liveness counts', async () => {
    const [container] = listAt(asJson((await render()).get('Deployment')!), ['spec', 'template', 'spec', 'containers']);
    const probe = valueAt(container, ['startupProbe']);
    expect(valueAt(probe, ['httpGet', 'path'])).toBe('/healthz');
    expect(Number(valueAt(probe, ['periodSeconds'])) * Number(valueAt(probe, ['failureThreshold']))).toBe(300);
  });

  test('install the CRD as it is in deploy/crd, and keep it when the release goes', async () => {
    const crd = (await render()).get('CustomResourceDefinition')!;
    const plain = parse(readFileSync(join(CHART, 'files', 'reconciliationtraces.yaml'), 'utf8')) as KubeObject;
    expect(asJson(crd)['spec']).toEqual(asJson(plain)['spec']);
    expect(crd.metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' });
  });

  test('write nothing but traces, their status, Events, one lease and reviews, and read no Secret', async () => {
    const objects = await render();
    const clusterWide = rightsOf(objects.get('ClusterRole'));
    expect(clusterWide.filter((right) => !/^(get|list|watch) /.test(right))).toEqual([
      'create events.k8s.io/events',
      'patch trace.kubeblocks.io/reconciliationtraces',
      'update trace.kubeblocks.io/reconciliationtraces/status',
      'create authentication.k8s.io/tokenreviews',
      'create authorization.k8s.io/subjectaccessreviews',
    ]);
    expect(clusterWide.filter((right) => right.includes('secrets') || right.includes('*'))).toEqual([]);
    expect(rightsOf(objects.get('Role'))).toEqual([
      'create coordination.k8s.io/leases',
      'get coordination.k8s.io/leases',
      'update coordination.k8s.io/leases',
      'get /configmaps',
      'list /configmaps',
      'watch /configmaps',
    ]);
    expect(rulesOf(objects.get('Role')).map((rule) => rule['resourceNames'])).toEqual([
      undefined,
      ['r-rectrace'],
      ['kubeblocks-i18n-resources'],
    ]);
  });
});

describe('values', () => {
  test('Secrets are read only where asked for', async () => {
    const objects = await render({ watch: { secrets: true } });
    expect(rightsOf(objects.get('ClusterRole'))).toContain('list /secrets');
    expect(argsOf(objects.get('Deployment'))).toContain('--secrets');
  });

  test('further kinds reach the role and the controller', async () => {
    const objects = await render({
      watch: { extra: [{ apiGroup: 'example.com', resources: ['widgets', 'parts'] }, { resources: ['limitranges'] }] },
    });
    expect(rightsOf(objects.get('ClusterRole'))).toEqual(
      expect.arrayContaining(['watch example.com/widgets', 'watch example.com/parts', 'watch /limitranges']),
    );
    expect(argsOf(objects.get('Deployment')).filter((arg) => arg.startsWith('--watch='))).toEqual([
      '--watch=widgets.example.com',
      '--watch=parts.example.com',
      '--watch=limitranges',
    ]);
  });

  test('record is passed on as JSON, and null leaves the controller its default', async () => {
    const record = [{ apiVersion: 'apps/v1', kind: 'Deployment', namespaces: ['a'], selector: { matchLabels: { app: 'web' } } }];
    const flag = argsOf((await render({ record })).get('Deployment')).find((arg) => arg.startsWith('--record='));
    expect(JSON.parse(flag!.slice('--record='.length))).toEqual(record);
    expect(argsOf((await render()).get('Deployment')).some((arg) => arg.startsWith('--record'))).toBe(false);
    expect(argsOf((await render({ record: [] })).get('Deployment'))).toContain('--record=[]');
  });

  test('every feature that is off leaves its objects and rights out', async () => {
    const objects = await render({
      traces: { enabled: false },
      crd: { install: false },
      readApi: { enabled: false, tls: { enabled: false } },
      metrics: { enabled: false },
      lease: { enabled: false },
      watch: { kubeblocks: false },
      history: { persistence: { enabled: false } },
    });
    expect([...objects.keys()].sort()).toEqual(['ClusterRole', 'ClusterRoleBinding', 'Deployment', 'ServiceAccount']);
    expect(rightsOf(objects.get('ClusterRole')).filter((right) => /trace|review|kubeblocks/.test(right))).toEqual([]);
    expect(argsOf(objects.get('Deployment'))).toEqual(
      expect.arrayContaining(['--no-kubeblocks', '--no-traces', '--no-read-api', '--no-metrics', '--no-lease']),
    );
    expect(stringAt(listAt(asJson(objects.get('Deployment')!), ['spec', 'template', 'spec', 'volumes'])[0], ['name'])).toBe('history');
  });

  test('ownership rules are mounted and named', async () => {
    const objects = await render({ rules: { 'widgets.yaml': 'name: widgets\nowners: true\n' } });
    expect(asJson(objects.get('ConfigMap')!)['data']).toEqual({ 'widgets.yaml': 'name: widgets\nowners: true\n' });
    expect(argsOf(objects.get('Deployment'))).toContain('--rules=/etc/rectrace/rules/widgets.yaml');
  });

  test('other rules restart the pod, the same ones do not', async () => {
    const podOf = async (text: string) => {
      const objects = await render({ rules: { 'widgets.yaml': text }, podAnnotations: { mine: 'kept' } });
      return valueAt(asJson(objects.get('Deployment')!), ['spec', 'template', 'metadata', 'annotations']) as Record<string, string>;
    };
    const before = await podOf('name: widgets\nowners: true\n');
    expect(before['mine']).toBe('kept');
    expect(await podOf('name: widgets\nowners: true\n')).toEqual(before);
    expect((await podOf('name: widgets\nowners: false\n'))['checksum/rules']).not.toBe(before['checksum/rules']);
  });

  test('a history without a limit is passed on; a limit that no store can keep is refused', async () => {
    expect(argsOf((await render({ history: { bytes: 0 } })).get('Deployment'))).toContain('--history-bytes=0');
    await expect(renderChart({ history: { bytes: 4_096 } }, RELEASE)).rejects.toThrow('bytes');
  });

  test('a claim or a Secret of one’s own is used instead of the chart’s', async () => {
    const objects = await render({ history: { persistence: { existingClaim: 'mine' } }, readApi: { tls: { secretName: 'cert' } } });
    expect([...objects.keys()]).not.toContain('PersistentVolumeClaim');
    expect([...objects.keys()]).not.toContain('Secret');
    expect(JSON.stringify(objects.get('Deployment'))).toContain('"claimName":"mine"');
    expect(JSON.stringify(objects.get('Deployment'))).toContain('"secretName":"cert"');
  });
});

describe('the chart refuses', () => {
  test.each([
    ['more than one replica', { replicaCount: 2 }, 'there can be one replica only'],
    ['a status beyond the hard limit', { traces: { statusBytes: 262_145 } }, 'statusBytes'],
    ['a status too small to hold the newest change', { traces: { statusBytes: 1_000 } }, 'statusBytes'],
    ['a value it does not know', { replicas: 1 }, 'replicas'],
    ['a record entry without a kind', { record: [{ apiVersion: 'v1' }] }, 'kind'],
  ])('%s', async (_, values, named) => {
    await expect(renderChart(values, RELEASE)).rejects.toThrow(named);
  });
});
