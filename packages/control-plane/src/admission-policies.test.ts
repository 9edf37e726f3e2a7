import type { JsonObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { ControlPlane } from './control-plane.ts';
import { createControlPlane } from './control-plane.ts';
import type { ClientResponse } from './in-process-client.ts';

const REGISTRATION = '/apis/admissionregistration.k8s.io/v1';
const MAPS = '/api/v1/namespaces/default/configmaps';
const CONFIG_MAPS = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
const BOB = { name: 'bob', groups: ['system:masters'] };

async function freshPlane(): Promise<ControlPlane> {
  return createControlPlane({ clock: { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) }, seed: 1 });
}

function create({ client }: ControlPlane, path: string, body: JsonObject): Promise<ClientResponse> {
  return client.request({ method: 'POST', path, body, user: BOB });
}

type Bound = { readonly policy: JsonObject; readonly binding?: JsonObject };

/** A policy about ConfigMaps, and its binding. */
async function putInForce(plane: ControlPlane, { policy, binding = {} }: Bound): Promise<void> {
  const spec = { matchConstraints: { resourceRules: [CONFIG_MAPS] }, ...policy };
  expect(await create(plane, `${REGISTRATION}/validatingadmissionpolicies`, { metadata: { name: 'p' }, spec })).toMatchObject({
    status: 201,
  });
  const bound = { policyName: 'p', validationActions: ['Deny'], ...binding };
  expect(await create(plane, `${REGISTRATION}/validatingadmissionpolicybindings`, { metadata: { name: 'b' }, spec: bound })).toMatchObject({
    status: 201,
  });
}

function createMap(plane: ControlPlane, body: JsonObject): Promise<ClientResponse> {
  return create(plane, MAPS, { metadata: { name: 'a' }, ...body });
}

test('what a policy does not allow is refused, with the message that its expression gives', async () => {
  const plane = await freshPlane();
  const validations = [
    {
      expression: 'variables.keys.all(key, key.startsWith("x"))',
      messageExpression: '"odd keys for " + request.userInfo.username',
      reason: 'Forbidden',
    },
  ];
  await putInForce(plane, { policy: { variables: [{ name: 'keys', expression: 'object.?data.orValue({})' }], validations } });
  expect(await createMap(plane, { data: { y: '1' } })).toMatchObject({
    status: 403,
    body: {
      reason: 'Forbidden',
      message: "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: odd keys for bob",
    },
  });
  expect((await createMap(plane, { data: { x: '1' } })).status).toBe(201);
});

test('a binding may warn instead', async () => {
  const plane = await freshPlane();
  await putInForce(plane, {
    policy: { validations: [{ expression: 'false', message: 'never' }] },
    binding: { validationActions: ['Warn'] },
  });
  expect(await createMap(plane, {})).toMatchObject({
    status: 201,
    warnings: ["Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': never"],
  });
});

test('what can not be worked out refuses, or is passed over where the policy says so', async () => {
  const plane = await freshPlane();
  await putInForce(plane, { policy: { validations: [{ expression: 'object.data.missing == "1"' }] } });
  const message = 'denied request: expression \'object.data.missing == "1"\' resulted in error: no such key: data';
  expect((await createMap(plane, {})).body['message']).toContain(message);
  const other = await freshPlane();
  await putInForce(other, { policy: { failurePolicy: 'Ignore', validations: [{ expression: 'object.data.missing == "1"' }] } });
  expect((await createMap(other, {})).status).toBe(201);
});

test('parameters come from the object that the binding names; where there is none the binding says what holds', async () => {
  const plane = await freshPlane();
  const policy = {
    paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
    matchConditions: [{ name: 'plain', expression: '!object.metadata.name.startsWith("params")' }],
    validations: [{ expression: 'object.data.size <= params.data.most' }],
  };
  await create(plane, MAPS, { metadata: { name: 'params' }, data: { most: '3' } });
  await putInForce(plane, { policy, binding: { paramRef: { name: 'params', parameterNotFoundAction: 'Deny' } } });
  expect((await createMap(plane, { data: { size: '4' } })).status).toBe(422);
  expect((await createMap(plane, { data: { size: '2' } })).status).toBe(201);
  await plane.client.request({ method: 'DELETE', path: `${MAPS}/params` });
  expect((await createMap(plane, { metadata: { name: 'b' }, data: { size: '2' } })).body['message']).toContain(
    'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
  );
});

