// Custom resources in two versions between which a webhook converts.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import type { ApiRequest } from '@rectrace/testbed';
import { waitFor } from '@rectrace/testbed';
import type { CaseHooks } from './case-hooks.ts';
import type { WebhookCase } from './webhook-case.ts';
import { webhookCase } from './webhook-case.ts';
import type { WebhookReply } from './webhook-server.ts';
import { allow, patch, raw } from './webhook-server.ts';

const STRING = { type: 'string' };
const INTEGER = { type: 'integer' };

/** In v1 a size is one text, in v2 it is two numbers. */
const SPECS: Readonly<Record<string, JsonObject>> = {
  v1: { size: { ...STRING, default: '3x4' }, replicas: INTEGER, note: STRING },
  v2: { width: INTEGER, height: INTEGER, replicas: INTEGER, note: { ...STRING, default: 'none' } },
};

function version(name: string): JsonObject {
  const status = { type: 'object', properties: { replicas: INTEGER, phase: STRING } };
  const spec = { type: 'object', properties: SPECS[name] ?? {} };
  const column =
    name === 'v1' ? { name: 'Size', type: 'string', jsonPath: '.spec.size' } : { name: 'Width', type: 'integer', jsonPath: '.spec.width' };
  return {
    name,
    served: true,
    storage: name === 'v1',
    schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
    subresources: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' }, status: {} },
    additionalPrinterColumns: [column],
    selectableFields: [{ jsonPath: name === 'v1' ? '.spec.size' : '.spec.width' }],
  };
}

function definition(hooks: CaseHooks, reviewVersions: readonly string[]): JsonObject {
  const group = groupOf(hooks);
  const names = { plural: 'panes', singular: 'pane', kind: 'Pane', listKind: 'PaneList' };
  const webhook = { clientConfig: hooks.client('convert'), conversionReviewVersions: reviewVersions };
  return {
    metadata: { name: `panes.${group}` },
    spec: { group, scope: 'Namespaced', names, versions: ['v1', 'v2'].map(version), conversion: { strategy: 'Webhook', webhook } },
  };
}

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

function groupOf(hooks: CaseHooks): string {
  return `${hooks.namespace}.example.org`;
}

function panes(hooks: CaseHooks, version: string, name = ''): string {
  return `/apis/${groupOf(hooks)}/${version}/namespaces/${hooks.namespace}/panes${name === '' ? '' : `/${name}`}`;
}

function pane(hooks: CaseHooks, [version, name]: readonly [string, string], rest: JsonObject = {}): JsonObject {
  return { apiVersion: `${groupOf(hooks)}/${version}`, kind: 'Pane', metadata: { name }, ...rest };
}

async function define(hooks: CaseHooks, reviewVersions: readonly string[] = ['v1']): Promise<void> {
  await hooks.subject.prepare({ method: 'POST', path: DEFINITIONS, body: definition(hooks, reviewVersions) });
  const served = async (version: string): Promise<boolean> => (await hooks.subject.prepare({ path: panes(hooks, version) })).status === 200;
  await waitFor(async () => (await served('v1')) && (await served('v2')), { timeoutMs: 20_000 });
  hooks.forgetAsked();
}

async function undefine(hooks: CaseHooks): Promise<void> {
  await hooks.subject.prepare({ method: 'DELETE', path: `${DEFINITIONS}/panes.${groupOf(hooks)}` });
}

type Change = (converted: JsonObject) => Json;

/** What a sound webhook answers, each converted object changed. */
function converting(request: JsonObject, change: Change = (converted) => converted): WebhookReply {
  const wanted = stringAt(request, ['desiredAPIVersion']) ?? '';
  const convertedObjects = listAt(request, ['objects'])
    .filter(isJsonObject)
    .map((object) => change(convert(object, wanted)));
  return { kind: 'response', response: { result: { status: 'Success' }, convertedObjects } };
}

function convert(object: JsonObject, apiVersion: string): JsonObject {
  const { size, width, height, ...rest } = (valueAt(object, ['spec']) ?? {}) as JsonObject;
  const [first = '0', second = '0'] = String(size ?? '0x0').split('x');
  const measures = apiVersion.endsWith('/v1') ? { size: `${width ?? 0}x${height ?? 0}` } : { width: Number(first), height: Number(second) };
  return { ...object, apiVersion, spec: { ...rest, ...measures } };
}

