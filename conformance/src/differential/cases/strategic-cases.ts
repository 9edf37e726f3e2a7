// Row 22: strategic merge patch of built-in kinds.
import type { DifferentialCase } from '../differential-case.ts';
import { differentialCase } from '../differential-case.ts';
import type { Subject } from '../subject.ts';
import type { Body } from './apply-bodies.ts';
import { configMapsIn, deploymentsIn, LABELS, patch, STRATEGIC_PATCH } from './apply-bodies.ts';
import { answers, establish, groupFor, widgetBody } from './definition-bodies.ts';

const CONTAINERS = [
  {
    name: 'a',
    image: 'a:1',
    env: [
      { name: 'A', value: '1' },
      { name: 'B', value: '2' },
      { name: 'C', value: '3' },
    ],
    ports: [
      { containerPort: 80, name: 'http' },
      { containerPort: 81, protocol: 'UDP', name: 'udp' },
    ],
    args: ['x', 'y'],
    volumeMounts: [{ name: 'v', mountPath: '/v' }],
  },
  { name: 'b', image: 'b:1' },
  { name: 'c', image: 'c:1' },
];

const POD: Body = {
  containers: CONTAINERS,
  volumes: [
    { name: 'v', emptyDir: {} },
    { name: 'w', configMap: { name: 'm' } },
  ],
  tolerations: [{ key: 'a', operator: 'Exists' }],
  hostAliases: [{ ip: '1.2.3.4', hostnames: ['h'] }],
  imagePullSecrets: [{ name: 's' }],
  nodeSelector: { n: 'o' },
};

const METADATA = { name: 'web', labels: { l: '1', m: '2' }, finalizers: ['a.b/c', 'a.b/d', 'a.b/e'] };

async function createWeb(subject: Subject, namespace: string): Promise<string> {
  const template = { metadata: { labels: LABELS }, spec: POD };
  const spec = {
    replicas: 1,
    selector: { matchLabels: LABELS },
    template,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 2 } },
  };
  await subject.ask({ method: 'POST', path: deploymentsIn(namespace), body: { metadata: METADATA, spec } });
  return `${deploymentsIn(namespace)}/web`;
}

const inPod = (fields: Body): Body => ({ spec: { template: { spec: fields } } });
const inContainer = (fields: Body): Body => inPod({ containers: [{ name: 'a', ...fields }] });

function patchesCase(title: string, bodies: readonly unknown[]): DifferentialCase {
  return differentialCase(22, `strategic merge: ${title}`, async (subject, namespace) => {
    const path = await createWeb(subject, namespace);
    for (const body of bodies) await patch(subject, { path, contentType: STRATEGIC_PATCH, manager: 'patcher', body });
    await subject.ask({ path });
  });
}

