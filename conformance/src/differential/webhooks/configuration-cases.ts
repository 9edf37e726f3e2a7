// Configurations of webhooks, policies and bindings that are not as they should be, and the defaults of those that are.
import type { JsonObject } from '@rectrace/kube';
import type { CaseHooks } from './case-hooks.ts';
import type { WebhookCase } from './webhook-case.ts';
import { webhookCase } from './webhook-case.ts';

const REGISTRATION = '/apis/admissionregistration.k8s.io/v1';
const RULE = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
const HOOK = {
  name: 'a.example.org',
  clientConfig: { url: 'https://127.0.0.1:1/x' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  rules: [RULE],
};

const BAD_HOOKS: readonly JsonObject[] = [
  {},
  { name: 'short', clientConfig: {}, sideEffects: 'None', admissionReviewVersions: [] },
  { ...HOOK, name: 'Not.A.Name' },
  { ...HOOK, name: 'a.b' },
  { ...HOOK, sideEffects: 'Some' },
  { ...HOOK, sideEffects: 'Odd' },
  { ...HOOK, failurePolicy: 'Odd', matchPolicy: 'Odd' },
  { ...HOOK, timeoutSeconds: 31 },
  { ...HOOK, timeoutSeconds: 0 },
  { ...HOOK, admissionReviewVersions: ['v1', 'v1', 'Odd!'] },
  { ...HOOK, admissionReviewVersions: ['v2'] },
  { ...HOOK, namespaceSelector: { matchLabels: { 'a b': 'c d' } }, objectSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } },
  {
    ...HOOK,
    rules: [
      { ...RULE, operations: [] },
      { ...RULE, operations: ['CREATE', '*'] },
      { ...RULE, operations: ['ODD'] },
    ],
  },
  { ...HOOK, rules: [{ operations: ['CREATE'] }] },
  { ...HOOK, rules: [{ ...RULE, apiGroups: ['', '*'], apiVersions: ['v1', '*', ''], scope: 'Odd' }] },
  {
    ...HOOK,
    rules: [
      { ...RULE, resources: ['*', 'pods'] },
      { ...RULE, resources: ['*/*', 'pods/status'] },
      { ...RULE, resources: [''] },
    ],
  },
  { ...HOOK, rules: [{ ...RULE, resources: ['pods/*', 'pods/status', '*/scale', 'deployments/scale'] }] },
  { ...HOOK, clientConfig: { url: 'http://user:pw@host/x?a=b#c' } },
  { ...HOOK, clientConfig: { url: 'https:///x' } },
  { ...HOOK, clientConfig: { url: 'https://h', service: { name: 'a', namespace: 'b' } } },
  { ...HOOK, clientConfig: { service: { name: '', namespace: '', port: 70000, path: 'x//Y' } } },
  { ...HOOK, clientConfig: { service: { name: 'a', namespace: 'b', path: '//' } } },
  {
    ...HOOK,
    matchConditions: [
      { name: '', expression: '' },
      { name: 'b d', expression: '1' },
      { name: 'x', expression: 'true' },
    ],
  },
  {
    ...HOOK,
    matchConditions: [
      { name: 'x', expression: 'nope == 1' },
      { name: 'x', expression: ' object.a ' },
    ],
  },
  {
    ...HOOK,
    matchConditions: [
      { name: 'y', expression: 'params.x == 1' },
      { name: 'z', expression: 'variables.x == 1' },
    ],
  },
  { ...HOOK, matchConditions: Array.from({ length: 65 }, (_item, index) => ({ name: `n${index}`, expression: 'true' })) },
];