test('expressions may ask what the requester may do', async () => {
  const plane = await freshPlane();
  const validations = [{ expression: 'authorizer.serviceAccount("default", "robot").requestResource.check("get").allowed()' }];
  const path = `${REGISTRATION}/validatingadmissionpolicies`;
  const wrong = await create(plane, path, {
    metadata: { name: 'w' },
    spec: { matchConstraints: { resourceRules: [CONFIG_MAPS] }, validations },
  });
  expect(wrong.status).toBe(422);
  const asked =
    'authorizer.serviceAccount("default", "robot").group("").resource("configmaps").namespace("default").check("get").allowed()';
  await putInForce(plane, {
    policy: { validations: [{ expression: `${asked} || authorizer.requestResource.check("update").allowed()` }] },
  });
  expect((await createMap(plane, {})).status).toBe(201);
});

const PODS = '/api/v1/namespaces/secure/pods';

async function secured(labels: JsonObject): Promise<ControlPlane> {
  const plane = await createControlPlane({
    clock: { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) },
    seed: 1,
    disabledPlugins: ['ServiceAccount'],
  });
  await create(plane, '/api/v1/namespaces', { metadata: { name: 'secure', labels } });
  return plane;
}

function pod(container: JsonObject, spec: JsonObject = {}): JsonObject {
  return { metadata: { name: 'p' }, spec: { containers: [{ name: 'a', image: 'x', ...container }], ...spec } };
}

test('a pod that its namespace does not allow is refused, and all that is wrong with it is told', async () => {
  const plane = await secured({ 'pod-security.kubernetes.io/enforce': 'baseline', 'pod-security.kubernetes.io/enforce-version': 'v1.30' });
  const privileged = pod({ securityContext: { privileged: true }, ports: [{ containerPort: 1, hostPort: 1 }] }, { hostPID: true });
  expect(await create(plane, PODS, privileged)).toMatchObject({
    status: 403,
    body: {
      message:
        'pods "p" is forbidden: violates PodSecurity "baseline:v1.30": host namespaces (hostPID=true), hostPort (container "a" uses hostPort 1), privileged (container "a" must not set securityContext.privileged=true)',
    },
  });
  expect((await create(plane, PODS, pod({}))).status).toBe(201);
});

test('a workload whose pods would be refused is warned about', async () => {
  const plane = await secured({ 'pod-security.kubernetes.io/warn': 'restricted' });
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'x' }] } };
  const spec = { selector: { matchLabels: { a: 'b' } }, template };
  const made = await create(plane, '/apis/apps/v1/namespaces/secure/deployments', { metadata: { name: 'd' }, spec });
  expect(made).toMatchObject({ status: 201 });
  expect(made.warnings).toEqual([
    'would violate PodSecurity "restricted:latest": allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
  ]);
});

test('labels that name no level are refused, and a stricter level warns of the pods that are there', async () => {
  const plane = await secured({});
  expect(
    await create(plane, '/api/v1/namespaces', { metadata: { name: 'odd', labels: { 'pod-security.kubernetes.io/warn': 'strict' } } }),
  ).toMatchObject({
    status: 422,
    body: {
      message:
        'Namespace "odd" is invalid: metadata.labels[pod-security.kubernetes.io/warn]: Invalid value: "strict": must be one of privileged, baseline, restricted',
    },
  });
  await create(plane, PODS, pod({}, { hostNetwork: true }));
  const labels = { 'pod-security.kubernetes.io/enforce': 'baseline' };
  const changed = await plane.client.request({ method: 'PATCH', path: '/api/v1/namespaces/secure', body: { metadata: { labels } } });
  expect(changed.warnings).toEqual([
    'existing pods in namespace "secure" violate the new PodSecurity enforce level "baseline:latest"',
    'p: host namespaces',
  ]);
});
