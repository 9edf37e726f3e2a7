// What webhooks are asked, and what becomes of their answers.
import type { JsonObject } from '@rectrace/kube';
import type { ApiRequest } from '@rectrace/testbed';
import type { CaseHooks } from './case-hooks.ts';
import type { WebhookCase } from './webhook-case.ts';
import { webhookCase } from './webhook-case.ts';
import { allow, deny, patch, raw } from './webhook-server.ts';

const CORE = { apiGroups: [''], apiVersions: ['v1'] };
const APPS = { apiGroups: ['apps'], apiVersions: ['v1'] };

function maps(hooks: CaseHooks, name = ''): string {
  return `/api/v1/namespaces/${hooks.namespace}/configmaps${name === '' ? '' : `/${name}`}`;
}

function map(name: string, rest: JsonObject = {}): JsonObject {
  return { metadata: { name }, ...rest };
}

async function askAndNote(hooks: CaseHooks, ...requests: readonly ApiRequest[]): Promise<void> {
  for (const request of requests) {
    await hooks.subject.ask(request);
    hooks.noteAsked();
  }
}

async function playReviews(hooks: CaseHooks): Promise<void> {
  hooks.behave({ mutate: allow, validate: allow });
  await hooks.configure('mutating', [hooks.webhook('mutate')]);
  await hooks.configure('validating', [hooks.webhook('validate')]);
  const one = maps(hooks, 'a');
  await askAndNote(
    hooks,
    { method: 'POST', path: maps(hooks), body: map('a', { data: { x: '1' } }) },
    { method: 'POST', path: `${maps(hooks)}?fieldManager=me&fieldValidation=Strict`, body: { metadata: { generateName: 'made-' } } },
    { method: 'POST', path: `${maps(hooks)}?dryRun=All`, body: map('dry') },
    { method: 'PUT', path: one, body: map('a', { data: { x: '2' } }) },
    { method: 'PATCH', path: `${one}?fieldManager=me`, body: { data: { y: '1' } } },
    { method: 'PATCH', path: one, contentType: 'application/json-patch+json', body: [{ op: 'remove', path: '/data/y' }] },
    {
      method: 'PATCH',
      path: `${one}?fieldManager=applier&force=true`,
      contentType: 'application/apply-patch+yaml',
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { z: '1' } },
    },
    {
      method: 'PATCH',
      path: `${maps(hooks, 'applied')}?fieldManager=applier`,
      contentType: 'application/apply-patch+yaml',
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' } },
    },
    { method: 'DELETE', path: `${one}?gracePeriodSeconds=0&dryRun=All` },
    { method: 'DELETE', path: one, body: { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Foreground' } },
    { method: 'DELETE', path: `${maps(hooks)}?propagationPolicy=Background` },
    { method: 'GET', path: maps(hooks) },
  );
}

async function playSubresources(hooks: CaseHooks): Promise<void> {
  hooks.behave({ mutate: allow, validate: allow });
  const rules = [
    { operations: ['*'], ...CORE, resources: ['pods', 'pods/*', 'serviceaccounts/token'] },
    { operations: ['*'], ...APPS, resources: ['deployments', 'deployments/*'] },
    { operations: ['*'], apiGroups: ['authorization.k8s.io'], apiVersions: ['*'], resources: ['*'] },
  ];
  await hooks.configure('mutating', [hooks.webhook('mutate', { rules })]);
  await hooks.configure('validating', [hooks.webhook('validate', { rules })]);
  const [pods, apps] = [`/api/v1/namespaces/${hooks.namespace}/pods`, `/apis/apps/v1/namespaces/${hooks.namespace}/deployments`];
  const spec = { containers: [{ name: 'a', image: 'x' }] };
  const template = { metadata: { labels: { a: 'b' } }, spec };
  await askAndNote(
    hooks,
    { method: 'POST', path: pods, body: map('p', { spec }) },
    { method: 'POST', path: `${pods}/p/binding`, body: map('p', { target: { kind: 'Node', name: 'n' } }) },
    { method: 'PATCH', path: `${pods}/p/status`, body: { status: { phase: 'Running' } } },
    { method: 'POST', path: `${pods}/p/eviction`, body: { apiVersion: 'policy/v1', kind: 'Eviction', ...map('p') } },
  );
  // The real server asks about a pod once more where its cache is behind.
  await hooks.subject.ask({ method: 'DELETE', path: `${pods}/p?gracePeriodSeconds=0` });
  hooks.forgetAsked();
  await askAndNote(
    hooks,
    { method: 'POST', path: apps, body: map('d', { spec: { selector: { matchLabels: { a: 'b' } }, template } }) },
    { method: 'PATCH', path: `${apps}/d/scale`, body: { spec: { replicas: 2 } } },
    {
      method: 'PUT',
      path: `${apps}/d/scale`,
      body: { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'd', namespace: hooks.namespace }, spec: { replicas: 3 } },
    },
    {
      method: 'POST',
      path: `/apis/authorization.k8s.io/v1/namespaces/${hooks.namespace}/localsubjectaccessreviews`,
      body: { spec: { user: 'u', resourceAttributes: { namespace: hooks.namespace, verb: 'get', resource: 'pods' } } },
    },
    { method: 'DELETE', path: `${apps}/d` },
  );
}