async function playHooks(hooks: CaseHooks): Promise<void> {
  for (const kind of ['mutating', 'validating']) {
    const path = `${REGISTRATION}/${kind}webhookconfigurations`;
    for (const [index, webhook] of BAD_HOOKS.entries()) {
      await hooks.subject.ask({
        method: 'POST',
        path: `${path}?dryRun=All`,
        body: { metadata: { name: `b${index}` }, webhooks: [webhook] },
      });
    }
    await hooks.subject.ask({ method: 'POST', path: `${path}?dryRun=All`, body: { metadata: { name: 'twice' }, webhooks: [HOOK, HOOK] } });
    const service = { ...HOOK, clientConfig: { service: { name: 'a', namespace: 'b' } } };
    await hooks.subject.ask({ method: 'POST', path, body: { metadata: { name: hooks.namespace }, webhooks: [service] } });
    await hooks.subject.ask({ method: 'PATCH', path: `${path}/${hooks.namespace}`, body: { metadata: { labels: { a: 'b' } } } });
    await hooks.subject.ask({
      method: 'PATCH',
      path: `${path}/${hooks.namespace}`,
      body: { webhooks: [{ ...HOOK, reinvocationPolicy: 'Odd' }] },
    });
    await hooks.subject.ask({
      method: 'PUT',
      path: `${path}/${hooks.namespace}`,
      body: { metadata: { name: hooks.namespace }, webhooks: [] },
    });
    await hooks.subject.ask({ method: 'DELETE', path: `${path}/${hooks.namespace}` });
  }
}

const CONSTRAINTS = { resourceRules: [RULE] };
const POLICY = { matchConstraints: CONSTRAINTS, validations: [{ expression: 'true' }] };

const BAD_POLICIES: readonly JsonObject[] = [
  {},
  { ...POLICY, matchConstraints: {} },
  { ...POLICY, validations: [] },
  {
    ...POLICY,
    failurePolicy: 'Odd',
    matchConstraints: { ...CONSTRAINTS, matchPolicy: 'Odd', namespaceSelector: { matchLabels: { 'a b': 'c' } } },
  },
  { ...POLICY, matchConstraints: { resourceRules: [{ ...RULE, resourceNames: ['a/b', 'c', 'c'] }], excludeResourceRules: [{}] } },
  { ...POLICY, paramKind: {} },
  { ...POLICY, paramKind: { apiVersion: 'a/b/c', kind: 'x y' } },
  { ...POLICY, paramKind: { apiVersion: 'A_b/V 1', kind: 'ConfigMap' } },
  { ...POLICY, paramKind: { apiVersion: 'apps/', kind: 'ConfigMap' } },
  { ...POLICY, validations: [{ expression: '' }, { expression: ' ' }, { expression: '1' }, { expression: 'object.x' }] },
  {
    ...POLICY,
    validations: [{ expression: 'timestamp("2020-01-01T00:00:00Z")' }, { expression: '[quantity("1")]' }, { expression: 'request' }],
  },
  { ...POLICY, validations: [{ expression: 'object.spec.replicas > ' }, { expression: 'nope.x == 1' }, { expression: 'params.x == 1' }] },
  {
    ...POLICY,
    validations: [{ expression: 'variables.x == 1' }, { expression: 'request.nope == 1' }, { expression: 'namespaceObject.spec.x == 1' }],
  },
  {
    ...POLICY,
    validations: [
      { expression: 'true', message: ' ' },
      { expression: 'true', message: 'a\nb', reason: 'Odd' },
    ],
  },
  {
    ...POLICY,
    validations: [
      { expression: 'true', messageExpression: ' ' },
      { expression: 'true', messageExpression: '1' },
    ],
  },
  { ...POLICY, validations: [{ expression: 'true', messageExpression: 'authorizer.path("/").check("get").reason()' }] },
  {
    ...POLICY,
    validations: [{ expression: 'authorizer.group("").check("x").allowed()' }, { expression: 'authorizer.path(1).check("get").allowed()' }],
  },
  {
    ...POLICY,
    validations: [{ expression: 'authorizer.requestResource.allowed()' }, { expression: 'authorizer.group("a").resource("b").check("c")' }],
  },
  {
    ...POLICY,
    variables: [
      { name: '', expression: '' },
      { name: 'a b', expression: '1' },
      { name: 'in', expression: 'x' },
    ],
  },
  {
    ...POLICY,
    variables: [
      { name: 'a', expression: '1' },
      { name: 'b', expression: 'variables.a + "x"' },
      { name: 'c', expression: 'variables.later' },
    ],
    validations: [{ expression: 'variables.a == "x"' }, { expression: 'variables.nope == 1' }, { expression: 'variables.b == 2' }],
  },
  {
    ...POLICY,
    variables: [
      { name: 'list', expression: '[1, 2]' },
      { name: 'map', expression: '{"a": quantity("1")}' },
      { name: 'time', expression: 'timestamp("2020-01-01T00:00:00Z")' },
    ],
    validations: [{ expression: 'variables.list == "x"' }, { expression: 'variables.map.a == 1' }, { expression: 'variables.time == 1' }],
  },
  {
    ...POLICY,
    auditAnnotations: [
      { key: '', valueExpression: '' },
      { key: 'a b', valueExpression: '1' },
      { key: 'k', valueExpression: "'x'" },
    ],
  },
  {
    ...POLICY,
    auditAnnotations: [
      { key: 'k', valueExpression: 'null' },
      { key: 'k', valueExpression: 'object.x' },
    ],
  },
  {
    ...POLICY,
    matchConditions: [
      { name: 'a', expression: 'params.x == 1' },
      { name: 'a', expression: 'variables.x == 1' },
    ],
  },
  { ...POLICY, paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, matchConditions: [{ name: 'a', expression: 'params.x == 1' }] },
];

