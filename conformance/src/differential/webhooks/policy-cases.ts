// ValidatingAdmissionPolicy in force.
import type { JsonObject } from '@rectrace/kube';
import { waitFor } from '@rectrace/testbed';
import type { CaseHooks } from './case-hooks.ts';
import type { WebhookCase } from './webhook-case.ts';
import { webhookCase } from './webhook-case.ts';

const REGISTRATION = '/apis/admissionregistration.k8s.io/v1';
const RULE = { operations: ['CREATE', 'UPDATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
const PROBE = 'probe.rectrace.dev';

function maps(hooks: CaseHooks): string {
  return `/api/v1/namespaces/${hooks.namespace}/configmaps`;
}

/** Of the case's namespace; `names`: the only ConfigMaps that it is about. */
type InForce = { readonly name: string; readonly policy: JsonObject; readonly binding?: JsonObject; readonly names?: readonly string[] };

const POLICIES = `${REGISTRATION}/validatingadmissionpolicies`;
const BINDINGS = `${REGISTRATION}/validatingadmissionpolicybindings`;

/** Puts policies in force while something is played. One more, that comes and goes with them, tells when they are. */
async function withPolicies(hooks: CaseHooks, all: readonly InForce[], play: () => Promise<void>): Promise<void> {
  const { subject, namespace } = hooks;
  const here = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } };
  const plain = { objectSelector: { matchExpressions: [{ key: PROBE, operator: 'DoesNotExist' }] } };
  const probed = { objectSelector: { matchLabels: { [PROBE]: 'x' } } };
  const made: string[] = [];
  const make = async (path: string, name: string, spec: JsonObject): Promise<void> => {
    const answer = await subject.prepare({ method: 'POST', path, body: { metadata: { name }, spec } });
    if (answer.status !== 201) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
    made.push(`${path}/${name}`);
  };
  const bind = async (name: string, spec: JsonObject, binding: JsonObject): Promise<void> => {
    await make(POLICIES, name, spec);
    await make(BINDINGS, `${name}-b`, { policyName: name, validationActions: ['Deny'], ...binding });
  };
  for (const { name, policy, binding = {}, names = [] } of all) {
    const resourceRules = [{ ...RULE, ...(names.length === 0 ? {} : { resourceNames: names }) }];
    const matchConstraints = { resourceRules, ...here, ...plain, ...((policy['matchConstraints'] as JsonObject | undefined) ?? {}) };
    await bind(`${namespace}-${name}`, { ...policy, matchConstraints }, binding);
  }
  const matchConstraints = { resourceRules: [RULE], ...here, ...probed };
  await bind(`${namespace}-probe`, { matchConstraints, validations: [{ expression: 'false' }] }, {});
  const probe = async (): Promise<number> => {
    const body = { metadata: { name: 'probe', labels: { [PROBE]: 'x' } } };
    return (await subject.prepare({ method: 'POST', path: `${maps(hooks)}?dryRun=All`, body })).status;
  };
  await waitFor(async () => (await probe()) === 422, { timeoutMs: 20_000 });
  await play();
  for (const path of made) await subject.prepare({ method: 'DELETE', path });
  await waitFor(async () => (await probe()) === 201, { timeoutMs: 20_000 });
}

async function withPolicy(hooks: CaseHooks, one: InForce, play: () => Promise<void>): Promise<void> {
  await withPolicies(hooks, [one], play);
}

async function createMap(hooks: CaseHooks, name: string, rest: JsonObject = {}): Promise<void> {
  await hooks.subject.ask({ method: 'POST', path: maps(hooks), body: { metadata: { name }, ...rest } });
}