async function playPatches(hooks: CaseHooks): Promise<void> {
  const add = { op: 'add', path: '/data', value: { added: '1' } };
  hooks.behave({
    patch: (request) =>
      patches[String((request['object'] as JsonObject | null)?.['kind'] === 'ConfigMap' ? nameIn(request) : 'deleted')] ?? allow(),
    see: allow,
  });
  const nameIn = (request: JsonObject): string => String(request['name']);
  const patches: Readonly<Record<string, ReturnType<typeof patch>>> = {
    add: patch([add]),
    unknown: patch([add, { op: 'add', path: '/nothing', value: 1 }]),
    wrong: patch([{ op: 'add', path: '/data', value: { added: 1 } }]),
    missing: patch([{ op: 'remove', path: '/data/none' }]),
    test: patch([{ op: 'test', path: '/metadata/name', value: 'other' }]),
    broken: patch('[{'),
    object: patch('{}'),
    empty: patch([]),
    untyped: patch([add], { patchType: null }),
    bare: { kind: 'response', response: { allowed: true, patchType: 'JSONPatch' } },
    strange: patch([add], { patchType: 'MergePatch' }),
    blank: patch([add], { patchType: '' }),
    renamed: patch([{ op: 'replace', path: '/metadata/name', value: 'new' }]),
    labelled: patch([{ op: 'add', path: '/metadata/labels', value: { a: 'b' } }]),
    unmanaged: patch([{ op: 'replace', path: '/metadata/managedFields', value: [{ manager: 'x', operation: 'Odd', apiVersion: 'v1' }] }]),
    moved: patch([{ op: 'replace', path: '/metadata/namespace', value: 'elsewhere' }]),
    deleted: patch([add]),
  };
  await hooks.configure('mutating', [hooks.webhook('patch'), hooks.webhook('see')]);
  for (const name of Object.keys(patches)) {
    if (name !== 'deleted') await askAndNote(hooks, { method: 'POST', path: maps(hooks), body: map(name) });
  }
  await askAndNote(
    hooks,
    { method: 'PATCH', path: maps(hooks, 'empty'), body: { data: { x: 'y' } } },
    { method: 'DELETE', path: maps(hooks, 'add') },
  );
}

async function playDefaults(hooks: CaseHooks): Promise<void> {
  const container = { op: 'add', path: '/spec/containers/-', value: { name: 'side', image: 'y', ports: [{ containerPort: 80 }] } };
  hooks.behave({ first: () => patch([container]), second: allow });
  const rules = [{ operations: ['CREATE'], ...CORE, resources: ['pods'] }];
  await hooks.configure('mutating', [hooks.webhook('first', { rules }), hooks.webhook('second', { rules })]);
  const body = map('p', { spec: { containers: [{ name: 'a', image: 'x' }] } });
  await askAndNote(hooks, { method: 'POST', path: `/api/v1/namespaces/${hooks.namespace}/pods`, body });
}

const DENIALS: Readonly<Record<string, ReturnType<typeof deny>>> = {
  bare: deny(),
  empty: deny({}),
  message: deny({ message: 'no way' }),
  reason: deny({ reason: 'Forbidden' }),
  code: deny({ code: 418, message: 'teapot' }),
  success: deny({ code: 200, status: 'Success', message: 'well' }),
  conflict: deny({
    code: 409,
    reason: 'Conflict',
    message: 'taken',
    details: { name: 'x', kind: 'y', causes: [{ reason: 'r', field: 'f' }] },
  }),
  retry: deny({ code: 429, reason: 'TooManyRequests', message: 'later', details: { retryAfterSeconds: 3 } }),
  warned: deny({ message: 'no' }, { warnings: ['first', 'second "quoted"', ''] }),
  odd: deny({ status: 'Odd', metadata: { resourceVersion: '4' }, message: 'no' }),
};

async function playDenials(hooks: CaseHooks): Promise<void> {
  hooks.behave({ decide: (request) => DENIALS[String(request['name'])] ?? allow() });
  for (const kind of ['validating', 'mutating'] as const) {
    await hooks.configure(kind, [hooks.webhook('decide')]);
    for (const name of Object.keys(DENIALS)) await hooks.subject.ask({ method: 'POST', path: maps(hooks), body: map(name) });
    await hooks.removeAll();
  }
}