export const STRATEGIC_CASES: readonly DifferentialCase[] = [
  patchesCase('containers by name', [
    inPod({ containers: [{ name: 'b', image: 'b:2' }] }),
    inPod({ containers: [{ name: 'd', image: 'd:1' }] }),
    inPod({
      containers: [
        { name: 'e', image: 'e:1' },
        { name: 'a', image: 'a:2' },
      ],
    }),
    inPod({ containers: [{ name: 'b', $patch: 'delete' }] }),
    inPod({ containers: [{ name: 'none', $patch: 'delete' }] }),
    inPod({ containers: [{ $patch: 'replace' }, { name: 'only', image: 'o' }] }),
    inPod({ containers: [{ name: 'a', $patch: 'merge', image: 'x' }] }),
    inPod({ containers: [{ name: 'a', $patch: 'other' }] }),
    inPod({ containers: [{ name: 'a', $patch: 5 }] }),
    inPod({ containers: [{ image: 'x' }] }),
    inPod({ containers: [{ $patch: 'delete' }] }),
    inPod({ containers: ['x'] }),
    inPod({ containers: [[]] }),
    inPod({ containers: {} }),
    inPod({ containers: 'x' }),
  ]),
  patchesCase('variables, ports and arguments', [
    inContainer({
      env: [
        { name: 'B', value: '9' },
        { name: 'D', value: '4' },
      ],
    }),
    inContainer({ env: [{ name: 'A', $patch: 'delete' }] }),
    inContainer({ env: [{ name: 'C', value: null }] }),
    inContainer({ ports: [{ containerPort: 81, name: 'u' }] }),
    inContainer({ ports: [{ containerPort: 82 }, { containerPort: 80, protocol: 'UDP' }] }),
    inContainer({ ports: [{ containerPort: 82, protocol: 'TCP', name: 'x' }] }),
    inContainer({ ports: [{ containerPort: 80, $patch: 'delete' }] }),
    inContainer({ args: ['z'] }),
    inContainer({ args: null }),
    inContainer({
      volumeMounts: [
        { mountPath: '/v', readOnly: true },
        { mountPath: '/w', name: 'w' },
      ],
    }),
    inContainer({ resources: { limits: { cpu: '1', memory: '1Gi' } } }),
    inContainer({ resources: { limits: { cpu: null } } }),
    inContainer({ resources: { $patch: 'delete' } }),
    inContainer({ env: null }),
  ]),
  patchesCase('the order of elements', [
    inPod({ '$setElementOrder/containers': [{ name: 'c' }, { name: 'a' }, { name: 'b' }] }),
    inPod({ '$setElementOrder/containers': [{ name: 'b' }, { name: 'c' }] }),
    inPod({
      '$setElementOrder/containers': [{ name: 'n' }, { name: 'a' }, { name: 'b' }],
      containers: [
        { name: 'n', image: 'n' },
        { name: 'a', image: 'a:3' },
      ],
    }),
    inPod({ '$setElementOrder/containers': [{ name: 'a' }], containers: [{ name: 'b', image: 'x' }] }),
    inPod({
      '$setElementOrder/containers': [{ name: 'a' }, { name: 'b' }],
      containers: [
        { name: 'b', image: 'x' },
        { name: 'a', image: 'y' },
      ],
    }),
    inPod({ '$setElementOrder/containers': [{ name: 'a' }, { name: 'b' }], containers: [{ name: 'c', $patch: 'delete' }] }),
    inPod({ '$setElementOrder/containers': 'x' }),
    inPod({ '$setElementOrder/containers': [{ image: 'x' }] }),
    inPod({ '$setElementOrder/none': [] }),
    inPod({ '$setElementOrder/initContainers': [{ name: 'i' }] }),
    inPod({
      '$setElementOrder/initContainers': [{ name: 'i' }, { name: 'j' }],
      initContainers: [
        { name: 'i', image: 'i' },
        { name: 'j', image: 'j' },
      ],
    }),
    inContainer({ '$setElementOrder/env': [{ name: 'C' }, { name: 'A' }], env: [{ name: 'A', value: '7' }] }),
    { metadata: { '$setElementOrder/finalizers': ['a.b/e', 'a.b/c'] } },
    { metadata: { '$setElementOrder/finalizers': ['a.b/f', 'a.b/c'], finalizers: ['a.b/f'] } },
  ]),
  patchesCase('lists of texts, deletions and retained keys', [
    { metadata: { finalizers: ['a.b/f', 'a.b/c'] } },
    { metadata: { '$deleteFromPrimitiveList/finalizers': ['a.b/d'] } },
    { metadata: { '$deleteFromPrimitiveList/finalizers': ['a.b/none'], finalizers: ['a.b/g'] } },
    { metadata: { '$deleteFromPrimitiveList/none': ['x'] } },
    { metadata: { $deleteFromPrimitiveList: ['x'] } },
    { metadata: { '$deleteFromPrimitiveList/labels': ['x'] } },
    { metadata: { labels: { l: null, n: '3' } } },
    { metadata: { labels: { $patch: 'replace', only: 'this' } } },
    { metadata: { labels: { $patch: 'delete' } } },
    { metadata: { labels: null } },
    { metadata: { finalizers: null } },
    { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } },
    { spec: { strategy: { type: 'RollingUpdate' } } },
    { spec: { strategy: { $retainKeys: ['type'], type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } } },
    { spec: { strategy: { $retainKeys: 'type', type: 'Recreate' } } },
    { spec: { strategy: { $retainKeys: ['rollingUpdate'], rollingUpdate: { maxSurge: '50%' } } } },
  ]),
  patchesCase('volumes, tolerations, aliases and selectors', [
    inPod({ volumes: [{ name: 'v', $retainKeys: ['name', 'configMap'], configMap: { name: 'x' } }] }),
    inPod({ volumes: [{ name: 'v', emptyDir: {}, configMap: null }] }),
    inPod({ volumes: [{ name: 'w', $patch: 'delete' }] }),
    inPod({ volumes: [{ name: 'z', $retainKeys: ['name', 'emptyDir'], emptyDir: {} }] }),
    inPod({ tolerations: [{ key: 'b', operator: 'Exists' }] }),
    inPod({ tolerations: [] }),
    inPod({
      hostAliases: [
        { ip: '1.2.3.4', hostnames: ['x', 'y'] },
        { ip: '1.2.3.5', hostnames: ['z'] },
      ],
    }),
    inPod({ nodeSelector: { p: 'q' } }),
    inPod({ nodeSelector: { n: null } }),
    inPod({ imagePullSecrets: [{ name: 't' }] }),
    inPod({ imagePullSecrets: [{ name: 's', $patch: 'delete' }] }),
    inPod({ affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } } }),
    inPod({ affinity: null }),
    { spec: { selector: { matchLabels: LABELS } } },
  ]),
  patchesCase('what it refuses', [
    { spec: { unknown: 1 } },
    { unknown: { a: 1 } },
    inContainer({ unknown: 'x' }),
    { spec: { replicas: 'x' } },
    { spec: { replicas: true } },
    { spec: { replicas: 1.5 } },
    { spec: { replicas: {} } },
    { spec: { paused: 'x' } },
    { spec: 5 },
    { spec: [] },
    { metadata: { labels: 'x' } },
    { metadata: { labels: { a: 5 } } },
    { metadata: { labels: { a: true } } },
    { metadata: { labels: { a: {} } } },
    { metadata: { finalizers: 'x' } },
    { metadata: { finalizers: [5] } },
    inContainer({ image: 5 }),
    { $patch: 'delete' },
    { $patch: 'other', a: 1 },
    { metadata: { name: 'other' } },
    { kind: 'StatefulSet' },
    { apiVersion: 'v1' },
    { metadata: null },
  ]),
  differentialCase(22, 'strategic merge: bodies that are no objects', async (subject, namespace) => {
    const path = await createWeb(subject, namespace);
    for (const body of ['', '[]', '5', 'null', '"x"', '{', '{"spec":{"replicas":1,"replicas":2}}', '{}'])
      for (const validation of ['', '?fieldValidation=Strict', '?fieldValidation=Ignore'])
        await patch(subject, { path: `${path}${validation}`, contentType: STRATEGIC_PATCH, body });
    for (const validation of ['Strict', 'Warn', 'Ignore'])
      await patch(subject, {
        path: `${path}?fieldValidation=${validation}`,
        contentType: STRATEGIC_PATCH,
        body: { spec: { unknown: 1, '$setElementOrder/unknown': ['x'] } },
      });
    await patch(subject, {
      path: `${path}?fieldValidation=Strict`,
      contentType: STRATEGIC_PATCH,
      body: { spec: { unknown: { b: [1, 'x'], a: null } } },
    });
    await subject.ask({ path });
  }),
  differentialCase(22, 'strategic merge of a Service, of a status, of an Event, of what is not there', async (subject, namespace) => {
    const services = `/api/v1/namespaces/${namespace}/services`;
    const spec = {
      type: 'ExternalName',
      externalName: 'a.example.com',
      ports: [
        { port: 80, name: 'a' },
        { port: 81, name: 'b' },
      ],
    };
    await subject.ask({ method: 'POST', path: services, body: { metadata: { name: 's' }, spec } });
    for (const ports of [
      [{ port: 80, targetPort: 8080 }],
      [{ port: 82, name: 'c' }],
      [{ port: 81, $patch: 'delete' }],
      [{ port: 80, targetPort: 'x' }],
    ])
      await patch(subject, { path: `${services}/s`, contentType: STRATEGIC_PATCH, body: { spec: { ports } } });
    await createWeb(subject, namespace);
    const conditions = [
      { type: 'Available', status: 'True', lastUpdateTime: '2020-01-01T00:00:00Z', lastTransitionTime: '2020-01-01T00:00:00Z' },
    ];
    const status = `${deploymentsIn(namespace)}/web/status`;
    await patch(subject, { path: status, contentType: STRATEGIC_PATCH, body: { status: { replicas: 1, conditions } } });
    await patch(subject, {
      path: status,
      contentType: STRATEGIC_PATCH,
      body: {
        status: {
          conditions: [
            { type: 'Available', status: 'False' },
            { ...conditions[0], type: 'Progressing' },
          ],
        },
      },
    });
    await patch(subject, {
      path: status,
      contentType: STRATEGIC_PATCH,
      body: { status: { conditions: [{ type: 'Progressing', $patch: 'delete' }] }, spec: { replicas: 9 } },
    });
    await patch(subject, { path: `${configMapsIn(namespace)}/none`, contentType: STRATEGIC_PATCH, body: {} });
    await subject.ask({ path: `${deploymentsIn(namespace)}/web` });
  }),
  differentialCase(22, 'strategic merge of a custom resource', async (subject, namespace) => {
    const group = groupFor(namespace);
    await establish(subject, { group });
    const widgets = `/apis/${group}/v1/namespaces/${namespace}/widgets`;
    await answers(subject, { path: widgets, status: 200 });
    await subject.ask({ method: 'POST', path: widgets, body: widgetBody(group, { name: 'w' }) });
    await patch(subject, { path: `${widgets}/w`, contentType: STRATEGIC_PATCH, body: { spec: { x: 2 } } });
  }),
];
