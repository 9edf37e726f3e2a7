// Rows 31 and 32: custom resources.
import { type DifferentialCase, differentialCase } from '../differential-case.ts';
import type { Subject } from '../subject.ts';
import { abolish, establish, groupFor, widgetBody } from './definition-bodies.ts';

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';

export const CUSTOM_CASES: readonly DifferentialCase[] = [
  differentialCase(31, 'the verbs of custom resources', async (subject, namespace) => {
    const group = groupFor(namespace);
    await establish(subject, { group, versions: [{ subresources: { status: {} } }] });
    await playVerbs(subject, { group, path: `/apis/${group}/v1/namespaces/${namespace}/widgets` });
    await abolish(subject, `widgets.${group}`);
  }),
  differentialCase(31, 'custom resources of the whole cluster', async (subject, namespace) => {
    const group = groupFor(namespace);
    await establish(subject, { group, scope: 'Cluster' });
    await playVerbs(subject, { group, path: `/apis/${group}/v1/widgets` });
    await subject.ask({ path: `/apis/${group}/v1/namespaces/${namespace}/widgets` });
    await abolish(subject, `widgets.${group}`);
  }),
  differentialCase(32, 'versions of custom resources', async (subject, namespace) => {
    const group = groupFor(namespace);
    const versions = [
      { name: 'v1beta1', storage: false, deprecated: true },
      { name: 'v1' },
      { name: 'v2', served: false, storage: false },
      { name: 'v10alpha3', storage: false, deprecated: true, deprecationWarning: 'leave it' },
    ];
    await establish(subject, { group, versions });
    await subject.ask({ path: `/apis/${group}` });
    const path = (version: string): string => `/apis/${group}/${version}/namespaces/${namespace}/widgets`;
    const { body } = await subject.ask({ method: 'POST', path: path('v1beta1'), body: widgetBody(group, { name: 'a' }, 'v1beta1') });
    await subject.ask({ method: 'POST', path: path('v1beta1'), body: widgetBody(group, { name: 'b' }) });
    for (const version of ['v1', 'v1beta1', 'v2', 'v10alpha3']) await subject.ask({ path: `${path(version)}/a` });
    for (const version of ['v1', 'v1beta1']) await subject.ask({ path: path(version) });
    const watches = ['v1', 'v1beta1'].map((version) =>
      subject.watch({
        path: `${path(version)}?resourceVersion=${body.metadata.resourceVersion}`,
        until: (lines) => lines.some(({ type }) => type === 'DELETED'),
      }),
    );
    await subject.ask({
      method: 'PATCH',
      path: `${path('v1beta1')}/a`,
      contentType: MERGE_PATCH,
      body: { apiVersion: `${group}/v1`, spec: { x: 2 } },
    });
    await subject.ask({ method: 'PATCH', path: `${path('v1beta1')}/a`, contentType: MERGE_PATCH, body: { spec: { x: 2 } } });
    await subject.ask({ method: 'DELETE', path: `${path('v1')}/a` });
    await Promise.all(watches.map(({ done }) => done));
    await abolish(subject, `widgets.${group}`);
  }),
  differentialCase(31, 'the scale of custom resources', async (subject, namespace) => {
    const group = groupFor(namespace);
    const scale = {
      specReplicasPath: '.spec.replicas',
      statusReplicasPath: '.status.replicas',
      labelSelectorPath: '.status.selector',
    };
    await establish(subject, { group, versions: [{ subresources: { status: {}, scale } }] });
    await subject.ask({ path: `/apis/${group}/v1` });
    const path = `/apis/${group}/v1/namespaces/${namespace}/widgets`;
    await subject.ask({ method: 'POST', path, body: { ...widgetBody(group, { name: 'none' }), spec: {} } });
    await subject.ask({ method: 'POST', path, body: { ...widgetBody(group, { name: 'a' }), spec: { replicas: 2 } } });
    for (const name of ['none', 'a', 'absent']) await subject.ask({ path: `${path}/${name}/scale` });
    await subject.ask({
      method: 'PATCH',
      path: `${path}/a/status`,
      contentType: MERGE_PATCH,
      body: { status: { replicas: 1, selector: 'a=b' } },
    });
    const { body } = await subject.ask({ path: `${path}/a/scale` });
    await subject.ask({ method: 'PUT', path: `${path}/a/scale`, body: { ...body, spec: { replicas: 5 } } });
    await subject.ask({ method: 'PUT', path: `${path}/a/scale`, body: { ...body, spec: { replicas: 6 } } });
    for (const patch of [
      { spec: { replicas: 0 } },
      { spec: { replicas: -1 } },
      { spec: { replicas: 'x' } },
      { metadata: { uid: 'x' } },
      {},
    ]) {
      await subject.ask({ method: 'PATCH', path: `${path}/a/scale`, contentType: MERGE_PATCH, body: patch });
    }
    for (const patch of [{}, { spec: { replicas: null } }, { spec: { replicas: 2 } }])
      await subject.ask({ method: 'PATCH', path: `${path}/none/scale`, contentType: MERGE_PATCH, body: patch });
    for (const name of ['a', 'none']) await subject.ask({ path: `${path}/${name}` });
    await subject.ask({ path: `${path}/a/log` });
    await subject.ask({ method: 'DELETE', path: `${path}/a/scale` });
    await abolish(subject, `widgets.${group}`);
  }),
  differentialCase(31, 'tables and fields of custom resources', async (subject, namespace) => {
    const group = groupFor(namespace);
    const column = (name: string, type: string, jsonPath: string): object => ({ name, type, jsonPath });
    const columns = [
      { ...column('Size', 'integer', '.spec.size'), description: 'How large', priority: 1, format: 'int32' },
      column('Ready', 'string', '.status.conditions[?(@.type=="Ready")].status'),
      column('First', 'string', '.spec.items[0]'),
      column('All', 'string', '.spec.items[*]'),
      column('Names', 'string', '.spec.parts[*].name'),
      column('Odd', 'string', ".spec['odd.key']"),
      column('Label', 'string', '.metadata.labels.example\\.com/x'),
      column('Flag', 'boolean', '.spec.flag'),
      column('Ratio', 'number', '.spec.ratio'),
      column('When', 'date', '.spec.when'),
      column('Map', 'string', '.spec.map'),
      column('Created', 'date', '.metadata.creationTimestamp'),
    ];
    const versions = [{ additionalPrinterColumns: columns, selectableFields: [{ jsonPath: '.spec.color' }], schema: COLORED }];
    await establish(subject, { group, versions });
    const path = `/apis/${group}/v1/namespaces/${namespace}/widgets`;
    for (const [index, spec] of TABLE_SPECS.entries()) {
      const metadata = { name: `w${index}`, labels: { 'example.com/x': 'l' } };
      const status = {
        conditions: [
          { type: 'Other', status: 'False' },
          { type: 'Ready', status: 'True' },
        ],
      };
      await subject.ask({ method: 'POST', path, body: { ...widgetBody(group, metadata), spec, ...(index === 0 ? { status } : {}) } });
    }
    const Accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    for (const query of ['', '?includeObject=Object', '?fieldSelector=spec.color%3Dred', '/w0']) {
      await subject.ask({ path: `${path}${query}`, headers: { Accept } });
    }
    for (const selector of ['spec.color=red', 'spec.color!=red', 'spec.size=1', 'metadata.namespace=x']) {
      await subject.ask({ path: `${path}?fieldSelector=${encodeURIComponent(selector)}` });
    }
    await abolish(subject, `widgets.${group}`);
  }),
  differentialCase(31, 'the groups of custom resources in aggregated discovery', async (subject, namespace) => {
    const group = groupFor(namespace);
    const versions = [
      { name: 'v1', subresources: { status: {}, scale: SCALE } },
      { name: 'v1beta1', storage: false },
    ];
    await establish(subject, { group, versions, names: { shortNames: ['wd'], categories: ['all'], singular: 'widgetty' } });
    await establish(subject, { group, plural: 'gadgets', scope: 'Cluster', names: { kind: 'Gadget' } });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const Accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const { body } = await subject.prepare({ path: '/apis', headers: { Accept } });
    const { items } = body as { readonly items: readonly { readonly metadata: { readonly name: string } }[] };
    subject.note(
      'the group in aggregated discovery',
      items.find(({ metadata }) => metadata.name === group),
    );
    for (const plural of ['widgets', 'gadgets']) await abolish(subject, `${plural}.${group}`);
  }),
];