async function playConversions(hooks: CaseHooks): Promise<void> {
  hooks.behave({ convert: (request) => converting(request) });
  await define(hooks);
  const { subject } = hooks;
  const v1 = `${groupOf(hooks)}/v1`;
  await subject.ask({
    method: 'POST',
    path: `${panes(hooks, 'v2')}?fieldManager=me`,
    body: pane(hooks, ['v2', 'a'], { spec: { width: 1, height: 2, replicas: 1, odd: 'x' } }),
  });
  hooks.noteConversion(v1);
  await subject.ask({ method: 'POST', path: panes(hooks, 'v1'), body: pane(hooks, ['v1', 'b'], { spec: { replicas: 2 } }) });
  hooks.forgetAsked();
  const table = { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
  const requests: readonly ApiRequest[] = [
    { path: panes(hooks, 'v1', 'a') },
    { path: panes(hooks, 'v2', 'b') },
    { path: panes(hooks, 'v2') },
    { path: panes(hooks, 'v1') },
    { path: panes(hooks, 'v2'), headers: table },
    { path: `${panes(hooks, 'v2')}?fieldSelector=spec.width%3D3` },
    { path: `${panes(hooks, 'v2', 'b')}/scale` },
    { method: 'PATCH', path: panes(hooks, 'v2', 'b'), body: { spec: { width: 5 } } },
    { method: 'PATCH', path: panes(hooks, 'v2', 'b'), body: { metadata: { labels: { a: 'b' } } } },
    { method: 'PATCH', path: `${panes(hooks, 'v2', 'b')}/status`, body: { status: { phase: 'Open' } } },
    { method: 'PATCH', path: `${panes(hooks, 'v2', 'b')}/scale`, body: { spec: { replicas: 7 } } },
    { method: 'PUT', path: panes(hooks, 'v2', 'a'), body: pane(hooks, ['v2', 'a'], { spec: { width: 9 } }) },
    { method: 'PATCH', path: `${panes(hooks, 'v2', 'a')}?dryRun=All`, body: { spec: { height: 8 } } },
    { method: 'POST', path: `${panes(hooks, 'v2')}?dryRun=All`, body: pane(hooks, ['v2', 'dry'], { spec: { width: 4 } }) },
    { path: panes(hooks, 'v1', 'b') },
    { method: 'PATCH', path: panes(hooks, 'v2', 'b'), body: { metadata: { finalizers: ['example.org/hold'] } } },
    { method: 'DELETE', path: panes(hooks, 'v2', 'b') },
    { method: 'PATCH', path: panes(hooks, 'v2', 'b'), body: { metadata: { finalizers: null } } },
    { method: 'DELETE', path: panes(hooks, 'v2', 'a') },
    { method: 'DELETE', path: panes(hooks, 'v2') },
    { path: panes(hooks, 'v2') },
  ];
  for (const request of requests) await subject.ask(request);
  await undefine(hooks);
}

/** Who owns what in one version, while others write in another. */
async function playApplies(hooks: CaseHooks): Promise<void> {
  hooks.behave({ convert: (request) => converting(request) });
  await define(hooks);
  const apply = async (version: string, manager: string, spec: JsonObject): Promise<void> => {
    const path = `${panes(hooks, version, 'a')}?fieldManager=${manager}`;
    const body = pane(hooks, [version, 'a'], { spec });
    await hooks.subject.ask({ method: 'PATCH', path, contentType: 'application/apply-patch+yaml', body });
  };
  await apply('v1', 'one', { size: '1x2', replicas: 1 });
  await apply('v2', 'two', { note: 'x', width: 1 });
  await apply('v2', 'two', { note: 'x', width: 5 });
  await apply('v2', 'two', { replicas: 4 });
  await apply('v2', 'three', { note: 'y' });
  await apply('v1', 'one', { replicas: 1 });
  await hooks.subject.ask({ method: 'PATCH', path: panes(hooks, 'v2', 'a'), body: { spec: { replicas: 9, width: 8 } } });
  await apply('v1', 'one', {});
  await undefine(hooks);
}

async function playAdmission(hooks: CaseHooks): Promise<void> {
  const added = [{ op: 'add', path: '/spec/size', value: '6x7' }];
  hooks.behave({
    convert: (request) => converting(request),
    old: (request) => (request['operation'] === 'CREATE' ? patch(added) : allow()),
    exact: allow,
  });
  await define(hooks);
  const rules = [{ operations: ['*'], apiGroups: [groupOf(hooks)], apiVersions: ['v1'], resources: ['panes', 'panes/*'] }];
  await hooks.configure('mutating', [hooks.webhook('old', { rules }), hooks.webhook('exact', { rules, matchPolicy: 'Exact' })]);
  const { subject } = hooks;
  const note = async (): Promise<void> => {
    hooks.noteAskedAt(['old', 'exact']);
    // The real server tries a write again where its cache was behind, and asks again: a list waits for the cache.
    await subject.prepare({ path: panes(hooks, 'v2') });
  };
  await subject.ask({ method: 'POST', path: panes(hooks, 'v2'), body: pane(hooks, ['v2', 'a'], { spec: { width: 1, replicas: 1 } }) });
  await note();
  await subject.ask({ method: 'PATCH', path: panes(hooks, 'v2', 'a'), body: { spec: { width: 2 } } });
  await note();
  await subject.ask({ method: 'PATCH', path: `${panes(hooks, 'v2', 'a')}/scale`, body: { spec: { replicas: 3 } } });
  await note();
  await subject.ask({ method: 'DELETE', path: panes(hooks, 'v2', 'a') });
  await note();
  await undefine(hooks);
}

function metadata(change: JsonObject): Change {
  return (converted) => ({ ...converted, metadata: { ...(converted['metadata'] as JsonObject), ...change } });
}

/** By name: what the webhook does wrong. */
const FAULTS: Readonly<Record<string, (request: JsonObject) => WebhookReply>> = {
  refusal: () => ({ kind: 'response', response: { result: { status: 'Failure', message: 'not today' } } }),
  'no-reason': () => ({ kind: 'response', response: { result: { status: 'Failure' } } }),
  'no-result': () => ({ kind: 'response', response: {} }),
  'wrong-uid': (request) => {
    const reply = converting(request);
    return reply.kind === 'response' ? { ...reply, response: { ...reply.response, uid: 'other' } } : reply;
  },
  'no-response': () => raw(200, '{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1"}'),
  'other-kind': () => raw(200, '{"kind":"Other","apiVersion":"apiextensions.k8s.io/v1","response":{}}'),
  'other-version': () => raw(200, '{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1beta1","response":{}}'),
  'no-kind': () => raw(200, '{"response":{}}'),
  'no-json': () => raw(200, 'nonsense'),
  empty: () => raw(200, ''),
  missing: () => raw(404, 'nothing', 'text/plain'),
  broken: () => raw(500, 'broken', 'text/plain'),
  none: () => ({ kind: 'response', response: { result: { status: 'Success' }, convertedObjects: [] } }),
  unconverted: (request) => converting(request, (converted) => ({ ...converted, apiVersion: 'example.org/v7' })),
  'other-object-kind': (request) => converting(request, (converted) => ({ ...converted, kind: 'Window' })),
  'no-object-kind': (request) => converting(request, () => ({ apiVersion: 'example.org/v7' })),
  'no-object': (request) => converting(request, () => null),
  text: (request) => converting(request, () => 'x'),
  renamed: (request) => converting(request, metadata({ name: 'other' })),
  moved: (request) => converting(request, metadata({ namespace: 'other' })),
  'other-uid': (request) => converting(request, metadata({ uid: 'other' })),
  'no-metadata': (request) => converting(request, ({ metadata: _metadata, ...converted }) => converted),
  'odd-metadata': (request) => converting(request, (converted) => ({ ...converted, metadata: 'x' })),
  'odd-labels': (request) => converting(request, metadata({ labels: 'x' })),
  'odd-label': (request) => converting(request, metadata({ labels: { a: 1 } })),
  'bad-label': (request) => converting(request, metadata({ labels: { 'a b': 'c d' } })),
  'bad-annotation': (request) => converting(request, metadata({ annotations: { 'a b': 'c d' } })),
  relabelled: (request) => converting(request, metadata({ labels: { a: 'b' }, annotations: { c: 'd' }, finalizers: ['example.org/x'] })),
  'odd-spec': (request) => converting(request, (converted) => ({ ...converted, spec: 'x' })),
};

async function playFaults(hooks: CaseHooks): Promise<void> {
  hooks.behave({ convert: (request) => converting(request) });
  await define(hooks);
  await hooks.subject.prepare({ method: 'POST', path: panes(hooks, 'v1'), body: pane(hooks, ['v1', 'kept'], { spec: { replicas: 1 } }) });
  for (const [name, fault] of Object.entries(FAULTS)) {
    hooks.behave({ convert: fault });
    await hooks.subject.ask({ method: 'POST', path: `${panes(hooks, 'v2')}?dryRun=All`, body: pane(hooks, ['v2', name]) });
    await hooks.subject.ask({ path: panes(hooks, 'v2', 'kept') });
  }
  hooks.behave({ convert: (request) => converting(request) });
  await undefine(hooks);
}

async function playOldReviews(hooks: CaseHooks): Promise<void> {
  hooks.behave({ convert: (request) => converting(request) });
  await define(hooks, ['v7', 'v1beta1', 'v1']);
  await hooks.subject.ask({ method: 'POST', path: panes(hooks, 'v2'), body: pane(hooks, ['v2', 'a'], { spec: { width: 1 } }) });
  hooks.noteConversion(`${groupOf(hooks)}/v1`);
  await undefine(hooks);
}

export const CONVERSION_CASES: readonly WebhookCase[] = [
  webhookCase('conversions by webhook', playConversions),
  webhookCase('applies in two versions', playApplies),
  webhookCase('conversions for admission', playAdmission),
  webhookCase('conversions that fail', playFaults),
  webhookCase('conversion reviews of the older version', playOldReviews),
];
