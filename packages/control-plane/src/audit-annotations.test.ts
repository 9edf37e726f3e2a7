import type { Clock, JsonObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { WebhookCaller } from './api/admission/webhooks/webhook-caller.ts';
import { NO_HEADERS } from './api/api-request.ts';
import type { ControlPlane } from './control-plane.ts';
import { createControlPlane } from './control-plane.ts';

const clock: Clock = { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) };
const ADMISSION = '/apis/admissionregistration.k8s.io/v1';
const ADMIN = { name: 'admin', groups: ['system:masters'] };
const DECIDED = { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' };

type Asked = { readonly method?: string; readonly path: string; readonly body?: JsonObject; readonly user?: typeof ADMIN };

async function annotationsOf(
  { api }: ControlPlane,
  { method = 'POST', path, body, user = ADMIN }: Asked,
): Promise<Readonly<Record<string, string>>> {
  const told: Record<string, string> = {};
  await api.handle({
    method,
    path,
    query: new URLSearchParams(),
    user,
    body: body === undefined ? { kind: 'none' } : { kind: 'value', value: body },
    headers: NO_HEADERS,
    annotate: (key, value) => {
      told[key] ??= value;
    },
  });
  return told;
}

async function make({ client }: ControlPlane, path: string, body: JsonObject): Promise<void> {
  const { status, body: answer } = await client.request({ method: 'POST', path, body });
  if (status !== 201) throw new Error(String(answer['message']));
}

/** Answers by the name of the Service behind the webhook. */
function caller(answers: Readonly<Record<string, JsonObject>>): WebhookCaller {
  return {
    call: async ({ target, review }) => {
      const answer = target.kind === 'service' ? answers[target.name] : undefined;
      if (answer === undefined) return { kind: 'unanswered', message: 'nobody' };
      const uid = (review['request'] as JsonObject)['uid'] as string;
      const text = JSON.stringify({ ...review, request: undefined, response: { uid, allowed: true, ...answer } });
      return { kind: 'answered', status: 200, contentType: 'application/json', text };
    },
  };
}

function webhook(name: string, more: JsonObject = {}): JsonObject {
  return {
    name: `${name}.example.org`,
    clientConfig: { service: { namespace: 'default', name } },
    rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    ...more,
  };
}

test('the decision of the authorizer, with the binding that it follows from', async () => {
  const plane = await createControlPlane({ clock, seed: 1 });
  expect(await annotationsOf(plane, { method: 'GET', path: '/api/v1/pods' })).toEqual(DECIDED);
  const user = { name: 'bob', groups: ['system:authenticated'] };
  expect(await annotationsOf(plane, { method: 'GET', path: '/version', user })).toEqual({
    'authorization.k8s.io/decision': 'allow',
    'authorization.k8s.io/reason':
      'RBAC: allowed by ClusterRoleBinding "system:discovery" of ClusterRole "system:discovery" to Group "system:authenticated"',
  });
  expect(await annotationsOf(plane, { method: 'GET', path: '/api/v1/pods', user })).toEqual({
    'authorization.k8s.io/decision': 'forbid',
    'authorization.k8s.io/reason': '',
  });
});

test('what PodSecurity enforces, and what it finds for the audit log', async () => {
  const plane = await createControlPlane({ clock, seed: 1, disabledPlugins: ['ServiceAccount'] });
  const labels = { 'pod-security.kubernetes.io/enforce': 'baseline', 'pod-security.kubernetes.io/audit': 'restricted' };
  await make(plane, '/api/v1/namespaces', { metadata: { name: 'shop', labels } });
  const spec = { containers: [{ name: 'a', image: 'x' }] };
  expect(await annotationsOf(plane, { path: '/api/v1/namespaces/shop/pods', body: { metadata: { name: 'p' }, spec } })).toEqual({
    ...DECIDED,
    'pod-security.kubernetes.io/enforce-policy': 'baseline:latest',
    'pod-security.kubernetes.io/audit-violations': expect.stringMatching(/^would violate PodSecurity "restricted:latest": /),
  });
});

test('which webhooks changed the object, what they tell themselves, and which failed and were passed over', async () => {
  const patch = Buffer.from(JSON.stringify([{ op: 'add', path: '/data', value: { a: 'b' } }])).toString('base64');
  const webhookCaller = caller({ change: { patchType: 'JSONPatch', patch, auditAnnotations: { why: 'because' } }, look: {} });
  const plane = await createControlPlane({ clock, seed: 1, webhookCaller });
  for (const name of ['change', 'look'])
    await make(plane, '/api/v1/namespaces/default/services', { metadata: { name }, spec: { ports: [{ port: 443 }] } });
  const webhooks = [webhook('change'), webhook('look'), webhook('gone', { failurePolicy: 'Ignore' })];
  await make(plane, `${ADMISSION}/mutatingwebhookconfigurations`, { metadata: { name: 'm' }, webhooks });
  await make(plane, `${ADMISSION}/validatingwebhookconfigurations`, { metadata: { name: 'v' }, webhooks: webhooks.slice(1) });
  const mutation = (name: string, mutated: boolean): string =>
    JSON.stringify({ configuration: 'm', webhook: `${name}.example.org`, mutated });
  expect(await annotationsOf(plane, { path: '/api/v1/namespaces/default/configmaps', body: { metadata: { name: 'c' } } })).toEqual({
    ...DECIDED,
    'mutation.webhook.admission.k8s.io/round_0_index_0': mutation('change', true),
    'change.example.org/why': 'because',
    'mutation.webhook.admission.k8s.io/round_0_index_1': mutation('look', false),
    'mutation.webhook.admission.k8s.io/round_0_index_2': mutation('gone', false),
    'failed-open.mutation.webhook.admission.k8s.io/round_0_index_2': 'gone.example.org',
    'failed-open.validating.webhook.admission.k8s.io/round_0_index_1': 'gone.example.org',
  });
});

test('what policies say, and what they find for the audit log', async () => {
  const plane = await createControlPlane({ clock, seed: 1 });
  const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }];
  const spec = {
    matchConstraints: { resourceRules },
    validations: [{ expression: 'true' }, { expression: "object.metadata.name != 'odd'", message: 'odd' }],
    auditAnnotations: [
      { key: 'name', valueExpression: "'named ' + object.metadata.name" },
      { key: 'none', valueExpression: 'null' },
    ],
  };
  await make(plane, `${ADMISSION}/validatingadmissionpolicies`, { metadata: { name: 'p' }, spec });
  const binding = { metadata: { name: 'b' }, spec: { policyName: 'p', validationActions: ['Audit'] } };
  await make(plane, `${ADMISSION}/validatingadmissionpolicybindings`, binding);
  const failure = [{ message: 'odd', policy: 'p', binding: 'b', expressionIndex: 1, validationActions: ['Audit'] }];
  expect(await annotationsOf(plane, { path: '/api/v1/namespaces/default/configmaps', body: { metadata: { name: 'odd' } } })).toEqual({
    ...DECIDED,
    'p/name': 'named odd',
    'validation.policy.admission.k8s.io/validation_failure': JSON.stringify(failure),
  });
});
