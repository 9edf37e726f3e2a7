// Row 23: who manages what after creates, updates and patches, of scales, of custom resources, and on the way from client-side apply.
import type { DifferentialCase } from '../differential-case.ts';
import { differentialCase } from '../differential-case.ts';
import type { Body } from './apply-bodies.ts';
import {
  apply,
  configMap,
  configMapsIn,
  deploymentsIn,
  JSON_PATCH,
  MERGE_PATCH,
  patch,
  STRATEGIC_PATCH,
  webDeployment,
} from './apply-bodies.ts';
import { answers, groupFor } from './definition-bodies.ts';
import { establishParts } from './part-bodies.ts';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

const widget = (namespace: string, spec: Body, more: Body = {}): Body => ({
  apiVersion: `${groupFor(namespace)}/v1`,
  kind: 'Widget',
  metadata: { name: 'w' },
  spec,
  ...more,
});

export const MANAGER_CASES: readonly DifferentialCase[] = [
  differentialCase(23, 'managers by create, update and patch', async (subject, namespace) => {
    const path = configMapsIn(namespace);
    const agent = (name: string) => ({ 'User-Agent': name });
    await subject.ask({
      method: 'POST',
      path,
      headers: agent('maker/v1.2 (linux/amd64)'),
      body: configMap('a', { a: '1' }, { labels: { l: '1' }, annotations: { n: '1' } }),
    });
    await subject.ask({ method: 'POST', path: `${path}?fieldManager=named`, body: configMap('b', { a: '1' }) });
    await subject.ask({ method: 'PUT', path: `${path}/a`, headers: agent('updater'), body: configMap('a', { a: '2', b: '1' }) });
    await subject.ask({ method: 'PUT', path: `${path}/a`, headers: agent('updater'), body: configMap('a', { a: '2', b: '1' }) });
    await subject.ask({ method: 'PUT', path: `${path}/a?fieldManager=other`, body: configMap('a', { a: '2', b: '2' }) });
    await patch(subject, {
      path: `${path}/a`,
      manager: 'json',
      contentType: JSON_PATCH,
      body: [{ op: 'add', path: '/data/c', value: '1' }],
    });
    await patch(subject, { path: `${path}/a`, manager: 'merge', contentType: MERGE_PATCH, body: { data: { c: '2', d: '1' } } });
    await patch(subject, { path: `${path}/a`, manager: 'strategic', contentType: STRATEGIC_PATCH, body: { data: { d: null, e: '1' } } });
    await patch(subject, { path: `${path}/a`, manager: 'merge', contentType: MERGE_PATCH, body: { data: null } });
    for (const name of ['', '/', 'with space', 'a\u00e9b', `${'x'.repeat(200)}/1`])
      await subject.ask({
        method: 'PATCH',
        path: `${path}/b`,
        contentType: MERGE_PATCH,
        headers: agent(name),
        body: { data: { [`k${name.length}`]: '1' } },
      });
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: '11111111-2222-3333-4444-555555555555' };
    await subject.ask({ method: 'PUT', path: `${path}/b`, body: configMap('b', {}, { ownerReferences: [owner, owner] }) });
    await subject.ask({ method: 'POST', path: `${path}?fieldManager=${'x'.repeat(129)}`, body: configMap('c', {}) });
    await subject.ask({ path: `${path}/a` });
  }),
  differentialCase(23, 'managedFields that clients send', async (subject, namespace) => {
    const path = configMapsIn(namespace);
    const entry = {
      manager: 'm',
      operation: 'Update',
      apiVersion: 'v1',
      time: '2020-01-01T00:00:00Z',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:data': { 'f:a': {} } },
    };
    const create = (name: string, managedFields: unknown) =>
      subject.ask({ method: 'POST', path, body: configMap(name, { a: '1' }, { managedFields }) });
    await create('a', [entry]);
    await create('b', []);
    await create('c', [{}]);
    await create('d', [{ ...entry, operation: 'Other' }]);
    await create('e', [{ ...entry, fieldsType: 'FieldsV2' }]);
    await create('f', [{ ...entry, fieldsV1: { nonsense: {} } }]);
    await create('g', [
      { ...entry, apiVersion: 'v9' },
      { ...entry, apiVersion: 'v9', manager: 'n' },
    ]);
    await create('h', [{ ...entry, fieldsV1: { 'f:data': { '.': {}, 'f:a': {}, 'z:x': {} }, 'k:{"a":1}': {} } }]);
    await create('i', [entry, { ...entry, manager: 'applier', operation: 'Apply' }]);
    for (const managedFields of [null, [], [{}], [{}, {}], [{ ...entry, manager: 'sent' }]])
      await patch(subject, {
        path: `${path}/a`,
        contentType: MERGE_PATCH,
        manager: 'patcher',
        body: { metadata: { managedFields }, data: { a: JSON.stringify(managedFields) } },
      });
    await subject.ask({ method: 'PUT', path: `${path}/i`, body: configMap('i', { a: '2' }, { managedFields: [entry] }) });
    await subject.ask({ method: 'PUT', path: `${path}/i`, body: configMap('i', { a: '3' }, { managedFields: [] }) });
    await subject.ask({ method: 'PUT', path: `${path}/i`, body: configMap('i', { a: '4' }) });
    await subject.ask({ path });
  }),
  differentialCase(23, 'managers of a Pod and of its status', async (subject, namespace) => {
    await subject.prepare({
      method: 'POST',
      path: `/api/v1/namespaces/${namespace}/serviceaccounts`,
      body: { metadata: { name: 'default' } },
    });
    const jobs = `/apis/batch/v1/namespaces/${namespace}/cronjobs`;
    const template = {
      spec: {
        template: {
          spec: {
            restartPolicy: 'Never',
            containers: [{ name: 'c', image: 'i', env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] }],
          },
        },
      },
    };
    await subject.ask({
      method: 'POST',
      path: jobs,
      body: {
        metadata: { name: 'j' },
        spec: { schedule: '* * * * *', jobTemplate: template },
        status: { lastScheduleTime: '2020-01-01T00:00:00Z' },
      },
    });
    await patch(subject, {
      path: `${jobs}/j/status`,
      manager: 'controller',
      contentType: MERGE_PATCH,
      body: { status: { lastScheduleTime: '2020-01-01T00:00:00Z' }, spec: { suspend: true } },
    });
    await patch(subject, { path: `${jobs}/j`, manager: 'user', contentType: MERGE_PATCH, body: { status: null, spec: { suspend: true } } });
    await subject.ask({ path: `${jobs}/j` });
  }),
  differentialCase(23, 'scale, then apply', async (subject, namespace) => {
    const path = `${deploymentsIn(namespace)}/web`;
    await apply(subject, { path, manager: 'one', body: webDeployment('web') });
    const scale = async (body: Body, manager: string) => patch(subject, { path: `${path}/scale`, contentType: MERGE_PATCH, manager, body });
    await scale({ spec: { replicas: 5 } }, 'scaler');
    await subject.ask({ path });
    await scale({ spec: { replicas: 5 } }, 'other');
    await apply(subject, { path, manager: 'one', body: webDeployment('web') });
    await apply(subject, { path, manager: 'one', force: true, body: webDeployment('web') });
    for (const replicas of [1, 2]) await scale({ spec: { replicas } }, 'scaler');
    const { body } = await subject.ask<Body>({ path: `${path}/scale` });
    await subject.ask({ method: 'PUT', path: `${path}/scale?fieldManager=putter`, body: { ...body, spec: { replicas: 7 } } });
    await apply(subject, {
      path: `${path}/scale`,
      manager: 'two',
      body: { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'web' }, spec: { replicas: 3 } },
    });
    await apply(subject, {
      path: `${path}/scale`,
      manager: 'two',
      force: true,
      body: { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'web' }, spec: { replicas: 3 } },
    });
    await apply(subject, {
      path: `${path}/scale`,
      manager: 'two',
      body: { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'web' } },
    });
    await patch(subject, { path: `${path}/scale`, contentType: STRATEGIC_PATCH, manager: 'strategic', body: { spec: { replicas: 4 } } });
    await patch(subject, {
      path: `${path}/scale`,
      contentType: JSON_PATCH,
      manager: 'json',
      body: [{ op: 'replace', path: '/spec/replicas', value: 6 }],
    });
    await patch(subject, { path, contentType: MERGE_PATCH, manager: 'user', body: { spec: { replicas: 8, paused: true } } });
    await scale({ spec: { replicas: 9 } }, 'user');
    await apply(subject, {
      path: `${deploymentsIn(namespace)}/none/scale`,
      manager: 'two',
      body: { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'none' }, spec: { replicas: 3 } },
    });
    await subject.ask({ path });
  }),
  differentialCase(23, 'from client-side to server-side apply', async (subject, namespace) => {
    const path = `${configMapsIn(namespace)}/a`;
    const body = configMap('a', { a: '1', b: '1' }, { namespace });
    const annotated = (data: Body): Body =>
      configMap('a', data, {
        namespace,
        annotations: { [LAST_APPLIED]: `${JSON.stringify(configMap('a', data, { annotations: {}, namespace }))}\n` },
      });
    await subject.ask({
      method: 'POST',
      path: `${configMapsIn(namespace)}?fieldManager=kubectl-client-side-apply`,
      body: annotated({ a: '1', b: '1' }),
    });
    await apply(subject, { path, manager: 'kubectl', body });
    await apply(subject, { path, manager: 'kubectl', body: configMap('a', { a: '2', b: '1' }, { namespace }) });
    await patch(subject, { path, contentType: MERGE_PATCH, manager: 'user', body: { data: { a: '3' } } });
    await apply(subject, { path, manager: 'kubectl', body: configMap('a', { a: '4', b: '4' }, { namespace }) });
    await apply(subject, { path, manager: 'kubectl', body: configMap('a', { b: '1<&>' }, { namespace, annotations: { x: 'y' } }) });
    await apply(subject, { path, manager: 'other', body: configMap('a', { b: '5' }, { namespace }) });
    await apply(subject, { path, manager: 'other', force: true, body: configMap('a', { b: '5' }, { namespace }) });
    await patch(subject, {
      path,
      contentType: MERGE_PATCH,
      manager: 'user',
      body: { metadata: { annotations: { [LAST_APPLIED]: 'nonsense' } } },
    });
    await apply(subject, { path, manager: 'kubectl', body: configMap('a', { b: '6' }, { namespace }) });
    await subject.ask({ path });
  }),
  differentialCase(23, 'custom resources applied', async (subject, namespace) => {
    const path = `${await establishParts(subject, namespace)}/w`;
    const send = (manager: string, spec: Body, force?: boolean) =>
      apply(subject, { path, manager, body: widget(namespace, spec), ...(force === undefined ? {} : { force }) });
    await send('one', {
      replicas: 1,
      text: 'x',
      port: 'http',
      plain: ['a', 'b'],
      set: ['a', 'b'],
      numbers: [3, 1],
      parts: [
        { name: 'a', size: 1, tags: { x: '1' } },
        { name: 'a', kind: 'side' },
      ],
      whole: { a: '1' },
      map: { a: '1' },
      free: { deep: { list: [{ a: 1 }], map: { b: true } } },
    });
    await send('two', { plain: ['c'] });
    await send('two', {
      set: ['c', 'b'],
      numbers: [2, 3],
      parts: [{ name: 'b' }, { name: 'a', tags: { y: '2' } }],
      map: { b: '1' },
      free: { deep: { map: { c: 1 } }, other: 5 },
    });
    await send('two', { whole: { b: '2' } });
    await send('two', { whole: { b: '2' }, parts: [{ name: 'a', size: 2 }], free: { deep: { list: [] } } });
    await send('two', { whole: { b: '2' }, parts: [{ name: 'a', kind: 'main', size: 2 }], free: { deep: { list: [] } } }, true);
    await send('one', { replicas: 2, set: ['b'], standard: 'mine' });
    for (const spec of [{ map: { c: '1' }, set: ['z'] }, { map: {}, set: [] }, { map: {}, set: [] }, {}]) await send('four', spec);
    for (const wrong of [
      { set: ['a', 'a'] },
      { parts: [{ name: 'a' }, { name: 'a', kind: 'main' }] },
      { parts: [{ size: 1 }] },
      { parts: ['x'] },
      { set: [{}] },
      { set: [null] },
      { unknown: 1 },
      { replicas: 'x' },
      { text: 5 },
      { free: 5 },
      { port: true },
      { port: 8080 },
      { map: { a: 5 } },
    ] as readonly Body[])
      await send('three', wrong);
    await subject.ask({ path });
  }),
  differentialCase(23, 'status and scale of custom resources applied', async (subject, namespace) => {
    const path = `${await establishParts(subject, namespace)}/w`;
    await apply(subject, { path, manager: 'one', body: widget(namespace, { replicas: 1 }, { status: { phase: 'no' } }) });
    await apply(subject, {
      path: `${path}/status`,
      manager: 'one',
      body: widget(namespace, { replicas: 9 }, { status: { phase: 'Ready', replicas: 1 } }),
    });
    await apply(subject, { path: `${path}/status`, manager: 'two', body: widget(namespace, {}, { status: { phase: 'Other' } }) });
    await patch(subject, {
      path: `${path}/status`,
      manager: 'two',
      contentType: MERGE_PATCH,
      body: { status: { phase: 'Other' }, metadata: { labels: { a: 'b' } } },
    });
    await patch(subject, { path: `${path}/scale`, manager: 'scaler', contentType: MERGE_PATCH, body: { spec: { replicas: 4 } } });
    await apply(subject, { path, manager: 'one', body: widget(namespace, { replicas: 1 }) });
    await apply(subject, { path, manager: 'one', force: true, body: widget(namespace, { replicas: 1 }) });
    await patch(subject, {
      path,
      manager: 'user',
      contentType: JSON_PATCH,
      body: [{ op: 'add', path: '/metadata/finalizers', value: ['a.b/c'] }],
    });
    await apply(subject, { path: `${path}/status`, manager: 'one', body: widget(namespace, {}, { status: { phase: 'Other' } }) });
    await patch(subject, { path, manager: 'user', contentType: MERGE_PATCH, body: { metadata: { finalizers: null } } });
    await subject.ask({ path });
  }),
  differentialCase(23, 'versions of a custom resource and their managers', async (subject, namespace) => {
    const group = groupFor(namespace);
    const path = `${await establishParts(subject, namespace, [{ name: 'v1' }, { name: 'v2', storage: false }])}/w`;
    const second = path.replace('/v1/', '/v2/');
    await answers(subject, { path: second.slice(0, -2), status: 200 });
    const other = (spec: Body): Body => ({ ...widget(namespace, spec), apiVersion: `${group}/v2` });
    await apply(subject, { path, manager: 'one', body: widget(namespace, { text: 'x', set: ['a'] }) });
    await apply(subject, { path: second, manager: 'one', body: other({ text: 'y', set: ['b'] }) });
    await apply(subject, { path: second, manager: 'two', body: other({ text: 'z' }) });
    await patch(subject, { path: second, manager: 'three', contentType: MERGE_PATCH, body: { spec: { text: 'w', port: 5 } } });
    await patch(subject, { path, manager: 'three', contentType: MERGE_PATCH, body: { spec: { port: 6 } } });
    await apply(subject, { path, manager: 'one', body: other({ text: 'v' }) });
    await subject.ask({ path });
  }),
];
