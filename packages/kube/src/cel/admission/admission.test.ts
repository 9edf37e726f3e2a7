import { expect, test } from 'vitest';
import type { Json } from '../../json.ts';
import type { AccessJudge } from '../authorizer-value.ts';
import type { AdmissionBindings, AdmissionResult } from './admission-activation.ts';
import { AdmissionActivation } from './admission-activation.ts';
import type { AdmissionEnvironment, AdmissionUse, CompiledAdmission } from './compile-admission.ts';
import { compileAdmission, variableType } from './compile-admission.ts';

const ALL: AdmissionEnvironment = { params: true, authorizer: true };
const OBJECT = { metadata: { name: 'a' }, spec: { replicas: 3 } };
const BINDINGS: AdmissionBindings = { object: OBJECT, oldObject: null, request: { name: 'a' }, namespaceObject: null, params: null };

function compiled(text: string, environment = ALL, use: AdmissionUse = 'variable'): CompiledAdmission {
  const result = compileAdmission(text, environment, use);
  if (result.kind === 'invalid') throw new Error(result.detail);
  return result;
}

function detail(text: string, environment = ALL, use: AdmissionUse = 'condition'): string {
  const result = compileAdmission(text, environment, use);
  return result.kind === 'invalid' ? result.detail : 'compiled';
}

type Evaluating = {
  readonly bindings?: Partial<AdmissionBindings>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly budget?: number;
};

function evaluate(text: string, { bindings = {}, variables = {}, budget = 1_000_000 }: Evaluating = {}): AdmissionResult {
  const known = new Map<string, CompiledAdmission>();
  const typesOf = (): AdmissionEnvironment => ({
    ...ALL,
    variables: new Map([...known].map(([name, { type }]) => [name, variableType(type)])),
  });
  for (const [name, expression] of Object.entries(variables)) known.set(name, compiled(expression, typesOf()));
  const activation = new AdmissionActivation({ bindings: { ...BINDINGS, ...bindings }, variables: known, budget });
  return activation.evaluate(compiled(text, typesOf()));
}

test.each<[string, AdmissionResult]>([
  ['object.spec.replicas > 2', { kind: 'bool', value: true }],
  ['oldObject == null', { kind: 'bool', value: true }],
  ['request.name + "!"', { kind: 'text', value: 'a!' }],
  ['params', { kind: 'null' }],
  ['[1]', { kind: 'other', type: 'list' }],
  [
    'object.spec.missing == 1',
    { kind: 'failed', message: "expression 'object.spec.missing == 1' resulted in error: no such key: missing" },
  ],
])('%s gives %o', (text, result) => {
  expect(evaluate(text)).toEqual(result);
});

test('a variable is worked out when it is used, once, and may use those before it', () => {
  const variables = { broken: 'object.nothing', two: 'object.spec.replicas - 1', four: 'variables.two * 2' };
  expect(evaluate('variables.four == 4', { variables })).toEqual({ kind: 'bool', value: true });
  expect(evaluate('variables.broken == 1', { variables })).toEqual({
    kind: 'failed',
    message: 'expression \'variables.broken == 1\' resulted in error: composited variable "broken" fails to evaluate: no such key: nothing',
  });
});

test('the authorizer is asked about whoever sent the request, or about an account', () => {
  const asked: Json[] = [];
  const judge: AccessJudge = (question, account) => {
    asked.push({ ...question, account: account?.name ?? null });
    return { allowed: account !== undefined, reason: 'because' };
  };
  const requestResource = { group: 'apps', resource: 'deployments', subresource: '', namespace: 'ns', name: 'a' };
  const access = { judge, requestResource };
  const ask = (text: string): AdmissionResult => evaluate(text, { bindings: { access } });
  expect(ask('authorizer.requestResource.check("delete").allowed()')).toEqual({ kind: 'bool', value: false });
  const robot = 'authorizer.serviceAccount("ns", "robot").group("").resource("pods").namespace("ns").check("get")';
  expect(ask(`${robot}.allowed()`)).toEqual({ kind: 'bool', value: true });
  expect(ask('authorizer.path("/healthz").check("get").reason()')).toEqual({ kind: 'text', value: 'because' });
  expect(asked).toEqual([
    { kind: 'resource', verb: 'delete', ...requestResource, account: null },
    { kind: 'resource', verb: 'get', group: '', resource: 'pods', subresource: '', namespace: 'ns', name: '', account: 'robot' },
    { kind: 'path', path: '/healthz', verb: 'get', account: null },
  ]);
});

test('what costs more than one call may, or more than is left, ends', () => {
  const large = Array.from({ length: 2000 }, (_item, index) => index);
  const text = 'object.list.all(x, object.list.all(y, x + y >= 0))';
  expect(evaluate(text, { bindings: { object: { list: large } }, budget: 10_000_000 })).toEqual({
    kind: 'failed',
    message: `expression '${text}' resulted in error: operation cancelled: actual cost limit exceeded`,
  });
  expect(evaluate('object.list.all(x, x >= 0)', { bindings: { object: { list: large } }, budget: 100 })).toEqual({ kind: 'exhausted' });
});

test.each<[string, string]>([
  ['object.spec.replicas', 'must evaluate to bool but got dyn'],
  ['1 + 1', 'must evaluate to bool but got int'],
  ['request.verb == "x"', 'compilation failed: ERROR: <input>:1:8: undefined field \'verb\'\n | request.verb == "x"\n | .......^'],
  [
    'authorizer.allowed()',
    "compilation failed: ERROR: <input>:1:19: found no matching overload for 'allowed' applied to 'kubernetes.authorization.Authorizer.()'\n | authorizer.allowed()\n | ..................^",
  ],
])('a condition %s is refused', (text, message) => {
  expect(detail(text)).toBe(message);
});

test('names that an environment does not have are undeclared', () => {
  const bare = { params: false, authorizer: false };
  expect(detail('params.x == 1', bare)).toContain("undeclared reference to 'params' (in container '')");
  expect(detail('authorizer.path("/").check("get").allowed()', bare)).toContain("undeclared reference to 'authorizer'");
  expect(detail('1', ALL, 'audit-annotation')).toBe('must evaluate to one of [string null_type] but got int');
});