const BINDING = { policyName: 'p', validationActions: ['Deny'] };
const BAD_BINDINGS: readonly JsonObject[] = [
  {},
  { ...BINDING, policyName: 'A b' },
  { ...BINDING, validationActions: ['Deny', 'Warn', 'Odd', 'Deny'] },
  { ...BINDING, paramRef: {} },
  { ...BINDING, paramRef: { name: 'a/b', selector: { matchLabels: { 'a b': 'c' } }, parameterNotFoundAction: 'Odd' } },
  { ...BINDING, paramRef: { selector: {}, parameterNotFoundAction: 'Deny' }, matchResources: { matchPolicy: 'Odd', resourceRules: [{}] } },
];

async function playPolicies(hooks: CaseHooks): Promise<void> {
  const policies = `${REGISTRATION}/validatingadmissionpolicies`;
  const ask = async (path: string, specs: readonly JsonObject[]): Promise<void> => {
    for (const [index, spec] of specs.entries()) {
      await hooks.subject.ask({ method: 'POST', path: `${path}?dryRun=All`, body: { metadata: { name: `b${index}` }, spec } });
    }
  };
  await ask(policies, [...BAD_POLICIES, POLICY]);
  await ask(`${REGISTRATION}/validatingadmissionpolicybindings`, [...BAD_BINDINGS, { ...BINDING, matchResources: {} }]);
  await hooks.subject.ask({ method: 'POST', path: policies, body: { metadata: { name: hooks.namespace }, spec: POLICY } });
  await hooks.subject.ask({
    method: 'PATCH',
    path: `${policies}/${hooks.namespace}`,
    body: { spec: { validations: [{ expression: '1' }] } },
  });
  await hooks.subject.ask({
    method: 'PATCH',
    path: `${policies}/${hooks.namespace}/status`,
    body: { status: { observedGeneration: 1, typeChecking: { expressionWarnings: [{ fieldRef: 'spec.validations[0]', warning: 'w' }] } } },
  });
  await hooks.subject.ask({ method: 'DELETE', path: `${policies}/${hooks.namespace}` });
}

export const CONFIGURATION_CASES: readonly WebhookCase[] = [
  webhookCase('configurations of webhooks', playHooks),
  webhookCase('policies and bindings', playPolicies),
];