const VALIDATIONS: readonly JsonObject[] = [
  { expression: 'false' },
  { expression: ' object.metadata.name == "x" ', message: ' a message ' },
  { expression: 'false', message: 'plain', messageExpression: '"name is " + object.metadata.name' },
  { expression: 'false', message: 'plain', messageExpression: 'object.nothing' },
  { expression: 'false', message: 'plain', messageExpression: '"two\\nlines"' },
  { expression: 'false', message: 'plain', messageExpression: '" "' },
  { expression: 'false', reason: 'Forbidden' },
  { expression: 'false', reason: 'RequestEntityTooLarge' },
  { expression: 'false', reason: 'Unauthorized' },
  { expression: 'object.data.none == "x"' },
  { expression: 'object.data["none"] == "x"' },
  { expression: '[1][2] == 1' },
  { expression: 'int(object.metadata.name) == 1' },
  { expression: 'oldObject.metadata.name == "x"' },
  { expression: 'has(oldObject.metadata)' },
  { expression: 'oldObject.?metadata.?name.orValue("y") == "x"' },
  { expression: 'dyn(1) + dyn("x") == 2' },
  { expression: 'namespaceObject.metadata.name == "x"' },
  { expression: 'namespaceObject.status.phase == "Gone"' },
  { expression: 'namespaceObject.metadata.creationTimestamp < timestamp("2000-01-01T00:00:00Z")' },
  { expression: 'request.options.fieldManager == "x"' },
  { expression: 'request.subResource == "x"' },
  { expression: 'request.userInfo.extra == {}' },
  { expression: 'authorizer.serviceAccount("default", "default").requestResource.check("get").allowed()' },
  { expression: 'authorizer.serviceAccount("default", "default").group("").resource("pods").check("get").allowed()' },
  { expression: 'authorizer.path(" ").check("get").allowed()' },
  { expression: 'authorizer.group("").resource("pods").check("get").reason() != ""', message: 'no reason' },
  { expression: 'authorizer.requestResource.check("get").errored()' },
  { expression: 'object.metadata.managedFields.size() > 5' },
  { expression: 'object.metadata.creationTimestamp == ""' },
  { expression: 'object.apiVersion == "v2"' },
];

async function playValidations(hooks: CaseHooks): Promise<void> {
  const accepted: InForce[] = [];
  for (const [index, validation] of VALIDATIONS.entries()) {
    const policy = { validations: [validation] };
    const spec = { ...policy, matchConstraints: { resourceRules: [RULE] } };
    const answer = await hooks.subject.prepare({ method: 'POST', path: `${POLICIES}?dryRun=All`, body: { metadata: { name: 'x' }, spec } });
    hooks.subject.note(`policy ${index}`, answer.status === 201 ? 'accepted' : answer.body);
    if (answer.status === 201) accepted.push({ name: `p${index}`, policy, names: [`m${index}`] });
  }
  await withPolicies(hooks, accepted, async () => {
    for (const { names = [] } of accepted) await createMap(hooks, names[0] ?? '');
  });
}

async function playVariables(hooks: CaseHooks): Promise<void> {
  const variables = [
    { name: 'broken', expression: 'object.nothing.at.all' },
    { name: 'data', expression: 'object.?data.orValue({})' },
    { name: 'size', expression: 'variables.data.size()' },
    { name: 'keys', expression: 'variables.data.map(k, k)' },
  ];
  const policy = {
    variables,
    validations: [
      {
        expression: 'variables.size < 2',
        messageExpression: '"too many: " + string(variables.size) + " " + variables.keys.filter(k, k == "a").join(",")',
      },
      { expression: '!("broken" in variables.keys) || variables.broken == 1' },
    ],
  };
  await withPolicy(hooks, { name: 'p', policy }, async () => {
    await createMap(hooks, 'one', { data: { a: '1' } });
    await createMap(hooks, 'two', { data: { a: '1', b: '2' } });
    await createMap(hooks, 'three', { data: { broken: '1' } });
  });
}

async function playActions(hooks: CaseHooks): Promise<void> {
  const validations = [{ expression: 'false', message: 'first' }, { expression: 'object.none == 1' }, { expression: 'true' }];
  const acting = [['Warn'], ['Audit'], ['Deny', 'Audit'], ['Warn', 'Audit']].map((validationActions): InForce => {
    const name = validationActions.join('-').toLowerCase();
    return { name, policy: { validations }, binding: { validationActions }, names: [name] };
  });
  const ignoring = { validations, failurePolicy: 'Ignore' };
  const annotations = { validations: [{ expression: 'true' }], auditAnnotations: [{ key: 'k', valueExpression: 'string(object.none)' }] };
  const all: readonly InForce[] = [
    ...acting,
    { name: 'ignore', policy: ignoring, binding: { validationActions: ['Warn'] }, names: ['ignore'] },
    { name: 'annotated', policy: annotations, names: ['annotated'] },
  ];
  await withPolicies(hooks, all, async () => {
    for (const { names = [] } of all) await createMap(hooks, names[0] ?? '');
  });
}

