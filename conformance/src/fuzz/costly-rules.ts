// Definitions and policies whose patterns and expressions cost more than they look, and objects that they are asked about.
import type { JsonObject } from '@rectrace/kube';
import type { Chance } from '../differential/random/chance.ts';

const RULES_GROUP = 'costly.example.com';
const PLURALS = ['r0s', 'r1s', 'r2s'];

const PATTERNS = [
  '^(a+)+$',
  '(a|a)*b',
  '(.*)*x',
  '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}$',
  '(x{100}){10}',
  'a{1000}{1000}',
  '((((((((((a{10}){10}){10}){10}))))))',
  `${'('.repeat(2_000)}a${')'.repeat(2_000)}`,
  `(${Array.from({ length: 2_000 }, (_, index) => `w${index}`).join('|')})*`,
  '[',
  '(?=a)',
  '\\p{L}+',
  '(?i)^ﬀ$',
  '\\C*',
];

const LONG = 'a'.repeat(200);
const RULES = [
  'self.all(x, self.all(y, self.all(z, x == y && y == z)))',
  "self.text.matches('^(a+)+$')",
  'self.text.contains(self.text + self.text)',
  'self.list.map(x, self.list.map(y, self.list.map(z, x + y + z))).size() > 0',
  '[1,2,3,4,5,6,7,8,9,10].all(a, [1,2,3,4,5,6,7,8,9,10].all(b, [1,2,3,4,5,6,7,8,9,10].all(c, [1,2,3,4,5,6,7,8,9,10].all(d, a+b+c+d > 0))))',
  `${'('.repeat(500)}true${')'.repeat(500)}`,
  `${'!'.repeat(2_000)}true`,
  Array.from({ length: 2_000 }, () => 'true').join(' && '),
  Array.from({ length: 300 }, (_, index) => `self.text == '${index}'`).join(' || '),
  `'${LONG}'.replace('a', '${LONG}').replace('a', '${LONG}').replace('a', '${LONG}').size() > 0`,
  "self.text.split('').all(x, x.split('').all(y, y != x))",
  'self.__proto__ == null',
  'has(self.constructor)',
  'oldSelf == self',
  '1/0 == 1',
  '9223372036854775807 + 1 > 0',
  'timestamp("9999-12-31T23:59:59Z") + duration("1000000h") > timestamp("0001-01-01T00:00:00Z")',
  'quantity("1e999999999").isGreaterThan(quantity("1"))',
  'url(self.text).getHost() == ""',
  '"%s".format([self.text]).size() < 10',
  'self',
  '',
  '\u0000',
  'x.',
];

export type RulesRequest = { readonly method: string; readonly path: string; readonly body: JsonObject };

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const POLICIES = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';

/** Where they all end: to be emptied in between. */
export const RULES_COLLECTIONS = [
  DEFINITIONS,
  POLICIES,
  '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings',
  '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
  '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations',
];

export function costlyRules(chance: Chance, namespace: string): RulesRequest {
  const makers: readonly (() => RulesRequest)[] = [
    () => ({ method: 'POST', path: DEFINITIONS, body: definition(chance) }),
    () => ({ method: 'POST', path: DEFINITIONS, body: definition(chance) }),
    () => resource(chance, namespace),
    () => resource(chance, namespace),
    () => ({ method: 'POST', path: POLICIES, body: policy(chance) }),
    () => ({ method: 'POST', path: '/apis/authorization.k8s.io/v1/subjectaccessreviews', body: review(chance) }),
  ];
  return chance.pick(makers)();
}

function definition(chance: Chance): JsonObject {
  const plural = chance.pick(PLURALS);
  const kind = `R${plural.slice(1, -1)}`;
  const bounded = chance.happens(0.5) ? { maxLength: chance.pick([10, 1_000, 100_000]) } : {};
  const rules = (): JsonObject =>
    chance.happens(0.7) ? { 'x-kubernetes-validations': [{ rule: chance.pick(RULES), ...messageOf(chance) }] } : {};
  const spec: JsonObject = {
    type: 'object',
    ...rules(),
    properties: {
      text: { type: 'string', ...bounded, ...(chance.happens(0.5) ? { pattern: chance.pick(PATTERNS) } : {}) },
      list: { type: 'array', ...(chance.happens(0.5) ? { maxItems: 50 } : {}), items: { type: 'string', maxLength: 10 } },
      free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      ...(chance.happens(0.2) ? { tree: deepSchema(chance.pick([5, 100, 400])) } : {}),
      ...(chance.happens(0.1) ? { constructor: { type: 'string' }, __proto: { type: 'string' } } : {}),
    },
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${RULES_GROUP}` },
    spec: {
      group: RULES_GROUP,
      scope: 'Namespaced',
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec } } } }],
    },
  };
}

function messageOf(chance: Chance): JsonObject {
  return chance.happens(0.3) ? { messageExpression: chance.pick(RULES) } : {};
}

function deepSchema(depth: number): JsonObject {
  let schema: JsonObject = { type: 'string' };
  for (let level = 0; level < depth; level++) schema = { type: 'object', properties: { a: schema } };
  return schema;
}

function resource(chance: Chance, namespace: string): RulesRequest {
  const plural = chance.pick(PLURALS);
  const size = chance.pick([1, 100, 5_000, 100_000]);
  const body = {
    apiVersion: `${RULES_GROUP}/v1`,
    kind: `R${plural.slice(1, -1)}`,
    metadata: { generateName: 'r-' },
    spec: {
      text: `${'a'.repeat(size)}${chance.pick(['', '!', 'é'])}`,
      list: Array.from({ length: chance.pick([1, 50, 2_000]) }, (_, index) => `i${index}`),
      free: { a: 'b'.repeat(chance.pick([1, 10_000])) },
    },
  };
  return { method: 'POST', path: `/apis/${RULES_GROUP}/v1/namespaces/${namespace}/${plural}`, body };
}

function policy(chance: Chance): JsonObject {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { generateName: 'p-' },
    spec: {
      matchConstraints: { resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }] },
      variables: [{ name: 'v', expression: chance.pick(RULES).replaceAll('self', 'object') }],
      matchConditions: [{ name: 'm', expression: chance.pick(RULES).replaceAll('self', 'object') }],
      validations: [{ expression: chance.pick(RULES).replaceAll('self', 'object'), ...messageOf(chance) }],
    },
  };
}

function review(chance: Chance): JsonObject {
  const text = chance.pick(['__proto__', 'constructor', '*', 'system:masters', '', '\u0000']);
  return {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: {
      user: text,
      groups: [text],
      extra: { [text === '' ? 'a' : text]: [text] },
      resourceAttributes: { verb: text, group: text, resource: text, name: text, namespace: text },
    },
  };
}
