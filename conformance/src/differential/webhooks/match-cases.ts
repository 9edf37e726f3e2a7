// Which webhooks are asked, in which version and in which order.
import type { JsonObject } from '@rectrace/kube';
import { waitFor } from '@rectrace/testbed';
import type { CaseHooks } from './case-hooks.ts';
import type { WebhookCase } from './webhook-case.ts';
import { webhookCase } from './webhook-case.ts';
import { allow, patch, raw } from './webhook-server.ts';

const RULE = { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };

function maps(hooks: CaseHooks): string {
  return `/api/v1/namespaces/${hooks.namespace}/configmaps`;
}

async function create(hooks: CaseHooks, name: string, rest: JsonObject = {}): Promise<void> {
  const { metadata = {}, ...body } = rest;
  await hooks.subject.ask({ method: 'POST', path: maps(hooks), body: { metadata: { name, ...(metadata as JsonObject) }, ...body } });
}

/** Behaviours that allow, one for each path. */
function allowing(hooks: CaseHooks, paths: readonly string[]): void {
  hooks.behave(Object.fromEntries(paths.map((path) => [path, allow])));
}

async function playRules(hooks: CaseHooks): Promise<void> {
  const rules: Readonly<Record<string, JsonObject>> = {
    exact: RULE,
    group: { ...RULE, apiGroups: ['*'] },
    version: { ...RULE, apiVersions: ['v1beta1'] },
    versions: { ...RULE, apiVersions: ['*'] },
    created: { ...RULE, operations: ['CREATE', 'DELETE'] },
    everything: { ...RULE, apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] },
    parts: { ...RULE, resources: ['*/*'] },
    status: { ...RULE, resources: ['pods/status'] },
    anystatus: { ...RULE, resources: ['*/status'] },
    podparts: { ...RULE, resources: ['pods/*'] },
    namespaced: { ...RULE, resources: ['*'], scope: 'Namespaced' },
    cluster: { ...RULE, resources: ['*'], scope: 'Cluster' },
    connect: { ...RULE, operations: ['CONNECT'] },
  };
  allowing(hooks, Object.keys(rules));
  await hooks.configure(
    'validating',
    Object.entries(rules).map(([path, rule]) => hooks.webhook(path, { rules: [rule] })),
  );
  const spec = { containers: [{ name: 'a', image: 'x' }] };
  const pods = `/api/v1/namespaces/${hooks.namespace}/pods`;
  for (const request of [
    { method: 'POST', path: maps(hooks), body: { metadata: { name: 'a' } } },
    { method: 'PATCH', path: `${maps(hooks)}/a`, body: { data: { a: 'b' } } },
    { method: 'POST', path: pods, body: { metadata: { name: 'p' }, spec } },
    { method: 'PATCH', path: `${pods}/p/status`, body: { status: { phase: 'Running' } } },
    { method: 'PATCH', path: `/api/v1/namespaces/${hooks.namespace}`, body: { metadata: { labels: { x: 'y' } } } },
  ] as const) {
    await hooks.subject.ask(request);
    hooks.notePaths();
  }
}

/** A definition of the case's own, in two versions that are alike. */
function definition(hooks: CaseHooks, group: string): JsonObject {
  const schema = {
    openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { a: { type: 'string', default: 'd' } } } } },
  };
  const version = (name: string): JsonObject => ({
    name,
    served: true,
    storage: name === 'v1',
    schema,
    subresources: { scale: SCALE, status: {} },
  });
  const names = { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' };
  return {
    metadata: { name: `things.${group}`, labels: { made: hooks.namespace } },
    spec: { group, scope: 'Namespaced', names, versions: ['v1', 'v2'].map(version) },
  };
}

const SCALE = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };

