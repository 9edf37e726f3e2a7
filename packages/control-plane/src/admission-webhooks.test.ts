import type { JsonObject } from '@rectrace/kube';
import { listAt, stringAt } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { WebhookAnswer, WebhookCall, WebhookCaller } from './api/admission/webhooks/webhook-caller.ts';
import type { ControlPlane } from './control-plane.ts';
import { createControlPlane } from './control-plane.ts';
import type { ClientResponse } from './in-process-client.ts';

const REGISTRATION = '/apis/admissionregistration.k8s.io/v1';
const MAPS = '/api/v1/namespaces/default/configmaps';
const CONFIG_MAPS = { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };

/** A caller whose webhooks are functions by their path. */
class ScriptedWebhooks implements WebhookCaller {
  readonly calls: WebhookCall[] = [];
  readonly #webhooks: Readonly<Record<string, (request: JsonObject) => JsonObject>>;

  constructor(webhooks: Readonly<Record<string, (request: JsonObject) => JsonObject>>) {
    this.#webhooks = webhooks;
  }

  async call(call: WebhookCall): Promise<WebhookAnswer> {
    this.calls.push(call);
    const path = call.target.kind === 'url' ? new URL(call.target.url).pathname.slice(1) : call.target.path.slice(1);
    const request = call.review['request'] as JsonObject;
    const response = this.#webhooks[path]?.(request);
    if (response === undefined) return { kind: 'unanswered', message: 'Post "https://…": EOF' };
    const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: { uid: request['uid'] ?? '', ...response } };
    return { kind: 'answered', status: 200, contentType: 'application/json', text: JSON.stringify(review) };
  }

  /** The paths that were called, in order. */
  get paths(): readonly string[] {
    return this.calls.map(({ target }) => (target.kind === 'url' ? new URL(target.url).pathname.slice(1) : target.path.slice(1)));
  }
}

function patching(...operations: readonly object[]): JsonObject {
  return { allowed: true, patchType: 'JSONPatch', patch: btoa(JSON.stringify(operations)) };
}

function webhook(path: string, rest: JsonObject = {}): JsonObject {
  const clientConfig = { url: `https://127.0.0.1:1/${path}` };
  return { name: `${path}.example.org`, clientConfig, rules: [CONFIG_MAPS], sideEffects: 'None', admissionReviewVersions: ['v1'], ...rest };
}

async function planeWith(caller: WebhookCaller): Promise<ControlPlane> {
  return createControlPlane({
    clock: { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) },
    seed: 1,
    webhookCaller: caller,
  });
}

async function configure({ client }: ControlPlane, kind: 'mutating' | 'validating', ...webhooks: readonly JsonObject[]): Promise<void> {
  const path = `${REGISTRATION}/${kind}webhookconfigurations`;
  const body = { metadata: { name: kind }, webhooks };
  expect((await client.request({ method: 'POST', path, body })).status).toBe(201);
}

function createMap({ client }: ControlPlane, body: JsonObject, query = ''): Promise<ClientResponse> {
  return client.request({ method: 'POST', path: `${MAPS}${query}`, body: { metadata: { name: 'a' }, ...body } });
}

test('mutating webhooks change the object one after the other, validating ones see the result', async () => {
  const webhooks = new ScriptedWebhooks({
    first: () => patching({ op: 'add', path: '/data', value: { first: '1' } }),
    second: (request) => patching({ op: 'add', path: '/data/second', value: stringAt(request, ['object', 'data', 'first']) ?? 'none' }),
    last: (request) => ({ allowed: stringAt(request, ['object', 'data', 'second']) === '1' }),
  });
  const plane = await planeWith(webhooks);
  await configure(plane, 'mutating', webhook('first'), webhook('second'));
  await configure(plane, 'validating', webhook('last'));
  const { status, body } = await createMap(plane, {});
  expect({ status, data: body['data'] }).toEqual({ status: 201, data: { first: '1', second: '1' } });
  expect(webhooks.paths).toEqual(['first', 'second', 'last']);
});

test('a review says what is asked, by whom, and how', async () => {
  const webhooks = new ScriptedWebhooks({ all: () => ({ allowed: true }) });
  const plane = await planeWith(webhooks);
  await configure(plane, 'validating', webhook('all'));
  await createMap(plane, {}, '?fieldManager=me');
  await plane.client.request({ method: 'DELETE', path: `${MAPS}/a`, body: { propagationPolicy: 'Foreground' } });
  const [creation, deletion] = webhooks.calls.map(({ review }) => review['request'] as JsonObject);
  const kind = { group: '', version: 'v1', kind: 'ConfigMap' };
  expect(creation).toMatchObject({
    kind,
    requestKind: kind,
    requestResource: { group: '', version: 'v1', resource: 'configmaps' },
    name: 'a',
    namespace: 'default',
    operation: 'CREATE',
    userInfo: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
    object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a', namespace: 'default' } },
    oldObject: null,
    dryRun: false,
    options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'me' },
  });
  expect(deletion).toMatchObject({
    operation: 'DELETE',
    object: null,
    oldObject: { kind: 'ConfigMap', metadata: { name: 'a' } },
    options: { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1', propagationPolicy: 'Foreground' },
  });
});