const SCALE = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };

const COLORED = {
  openAPIV3Schema: {
    type: 'object',
    'x-kubernetes-preserve-unknown-fields': true,
    properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { color: { type: 'string' } } } },
  },
};

const TABLE_SPECS = [
  {
    color: 'red',
    size: 3,
    items: ['a', 'b'],
    parts: [{ name: 'p' }, { name: 'q' }],
    'odd.key': 'o',
    flag: true,
    ratio: 0.5,
    when: '2020-01-01T00:00:00Z',
    map: { b: 1, a: [true, null] },
  },
  { color: 'blue', size: 'x', items: [], parts: [{}], flag: 'x', ratio: 2, when: 'x', map: null },
  {},
];

type Place = { readonly group: string; readonly path: string };

async function playVerbs(subject: Subject, { group, path }: Place): Promise<void> {
  const { body: first } = await subject.ask({
    method: 'POST',
    path,
    body: { ...widgetBody(group, { name: 'a', labels: { l: '1' } }), status: { phase: 'x' } },
  });
  await playCreations(subject, { group, path });
  await subject.ask({ path: `${path}/a` });
  for (const query of ['', '?limit=1', '?labelSelector=l%3D1', '?fieldSelector=metadata.name%3Da', '?fieldSelector=spec.x%3D1']) {
    await subject.ask({ path: `${path}${query}` });
  }
  await playUpdates(subject, { group, path, first });
  await subject.ask({ method: 'DELETE', path: `${path}/a` });
  await subject.ask({ method: 'DELETE', path: `${path}/a` });
  for (const [name, policy] of [
    ['c', 'Foreground'],
    ['f', 'Orphan'],
  ] as const) {
    await subject.ask({ method: 'DELETE', path: `${path}/${name}?propagationPolicy=${policy}` });
    await subject.ask({ method: 'PATCH', path: `${path}/${name}`, contentType: MERGE_PATCH, body: { metadata: { finalizers: [] } } });
  }
  await subject.ask({ method: 'DELETE', path });
  await subject.ask({ path });
}