const REVIEW = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' };
const BAD_ANSWERS: Readonly<Record<string, ReturnType<typeof raw>>> = {
  missing: raw(404, 'not here', 'text/plain'),
  failing: raw(500, 'it "broke"\n', 'text/plain'),
  failing2: raw(500, '{"a":1}'),
  refusing: raw(400, 'bad', 'text/plain'),
  forbidding: raw(403, 'you may not', 'text/plain'),
  teapot: raw(418, 'short', 'text/plain'),
  busy: raw(503, 'busy', 'text/plain'),
  many: raw(429, 'many', 'text/plain'),
  empty: raw(200, '', 'text/plain'),
  text: raw(200, 'hello', 'text/plain'),
  list: raw(200, '[]'),
  nothing: raw(200, '{}'),
  absent: raw(200, JSON.stringify(REVIEW)),
  other: raw(200, JSON.stringify({ ...REVIEW, response: { uid: 'other', allowed: true } })),
  pod: raw(200, JSON.stringify({ apiVersion: 'v1', kind: 'Pod' })),
  unknown: raw(200, JSON.stringify({ apiVersion: 'admission.k8s.io/v2', kind: 'AdmissionReview', response: { allowed: true } })),
  mistyped: raw(200, JSON.stringify({ ...REVIEW, response: { allowed: 'yes' } })),
};

async function playBadAnswers(hooks: CaseHooks): Promise<void> {
  hooks.behave({ answer: (request) => BAD_ANSWERS[String(request['name'])] ?? allow() });
  await hooks.configure('validating', [hooks.webhook('answer')]);
  for (const name of Object.keys(BAD_ANSWERS)) await hooks.subject.ask({ method: 'POST', path: maps(hooks), body: map(name) });
}

async function playIgnored(hooks: CaseHooks): Promise<void> {
  hooks.behave({ answer: () => raw(500, 'broken', 'text/plain'), untouched: () => deny({ message: 'still' }) });
  await hooks.configure('mutating', [hooks.webhook('answer', { failurePolicy: 'Ignore' })]);
  await hooks.subject.ask({ method: 'POST', path: maps(hooks), body: map('a') });
  await hooks.configure('validating', [hooks.webhook('untouched', { failurePolicy: 'Ignore' })]);
  await hooks.subject.ask({ method: 'POST', path: maps(hooks), body: map('b') });
}

async function playUnreachable(hooks: CaseHooks): Promise<void> {
  hooks.behave({ slow: () => ({ kind: 'silence' }) });
  const broken: Readonly<Record<string, JsonObject>> = {
    refused: { clientConfig: { url: 'https://127.0.0.1:1/x' } },
    untrusted: { clientConfig: { url: String((hooks.webhook('x')['clientConfig'] as JsonObject)['url']) } },
    service: { clientConfig: { service: { namespace: hooks.namespace, name: 'none', path: '/p' } } },
    slow: { ...hooks.webhook('slow'), timeoutSeconds: 1 },
  };
  for (const [name, rest] of Object.entries(broken)) {
    await hooks.configure('validating', [hooks.webhook(name, rest)], name);
    await hooks.subject.ask({ method: 'POST', path: maps(hooks), body: map(name) });
    await hooks.removeAll();
  }
}

async function playValidatingPatch(hooks: CaseHooks): Promise<void> {
  const answers: Readonly<Record<string, ReturnType<typeof patch>>> = {
    patched: patch([{ op: 'add', path: '/data', value: {} }]),
    typed: { kind: 'response', response: { allowed: true, patchType: 'JSONPatch' } },
  };
  hooks.behave({ validate: (request) => answers[String(request['name'])] ?? allow() });
  await hooks.configure('validating', [hooks.webhook('validate')]);
  for (const name of Object.keys(answers)) await hooks.subject.ask({ method: 'POST', path: maps(hooks), body: map(name) });
}

async function playOldReviews(hooks: CaseHooks): Promise<void> {
  hooks.behave({ old: () => patch([{ op: 'add', path: '/data', value: { x: '1' } }], { patchType: null }), neither: allow });
  await hooks.configure('mutating', [hooks.webhook('old', { admissionReviewVersions: ['v2', 'v1beta1'] })]);
  await askAndNote(hooks, { method: 'POST', path: maps(hooks), body: map('a') });
}

async function playDryRuns(hooks: CaseHooks): Promise<void> {
  hooks.behave({ some: allow, none: allow });
  await hooks.configure('validating', [hooks.webhook('none', { sideEffects: 'NoneOnDryRun' })]);
  await askAndNote(hooks, { method: 'POST', path: `${maps(hooks)}?dryRun=All`, body: map('a') });
}

export const REVIEW_CASES: readonly WebhookCase[] = [
  webhookCase('reviews of every verb', playReviews),
  webhookCase('reviews of subresources', playSubresources),
  webhookCase('patches of every sort', playPatches),
  webhookCase('a patched pod gets its defaults', playDefaults),
  webhookCase('denials', playDenials),
  webhookCase('answers that are none', playBadAnswers),
  webhookCase('failures that are ignored', playIgnored),
  webhookCase('webhooks that can not be reached', playUnreachable),
  webhookCase('a validating webhook may not patch', playValidatingPatch),
  webhookCase('reviews of the older version', playOldReviews),
  webhookCase('dry runs', playDryRuns),
];