async function playParams(hooks: CaseHooks): Promise<void> {
  const paramKind = { apiVersion: 'v1', kind: 'Secret' };
  const secrets = `/api/v1/namespaces/${hooks.namespace}/secrets`;
  const labels = { use: 'params' };
  for (const [name, most] of [
    ['a', 'MQ=='],
    ['b', 'Mg=='],
  ] as const) {
    await hooks.subject.prepare({ method: 'POST', path: secrets, body: { metadata: { name, labels }, data: { most } } });
  }
  const messageExpression = '"with " + params.metadata.name + params.kind';
  const validations = [{ expression: 'params == null || string(params.data.most) == "Mg=="', messageExpression }];
  const refs: Readonly<Record<string, JsonObject>> = {
    named: { name: 'a', parameterNotFoundAction: 'Deny' },
    namespaced: { name: 'b', namespace: hooks.namespace, parameterNotFoundAction: 'Deny' },
    elsewhere: { name: 'a', namespace: 'default', parameterNotFoundAction: 'Deny' },
    allowed: { name: 'none', parameterNotFoundAction: 'Allow' },
    selected: { selector: { matchLabels: labels }, parameterNotFoundAction: 'Deny' },
    unselected: { selector: { matchLabels: { x: 'y' } }, parameterNotFoundAction: 'Deny' },
  };
  const named = Object.entries(refs).map(
    ([name, paramRef]): InForce => ({ name, policy: { paramKind, validations }, binding: { paramRef }, names: [name] }),
  );
  const nothing = { apiVersion: 'example.org/v1', kind: 'Nothing' };
  const spaced = { name: 'default', namespace: 'x', parameterNotFoundAction: 'Deny' };
  const all: readonly InForce[] = [
    ...named,
    { name: 'none', policy: { paramKind, validations }, names: ['none'] },
    { name: 'unknown', policy: { paramKind: nothing, validations }, binding: { paramRef: spaced }, names: ['unknown'] },
    {
      name: 'cluster',
      policy: { paramKind: { apiVersion: 'v1', kind: 'Namespace' }, validations: [{ expression: 'params.metadata.name == "x"' }] },
      binding: { paramRef: spaced },
      names: ['cluster'],
    },
  ];
  await withPolicies(hooks, all, async () => {
    for (const { names = [] } of all) await createMap(hooks, names[0] ?? '');
  });
}

async function playMatching(hooks: CaseHooks): Promise<void> {
  const validations = [{ expression: 'false', message: 'matched' }];
  const matchConditions = [
    { name: 'short', expression: 'object.metadata.name.size() < 2' },
    { name: 'has', expression: 'object.data.x == "y"' },
  ];
  const excludeResourceRules = [{ ...RULE, resourceNames: ['c'] }];
  const all: readonly InForce[] = [
    { name: 'named', policy: { validations }, names: ['a'] },
    { name: 'excluding', policy: { validations, matchConstraints: { excludeResourceRules } }, names: ['c', 'd'] },
    {
      name: 'bound',
      policy: { validations },
      binding: { matchResources: { objectSelector: { matchLabels: { x: 'y' } } } },
      names: ['e', 'f'],
    },
    { name: 'conditions', policy: { validations, matchConditions }, names: ['long', 'g', 'h'] },
  ];
  await withPolicies(hooks, all, async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'long', 'g']) await createMap(hooks, name);
    await createMap(hooks, 'f', { metadata: { name: 'f', labels: { x: 'y' } } });
    await createMap(hooks, 'h', { data: { x: 'y' } });
  });
  await withPolicy(hooks, { name: 'generated', policy: { validations } }, async () => {
    await hooks.subject.ask({ method: 'POST', path: maps(hooks), body: { metadata: { generateName: 'made-' } } });
  });
}

export const POLICY_CASES: readonly WebhookCase[] = [
  webhookCase('validations', playValidations),
  webhookCase('variables', playVariables),
  webhookCase('actions', playActions),
  webhookCase('parameters', playParams),
  webhookCase('matching policies', playMatching),
];