async function playEquivalents(hooks: CaseHooks): Promise<void> {
  const group = `${hooks.namespace}.example.org`;
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  await hooks.subject.prepare({ method: 'POST', path: definitions, body: definition(hooks, group) });
  const path = (version: string): string => `/apis/${group}/${version}/namespaces/${hooks.namespace}/things`;
  await waitFor(async () => (await hooks.subject.prepare({ path: path('v2') })).status === 200, { timeoutMs: 20_000 });
  const rule = { operations: ['*'], apiGroups: [group], apiVersions: ['v1'], resources: ['things', 'things/*'] };
  const spec = [{ op: 'add', path: '/spec', value: { a: 'patched' } }];
  hooks.behave({ equivalent: (request) => (request['operation'] === 'CREATE' ? patch(spec) : allow()), exact: allow, own: allow });
  await hooks.configure('mutating', [
    hooks.webhook('equivalent', { rules: [rule] }),
    hooks.webhook('exact', { rules: [rule], matchPolicy: 'Exact' }),
    hooks.webhook('own', { rules: [{ ...rule, apiVersions: ['v2'] }] }),
  ]);
  for (const version of ['v2', 'v1']) {
    const body = { apiVersion: `${group}/${version}`, kind: 'Thing', metadata: { name: `h-${version}` } };
    await hooks.subject.ask({ method: 'POST', path: path(version), body });
    hooks.noteAsked();
    await hooks.subject.ask({ method: 'PATCH', path: `${path(version)}/h-${version}`, body: { metadata: { labels: { a: 'b' } } } });
    hooks.noteAsked();
    await hooks.subject.ask({ method: 'PATCH', path: `${path(version)}/h-${version}/status`, body: { status: { x: 'y' } } });
    hooks.noteAsked();
    await hooks.subject.ask({ method: 'DELETE', path: `${path(version)}/h-${version}` });
    hooks.noteAsked();
  }
  await hooks.subject.prepare({ method: 'DELETE', path: `${definitions}/things.${group}` });
}

async function playEvents(hooks: CaseHooks): Promise<void> {
  const rules = [{ operations: ['*'], apiGroups: ['events.k8s.io'], apiVersions: ['*'], resources: ['events'] }];
  allowing(hooks, ['events']);
  await hooks.configure('validating', [hooks.webhook('events', { rules })]);
  const involvedObject = { kind: 'Pod', name: 'p', namespace: hooks.namespace };
  const body = { metadata: { name: 'e' }, involvedObject, reason: 'R', message: 'm', type: 'Normal' };
  await hooks.subject.ask({ method: 'POST', path: `/api/v1/namespaces/${hooks.namespace}/events`, body });
  hooks.notePaths();
}

async function playSelectors(hooks: CaseHooks): Promise<void> {
  const spaced = (operator: string): JsonObject => ({
    namespaceSelector: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator, values: [hooks.namespace] }] },
  });
  allowing(hooks, ['labelled', 'unlabelled', 'inside', 'namespaces']);
  await hooks.configure('validating', [
    hooks.webhook('labelled', { objectSelector: { matchLabels: { a: 'b' } } }),
    hooks.webhook('unlabelled', { objectSelector: { matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['b'] }] } }),
    hooks.webhook('inside', spaced('In')),
    hooks.webhook('namespaces', {
      rules: [{ ...RULE, resources: ['namespaces'] }],
      namespaceSelector: { matchLabels: { [hooks.namespace]: 'new' } },
    }),
  ]);
  const requests = [
    { method: 'POST', path: maps(hooks), body: { metadata: { name: 'plain' } } },
    { method: 'POST', path: maps(hooks), body: { metadata: { name: 'a', labels: { a: 'b' } } } },
    { method: 'PATCH', path: `${maps(hooks)}/a`, body: { metadata: { labels: { a: null } } } },
    { method: 'DELETE', path: `${maps(hooks)}/a` },
    { method: 'PATCH', path: `/api/v1/namespaces/${hooks.namespace}`, body: { metadata: { labels: { [hooks.namespace]: 'new' } } } },
    { method: 'PATCH', path: `/api/v1/namespaces/${hooks.namespace}`, body: { metadata: { labels: { [hooks.namespace]: null } } } },
  ] as const;
  for (const request of requests) {
    await hooks.subject.ask(request);
    hooks.notePaths();
  }
}

const CONDITIONS: Readonly<Record<string, string>> = {
  named: 'object.metadata.name == "a"',
  other: 'object.metadata.name != "a"',
  user: 'request.userInfo.username == "admin" && "system:masters" in request.userInfo.groups',
  rights: 'authorizer.requestResource.check("delete").allowed()',
  path: 'authorizer.path("/healthz").check("get").allowed()',
  old: 'oldObject == null',
  operation: 'request.operation == "CREATE" && request.namespace != "" && request.dryRun == false',
  options: 'has(request.options.fieldManager)',
  kinds: 'request.kind.kind == "ConfigMap" && request.requestResource.resource == "configmaps"',
  missing: 'object.data.missing == "x"',
  optional: 'object.?data.?missing.orValue("none") == "none"',
  space: 'namespaceObject == null',
  subresource: 'request.subResource == ""',
  costly:
    '[1,2,3,4,5,6,7,8,9,10].all(a, [1,2,3,4,5,6,7,8,9,10].all(b, [1,2,3,4,5,6,7,8,9,10].all(c, [1,2,3,4,5,6,7,8,9,10].all(d, [1,2,3,4,5,6,7,8,9,10].all(e, a + b + c + d + e > 0)))))',
};