async function playCreations(subject: Subject, { group, path }: Place): Promise<void> {
  const refused: readonly unknown[] = [
    widgetBody(group, { name: 'a' }),
    widgetBody(group, { name: 'A_b' }),
    widgetBody(group, {}),
    widgetBody(group, { name: 'b', namespace: 'elsewhere' }),
    widgetBody(group, { name: 'b', labels: { 'a b': 'c' } }),
    widgetBody(group, { name: 'b', labels: [] }),
    widgetBody(group, { name: 'b', resourceVersion: '5' }),
    { ...widgetBody(group, { name: 'b' }), kind: 'Gadget' },
    { ...widgetBody(group, { name: 'b' }), apiVersion: `${group}/v9` },
    { ...widgetBody(group, { name: 'b' }), apiVersion: 'v1' },
    { metadata: { name: 'b' } },
    { kind: 'Widget', metadata: { name: 'b' } },
    [],
    'x',
    null,
  ];
  for (const body of refused) await subject.ask({ method: 'POST', path, body });
  const finalizers = ['plain', 'with.dot', 'a b', 'example.com/fine'];
  await subject.ask({ method: 'POST', path: `${path}?dryRun=All`, body: widgetBody(group, { name: 'fin', finalizers }) });
  await subject.ask({ method: 'POST', path, body: widgetBody(group, { generateName: 'w-' }) });
  await subject.ask({ method: 'POST', path, body: widgetBody(group, { name: 'c', unheard: 1, generation: 9 }) });
  await subject.ask({ method: 'POST', path: `${path}?dryRun=All`, body: widgetBody(group, { name: 'd' }) });
  await subject.ask({ method: 'POST', path: `${path}?fieldValidation=Strict`, body: widgetBody(group, { name: 'e', unheard: 1 }) });
  await subject.ask({ method: 'POST', path: `${path}/f`, body: widgetBody(group, { name: 'f' }) });
}

type Updates = Place & { readonly first: object };

async function playUpdates(subject: Subject, { group, path, first }: Updates): Promise<void> {
  await subject.ask({ method: 'PUT', path: `${path}/a`, body: { ...first, spec: { x: 2 }, status: { phase: 'y' } } });
  await subject.ask({ method: 'PUT', path: `${path}/a`, body: { ...first, spec: { x: 3 } } });
  await subject.ask({ method: 'PUT', path: `${path}/a`, body: widgetBody(group, { name: 'a' }) });
  await subject.ask({ method: 'PUT', path: `${path}/absent`, body: widgetBody(group, { name: 'absent' }) });
  const patches: readonly (readonly [string, unknown])[] = [
    [MERGE_PATCH, { spec: { y: [1, { z: null }] }, extra: 1 }],
    [MERGE_PATCH, { metadata: { annotations: { a: 'b' } } }],
    [MERGE_PATCH, { status: { phase: 'z' } }],
    [MERGE_PATCH, {}],
    [MERGE_PATCH, { kind: 'Gadget' }],
    [MERGE_PATCH, { metadata: { name: 'other' } }],
    [MERGE_PATCH, { metadata: { unheard: 1 } }],
    [JSON_PATCH, [{ op: 'add', path: '/spec/y/-', value: 2 }]],
    [JSON_PATCH, [{ op: 'remove', path: '/spec/absent' }]],
    ['application/strategic-merge-patch+json', { spec: { x: 9 } }],
    ['text/plain', {}],
  ];
  for (const [contentType, body] of patches) await subject.ask({ method: 'PATCH', path: `${path}/a`, contentType, body });
  const status = { metadata: { labels: { l: '2' } }, spec: { x: 10 }, status: { phase: 'late' } };
  await subject.ask({ method: 'PATCH', path: `${path}/a/status`, contentType: MERGE_PATCH, body: status });
  const { body: shown } = await subject.ask({ path: `${path}/a/status` });
  await subject.ask({ method: 'PUT', path: `${path}/a/status`, body: { ...shown, status: { phase: 'later' } } });
  await subject.ask({ method: 'DELETE', path: `${path}/a/status` });
  await subject.ask({ path: `${path}/a/unheard` });
}