test('a webhook that wants to be asked again is, once, when a later one has changed the object', async () => {
  const webhooks = new ScriptedWebhooks({
    early: () => ({ allowed: true }),
    late: (request) =>
      listAt(request, ['object', 'metadata', 'finalizers']).length > 0
        ? { allowed: true }
        : patching({ op: 'add', path: '/metadata/finalizers', value: ['a/b'] }),
  });
  const plane = await planeWith(webhooks);
  await configure(plane, 'mutating', webhook('early', { reinvocationPolicy: 'IfNeeded' }), webhook('late'));
  await createMap(plane, {});
  expect(webhooks.paths).toEqual(['early', 'late', 'early']);
});

test('a denial is answered with what the webhook says, and its warnings', async () => {
  const denied = { allowed: false, warnings: ['careful'], status: { code: 409, reason: 'Conflict', message: 'no' } };
  const plane = await planeWith(new ScriptedWebhooks({ deny: () => denied }));
  await configure(plane, 'validating', webhook('deny'));
  expect(await createMap(plane, {})).toMatchObject({
    status: 409,
    warnings: ['careful'],
    body: { reason: 'Conflict', message: 'admission webhook "deny.example.org" denied the request: no' },
  });
});

test('a call that fails refuses the request, or is ignored where the policy says so', async () => {
  const plane = await planeWith(new ScriptedWebhooks({}));
  await configure(plane, 'validating', webhook('gone', { failurePolicy: 'Ignore' }));
  expect((await createMap(plane, {})).status).toBe(201);
  await configure(plane, 'mutating', webhook('lost'));
  expect(await createMap(plane, { metadata: { name: 'b' } })).toMatchObject({
    status: 500,
    body: {
      reason: 'InternalError',
      message: 'Internal error occurred: failed calling webhook "lost.example.org": failed to call webhook: Post "https://…": EOF',
    },
  });
});

test('a webhook with side effects is not asked about a dry run', async () => {
  const webhooks = new ScriptedWebhooks({ dry: () => ({ allowed: true }) });
  const plane = await planeWith(webhooks);
  await configure(plane, 'validating', webhook('dry', { sideEffects: 'NoneOnDryRun' }));
  expect((await createMap(plane, {}, '?dryRun=All')).status).toBe(201);
  expect(webhooks.calls[0]?.review['request']).toMatchObject({ dryRun: true, options: { dryRun: ['All'] } });
});

test('selectors decide whether a webhook is asked, and so do the rules of an equivalent version', async () => {
  const webhooks = new ScriptedWebhooks({
    labelled: () => ({ allowed: true }),
    spaced: () => ({ allowed: true }),
    scaled: () => ({ allowed: true }),
  });
  const plane = await planeWith(webhooks);
  const rules = [{ ...CONFIG_MAPS, apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'] }];
  await configure(
    plane,
    'validating',
    webhook('labelled', { objectSelector: { matchLabels: { a: 'b' } } }),
    webhook('spaced', {
      namespaceSelector: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['default'] }] },
    }),
    webhook('scaled', { rules }),
  );
  await createMap(plane, {});
  await createMap(plane, { metadata: { name: 'b', labels: { a: 'b' } } });
  expect(webhooks.paths).toEqual(['labelled']);
  const spec = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }, maxReplicas: 2 };
  const body = { metadata: { name: 'h' }, spec };
  await plane.client.request({ method: 'POST', path: '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers', body });
  expect(webhooks.calls[1]?.review['request']).toMatchObject({
    kind: { group: 'autoscaling', version: 'v1' },
    requestKind: { group: 'autoscaling', version: 'v2' },
    object: { apiVersion: 'autoscaling/v1' },
  });
});

test('configurations are never themselves subject to webhooks', async () => {
  const webhooks = new ScriptedWebhooks({ deny: () => ({ allowed: false }) });
  const plane = await planeWith(webhooks);
  await configure(
    plane,
    'validating',
    webhook('deny', { rules: [{ ...CONFIG_MAPS, apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }] }),
  );
  const path = `${REGISTRATION}/validatingwebhookconfigurations/validating`;
  expect((await plane.client.request({ method: 'DELETE', path })).status).toBe(200);
  expect(webhooks.calls).toEqual([]);
});