async function playConditions(hooks: CaseHooks): Promise<void> {
  for (const failurePolicy of ['Fail', 'Ignore']) {
    for (const [name, expression] of Object.entries(CONDITIONS)) {
      allowing(hooks, [name]);
      const matchConditions = [{ name: 'c', expression }];
      await hooks.configure(
        'validating',
        [hooks.webhook(name, { matchConditions, failurePolicy })],
        `${name}-${failurePolicy}`.toLowerCase(),
      );
      await hooks.subject.ask({ method: 'POST', path: `${maps(hooks)}?dryRun=All`, body: { metadata: { name: 'a' } } });
      hooks.notePaths();
      await hooks.removeAll();
    }
  }
}

async function playSeveralConditions(hooks: CaseHooks): Promise<void> {
  allowing(hooks, ['mixed', 'errors']);
  const failing = { name: 'f', expression: 'object.nothing == 1' };
  const failing2 = { name: 'g', expression: 'object.other == 1' };
  await hooks.configure('validating', [hooks.webhook('mixed', { matchConditions: [failing, { name: 'no', expression: 'false' }] })]);
  await create(hooks, 'mixed');
  await hooks.configure('mutating', [
    hooks.webhook('errors', { matchConditions: [failing, { name: 'yes', expression: 'true' }, failing2] }),
  ]);
  await create(hooks, 'errors');
  hooks.notePaths();
}

async function playReinvocation(hooks: CaseHooks): Promise<void> {
  const label = (key: string) => (request: JsonObject) => {
    const labels = ((request['object'] as JsonObject)['metadata'] as JsonObject)['labels'] as JsonObject | undefined;
    if (labels?.[key] !== undefined) return allow();
    return labels === undefined
      ? patch([{ op: 'add', path: '/metadata/labels', value: { [key]: '1' } }])
      : patch([{ op: 'add', path: `/metadata/labels/${key}`, value: '1' }]);
  };
  hooks.behave({ first: label('first'), second: label('second'), third: label('third'), same: allow, broken: () => raw(500, '') });
  await hooks.configure('mutating', [
    hooks.webhook('first', { reinvocationPolicy: 'IfNeeded' }),
    hooks.webhook('second'),
    hooks.webhook('same', { reinvocationPolicy: 'IfNeeded' }),
    hooks.webhook('broken', { reinvocationPolicy: 'IfNeeded', failurePolicy: 'Ignore' }),
    hooks.webhook('third', { reinvocationPolicy: 'IfNeeded' }),
  ]);
  await create(hooks, 'a');
  hooks.noteOrder();
  await create(hooks, 'b', { metadata: { labels: { first: '1', second: '1', third: '1' } } });
  hooks.noteOrder();
}

/** What plugins of the server itself change in the second round lets webhooks be asked again. */
async function playOrder(hooks: CaseHooks): Promise<void> {
  allowing(hooks, ['z', 'a', 'm']);
  await hooks.configure('mutating', [hooks.webhook('z')], 'a-first');
  await hooks.configure('mutating', [hooks.webhook('m'), hooks.webhook('a')], 'b-second');
  await create(hooks, 'x');
  hooks.noteOrder();
}

async function playExempt(hooks: CaseHooks): Promise<void> {
  allowing(hooks, ['all']);
  const rules = [{ operations: ['*'], apiGroups: ['admissionregistration.k8s.io'], apiVersions: ['*'], resources: ['*'] }];
  await hooks.configure('validating', [hooks.webhook('all', { rules, namespaceSelector: {} })]);
  const path = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations';
  await hooks.subject.ask({ method: 'POST', path: `${path}?dryRun=All`, body: { metadata: { name: hooks.namespace }, webhooks: [] } });
  hooks.notePaths();
}

export const MATCH_CASES: readonly WebhookCase[] = [
  webhookCase('rules', playRules),
  webhookCase('equivalent versions', playEquivalents),
  webhookCase('events of both groups', playEvents),
  webhookCase('selectors', playSelectors),
  webhookCase('conditions', playConditions),
  webhookCase('several conditions', playSeveralConditions),
  webhookCase('reinvocation', playReinvocation),
  webhookCase('configurations by name', playOrder),
  webhookCase('configurations are exempt', playExempt),
];
