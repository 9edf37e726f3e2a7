// Row 23: server-side apply of built-in kinds.
import type { DifferentialCase } from '../differential-case.ts';
import { differentialCase } from '../differential-case.ts';
import {
  apply,
  configMap,
  configMapsIn,
  deployment,
  deploymentsIn,
  JSON_PATCH,
  LABELS,
  MERGE_PATCH,
  patch,
  STRATEGIC_PATCH,
  service,
  webDeployment,
} from './apply-bodies.ts';

export const APPLY_CASES: readonly DifferentialCase[] = [
  differentialCase(23, 'apply creates, changes, and removes what it applied alone', async (subject, namespace) => {
    const path = `${configMapsIn(namespace)}/a`;
    const one = (data: Record<string, string>, metadata = {}) =>
      apply(subject, { path, manager: 'one', body: configMap('a', data, metadata) });
    await one({ a: '1', b: '2' }, { labels: { x: 'y' } });
    await one({ a: '1', b: '2' }, { labels: { x: 'y' } });
    await one({ a: '3', c: '4' });
    await one({});
    await apply(subject, { path, manager: 'one', body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } } });
    await subject.ask({ path });
  }),
  differentialCase(23, 'conflicts of one field and of several managers', async (subject, namespace) => {
    const path = `${configMapsIn(namespace)}/a`;
    await apply(subject, { path, manager: 'one', body: configMap('a', { a: '1', b: '1' }) });
    await apply(subject, { path, manager: 'two', body: configMap('a', { c: '1', d: '1' }) });
    await patch(subject, { path, contentType: MERGE_PATCH, manager: 'three', body: { data: { e: '1' } } });
    await apply(subject, { path, manager: 'four', body: configMap('a', { a: '2' }) });
    await apply(subject, { path, manager: 'four', body: configMap('a', { a: '2', b: '2' }) });
    await apply(subject, { path, manager: 'four', body: configMap('a', { e: '2' }) });
    await apply(subject, { path, manager: 'four', body: configMap('a', { a: '2', c: '2', d: '2', e: '2' }) });
    await apply(subject, { path, manager: 'four', body: configMap('a', { a: '1', c: '1' }) });
    await apply(subject, { path, manager: 'four', force: true, body: configMap('a', { a: '2', c: '2', e: '2' }) });
    await apply(subject, { path, manager: 'one', body: configMap('a', { a: '1', b: '1' }) });
    await apply(subject, { path, manager: 'one', body: configMap('a', { b: '1' }) });
    await apply(subject, { path, manager: 'four', body: configMap('a', {}) });
    await subject.ask({ path });
  }),
  differentialCase(23, 'owners of the same value, and what stays when one of them lets go', async (subject, namespace) => {
    const path = `${configMapsIn(namespace)}/a`;
    await apply(subject, { path, manager: 'one', body: configMap('a', { shared: '1', own: '1' }) });
    await apply(subject, { path, manager: 'two', body: configMap('a', { shared: '1' }) });
    await apply(subject, { path, manager: 'one', body: configMap('a', { own: '1' }) });
    await apply(subject, { path, manager: 'two', body: configMap('a', { shared: '2' }) });
    await apply(subject, { path, manager: 'two', body: configMap('a', {}) });
    await subject.ask({ path });
  }),
  differentialCase(23, 'what apply refuses', async (subject, namespace) => {
    const path = `${configMapsIn(namespace)}/a`;
    const body = configMap('a', { a: '1' });
    await subject.ask({ method: 'PATCH', path, contentType: 'application/apply-patch+yaml', body });
    await subject.ask({ method: 'PATCH', path: `${path}?fieldManager=x`, contentType: 'application/apply-patch+cbor', body: 'x' });
    await subject.ask({ method: 'PATCH', path: `${path}?fieldManager=x&force=true`, contentType: MERGE_PATCH, body: {} });
    await subject.ask({ method: 'PATCH', path: `${path}?fieldManager=x&force=true`, contentType: STRATEGIC_PATCH, body: {} });
    for (const wrong of [
      { ...body, kind: 'Secret' },
      { ...body, apiVersion: 'apps/v1' },
      { metadata: { name: 'a' } },
      {},
      null,
      { ...body, metadata: { name: 'b' } },
      { ...body, metadata: {} },
      { ...body, metadata: { name: 'a', namespace: 'other' } },
      { ...body, metadata: { name: 'a', uid: '11111111-2222-3333-4444-555555555555' } },
      { ...body, metadata: { name: 'a', resourceVersion: '1' } },
      { ...body, metadata: { name: 'a', managedFields: [{ manager: 'x', operation: 'Apply', apiVersion: 'v1' }] } },
      { ...body, metadata: { name: 'a', managedFields: [] } },
      { ...body, metadata: { name: 'a', managedFields: null } },
      { ...body, unknown: 1 },
      { ...body, data: { a: 5 } },
      { ...body, data: 5 },
      { ...body, data: ['x'] },
      { ...body, immutable: 'yes' },
    ])
      await apply(subject, { path, manager: 'one', body: wrong });
    for (const text of ['', '[]', '5', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata: {k: v}\n'])
      await apply(subject, { path, manager: 'one', body: text });
    await apply(subject, { path, manager: 'one', body: { ...body, metadata: { name: 'a', resourceVersion: '1' } } });
    await apply(subject, { path, manager: 'one', body: { ...body, metadata: { name: 'a', uid: '11111111-2222-3333-4444-555555555555' } } });
    await apply(subject, { path: `${configMapsIn(namespace)}/Bad_Name`, manager: 'one', body: configMap('Bad_Name', {}) });
    await apply(subject, { path, manager: 'x'.repeat(129), body });
  }),
  differentialCase(23, 'keys that stand twice in applied YAML', async (subject, namespace) => {
    const path = `${configMapsIn(namespace)}/a`;
    const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n    x: "1"\n    x: "2"\n';
    const bodies = [
      `${head}data:\n  k: "1"\n  l: "1"\n  k: "2"\n`,
      `${head}data: {k: "1"}\ndata:\n  m: "1"\n  m: "2"\n`,
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"k":"1","k":"3"}}',
    ];
    for (const body of bodies)
      for (const validation of ['Strict', 'Warn', 'Ignore', ''])
        await apply(subject, { path, manager: 'one', body, query: `fieldValidation=${validation}` });
    await apply(subject, { path, manager: 'two', body: bodies[0], query: 'fieldValidation=Strict' });
    await subject.ask({ path });
  }),
  differentialCase(23, 'resourceVersion in an applied body', async (subject, namespace) => {
    const path = `${configMapsIn(namespace)}/a`;
    await apply(subject, { path, manager: 'one', body: configMap('a', { a: '1' }) });
    const { body } = await subject.ask<{ metadata: { resourceVersion: string; uid: string } }>({ path });
    const { resourceVersion, uid } = body.metadata;
    await apply(subject, { path, manager: 'one', body: configMap('a', { a: '2' }, { resourceVersion, uid }) });
    await apply(subject, { path, manager: 'one', body: configMap('a', { a: '3' }, { resourceVersion }) });
    await apply(subject, { path, manager: 'two', body: configMap('a', { a: '2' }, { resourceVersion }) });
    await subject.ask({ path });
  }),
  differentialCase(23, 'dry runs of apply', async (subject, namespace) => {
    const path = `${configMapsIn(namespace)}/a`;
    await apply(subject, { path, manager: 'one', query: 'dryRun=All', body: configMap('a', { a: '1' }) });
    await subject.ask({ path });
    await apply(subject, { path, manager: 'one', body: configMap('a', { a: '1' }) });
    await apply(subject, { path, manager: 'two', query: 'dryRun=All', body: configMap('a', { a: '2' }) });
    await apply(subject, { path, manager: 'two', query: 'dryRun=All', force: true, body: configMap('a', { a: '2' }) });
    await subject.ask({ path });
  }),
  differentialCase(23, 'a Deployment applied, taken over, and given back', async (subject, namespace) => {
    const path = `${deploymentsIn(namespace)}/web`;
    await apply(subject, { path, manager: 'one', body: webDeployment('web') });
    await apply(subject, { path, manager: 'two', body: deployment('web', { replicas: 3 }) });
    await apply(subject, { path, manager: 'two', force: true, body: deployment('web', { replicas: 3 }) });
    await apply(subject, { path, manager: 'one', body: webDeployment('web') });
    const { replicas: _replicas, ...rest } = webDeployment('web')['spec'] as Record<string, unknown>;
    await apply(subject, { path, manager: 'one', body: deployment('web', rest) });
    await apply(subject, { path, manager: 'two', body: deployment('web', {}) });
    await apply(subject, { path, manager: 'two', body: deployment('web', { paused: true }) });
    await apply(subject, { path, manager: 'two', body: deployment('web', {}) });
    await subject.ask({ path });
  }),
  differentialCase(23, 'containers, ports and variables by their keys', async (subject, namespace) => {
    const path = `${deploymentsIn(namespace)}/web`;
    const spec = (containers: readonly unknown[], pod: Record<string, unknown> = {}) =>
      deployment('web', { selector: { matchLabels: LABELS }, template: { metadata: { labels: LABELS }, spec: { containers, ...pod } } });
    const ports = [{ containerPort: 80 }, { containerPort: 80, protocol: 'UDP' }, { containerPort: 81, name: 'x' }];
    const env = [
      { name: 'A', value: '1' },
      { name: 'B', value: '2' },
    ];
    await apply(subject, {
      path,
      manager: 'one',
      body: spec([
        { name: 'a', image: 'a', ports, env },
        { name: 'b', image: 'b' },
      ]),
    });
    const part = (containers: readonly unknown[], pod: Record<string, unknown> = {}) =>
      deployment('web', { template: { spec: { containers, ...pod } } });
    await apply(subject, {
      path,
      manager: 'two',
      body: part([
        { name: 'c', image: 'c' },
        { name: 'a', env: [{ name: 'C', value: '3' }] },
      ]),
    });
    await apply(subject, { path, manager: 'two', body: part([{ name: 'a', env: [{ name: 'A', value: '9' }] }]) });
    await apply(subject, {
      path,
      manager: 'two',
      force: true,
      body: part([{ name: 'a', env: [{ name: 'A', value: '9' }], ports: [{ containerPort: 80, protocol: 'UDP', name: 'udp' }] }]),
    });
    await apply(subject, {
      path,
      manager: 'one',
      force: true,
      body: spec([
        { name: 'b', image: 'b' },
        { name: 'a', image: 'a', ports: ports.slice(1), env: [] },
      ]),
    });
    for (const wrong of [
      [{ name: 'a' }, { name: 'a' }],
      ['x'],
      [null],
      [{ name: 'a', ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'TCP' }] }],
      [{ name: 'a', unknown: 5 }],
      [{ name: 'a', image: 5 }],
      [{ name: 'a', stdin: 'x' }],
      [{ name: 'a', ports: [{ containerPort: 'x' }] }],
    ])
      await apply(subject, { path, manager: 'two', force: true, body: part(wrong) });
    const pod = {
      tolerations: [{ key: 'a', operator: 'Exists' }],
      hostAliases: [{ ip: '1.2.3.4', hostnames: ['a'] }],
      nodeSelector: { a: 'b' },
      imagePullSecrets: [{ name: 's' }],
      volumes: [
        { name: 'v', emptyDir: {} },
        { name: 'w', configMap: { name: 'c' } },
      ],
      topologySpreadConstraints: [{ topologyKey: 'zone', maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule', labelSelector: {} }],
    };
    await apply(subject, { path, manager: 'three', body: part([], pod) });
    await apply(subject, {
      path,
      manager: 'four',
      body: part([], { tolerations: [{ key: 'b', operator: 'Exists' }], nodeSelector: { c: 'd' } }),
    });
    await apply(subject, {
      path,
      manager: 'four',
      force: true,
      body: part([], {
        tolerations: [{ key: 'b', operator: 'Exists' }],
        hostAliases: [{ ip: '1.2.3.5', hostnames: ['b'] }],
        volumes: [{ name: 'v', emptyDir: { medium: 'Memory' } }],
      }),
    });
    await apply(subject, { path, manager: 'three', body: part([]) });
    await subject.ask({ path });
  }),
  differentialCase(23, 'ports of a Service with and without protocol', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/services/s`;
    await apply(subject, {
      path,
      manager: 'one',
      body: service('s', [
        { port: 80, name: 'a' },
        { port: 80, protocol: 'UDP', name: 'b' },
      ]),
    });
    await apply(subject, { path, manager: 'two', body: service('s', [{ port: 80, protocol: 'TCP', name: 'a', targetPort: 8080 }]) });
    await apply(subject, {
      path,
      manager: 'two',
      force: true,
      body: service('s', [{ port: 80, protocol: 'TCP', name: 'a', targetPort: 8080 }], { selector: { a: 'b' } }),
    });
    await apply(subject, { path, manager: 'three', body: service('s', [{ port: 80, name: 'c' }], { selector: { a: 'c' } }) });
    await apply(subject, {
      path,
      manager: 'one',
      body: service('s', [
        { port: 81, name: 'z' },
        { port: 80, name: 'a' },
      ]),
    });
    await apply(subject, {
      path,
      manager: 'one',
      body: service('s', [
        { port: 80, name: 'a' },
        { port: 80, name: 'b' },
      ]),
    });
    await subject.ask({ path });
  }),
  differentialCase(23, 'finalizers and owner references', async (subject, namespace) => {
    const path = `${configMapsIn(namespace)}/a`;
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: '11111111-2222-3333-4444-555555555555' };
    await apply(subject, { path, manager: 'one', body: configMap('a', {}, { finalizers: ['a.b/c', 'a.b/d'], ownerReferences: [owner] }) });
    await apply(subject, { path, manager: 'two', body: configMap('a', {}, { finalizers: ['a.b/e', 'a.b/c'] }) });
    await apply(subject, { path, manager: 'two', body: configMap('a', {}, { ownerReferences: [{ ...owner, controller: true }] }) });
    await apply(subject, {
      path,
      manager: 'two',
      force: true,
      body: configMap('a', {}, { ownerReferences: [{ ...owner, controller: true }] }),
    });
    await apply(subject, { path, manager: 'one', body: configMap('a', {}, { finalizers: ['a.b/d', 'a.b/d'] }) });
    await apply(subject, { path, manager: 'one', body: configMap('a', {}, { finalizers: ['a.b/d'] }) });
    await patch(subject, { path, contentType: JSON_PATCH, body: [{ op: 'add', path: '/metadata/finalizers/-', value: 'a.b/f' }] });
    await apply(subject, { path, manager: 'one', body: configMap('a', {}) });
    await patch(subject, { path, contentType: MERGE_PATCH, body: { metadata: { finalizers: null } } });
    await subject.ask({ path });
  }),
  differentialCase(23, 'apply to what nobody manages', async (subject, namespace) => {
    const path = `${configMapsIn(namespace)}/a`;
    await subject.ask({ method: 'POST', path: configMapsIn(namespace), body: configMap('a', { a: '1', b: '1' }, { labels: { l: '1' } }) });
    await patch(subject, { path, contentType: MERGE_PATCH, body: { metadata: { managedFields: [{}] } } });
    await patch(subject, { path, contentType: MERGE_PATCH, body: { data: { c: '1' } } });
    await apply(subject, { path, manager: 'one', body: configMap('a', { a: '2' }) });
    await apply(subject, { path, manager: 'one', body: configMap('a', { a: '1', d: '1' }) });
    await apply(subject, { path, manager: 'one', force: true, body: configMap('a', { a: '2' }) });
    await patch(subject, { path, contentType: MERGE_PATCH, body: { metadata: { managedFields: [] } } });
    await subject.ask({ path });
    await apply(subject, { path, manager: 'one', body: configMap('a', { a: '2' }) });
    await subject.ask({ path });
  }),
  differentialCase(23, 'status applied', async (subject, namespace) => {
    const path = `${deploymentsIn(namespace)}/web`;
    await apply(subject, { path, manager: 'one', body: { ...webDeployment('web'), status: { replicas: 5 } } });
    const status = (fields: object) => ({ ...deployment('web', { replicas: 9 }), status: fields });
    const conditions = [
      { type: 'Available', status: 'True', lastUpdateTime: '2020-01-01T00:00:00Z', lastTransitionTime: '2020-01-01T00:00:00Z' },
    ];
    await apply(subject, { path: `${path}/status`, manager: 'one', body: status({ replicas: 2, readyReplicas: 1 }) });
    await apply(subject, { path: `${path}/status`, manager: 'two', body: status({ replicas: 3, conditions }) });
    await apply(subject, { path: `${path}/status`, manager: 'two', force: true, body: status({ replicas: 3, conditions }) });
    await apply(subject, { path: `${path}/status`, manager: 'one', body: status({}) });
    await patch(subject, {
      path: `${path}/status`,
      contentType: MERGE_PATCH,
      manager: 'three',
      body: { status: { replicas: 4 }, metadata: { annotations: { a: 'b' } } },
    });
    await apply(subject, { path: `${path}/status`, manager: 'two', body: status({ replicas: 5, conditions }) });
    await apply(subject, { path, manager: 'two', force: true, body: { ...deployment('web', { paused: true }), status: { replicas: 7 } } });
    await apply(subject, {
      path: `${deploymentsIn(namespace)}/none/status`,
      manager: 'one',
      body: { ...deployment('none', {}), status: {} },
    });
    await subject.ask({ path });
  }),
  differentialCase(23, 'thirteen managers by update', async (subject, namespace) => {
    const path = `${configMapsIn(namespace)}/a`;
    await apply(subject, { path, manager: 'one', body: configMap('a', { one: '1' }) });
    for (let index = 0; index < 13; index++)
      await patch(subject, {
        path,
        contentType: MERGE_PATCH,
        manager: `m${String(index).padStart(2, '0')}`,
        body: { data: { [`k${index}`]: 'v' } },
      });
    await subject.ask({ path });
  }),
  differentialCase(23, 'when the time of an entry moves', async (subject, namespace) => {
    const path = `${configMapsIn(namespace)}/a`;
    const times = async (what: string): Promise<readonly string[]> => {
      const { body } = await subject.ask<{ metadata: { managedFields?: readonly { manager: string; time?: string }[] } }>({ path });
      const entries = body.metadata.managedFields ?? [];
      subject.note(
        `${what}: entries with a time`,
        entries
          .filter(({ time }) => time !== undefined)
          .map(({ manager }) => manager)
          .toSorted(),
      );
      return entries.map(({ manager, time }) => `${manager} ${time ?? 'none'}`);
    };
    const steps: readonly (readonly [string, () => Promise<void>])[] = [
      ['created', () => apply(subject, { path, manager: 'one', body: configMap('a', { a: '1' }) })],
      ['the same again', () => apply(subject, { path, manager: 'one', body: configMap('a', { a: '1' }) })],
      ['the same by another', () => apply(subject, { path, manager: 'two', body: configMap('a', { a: '1' }) })],
      ['the same by the other again', () => apply(subject, { path, manager: 'two', body: configMap('a', { a: '1' }) })],
      ['more by the other', () => apply(subject, { path, manager: 'two', body: configMap('a', { a: '1', b: '1' }) })],
      ['less by the first', () => apply(subject, { path, manager: 'one', body: configMap('a', {}) })],
      ['an update', () => patch(subject, { path, contentType: MERGE_PATCH, manager: 'three', body: { data: { c: '1' } } })],
      ['the same update', () => patch(subject, { path, contentType: MERGE_PATCH, manager: 'three', body: { data: { c: '1' } } })],
      ['an update of nothing by another', () => patch(subject, { path, contentType: MERGE_PATCH, manager: 'four', body: {} })],
      ['a takeover', () => apply(subject, { path, manager: 'four', force: true, body: configMap('a', { c: '2' }) })],
    ];
    let before: readonly string[] = [];
    for (const [what, step] of steps) {
      await step();
      const after = await times(what);
      subject.note(
        `${what}: entries that stayed`,
        after
          .filter((entry) => before.includes(entry))
          .map((entry) => entry.split(' ')[0])
          .toSorted(),
      );
      before = after;
      await new Promise((resolve) => setTimeout(resolve, 1_100));
    }
  }),
];
