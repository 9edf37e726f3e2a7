// The methods of the authorizer, and of what they give.

import type {
  AccessDecision,
  AuthorizationValue,
  AuthorizerValue,
  DecisionValue,
  GroupCheckValue,
  PathCheckValue,
  ResourceAsked,
  ResourceCheckValue,
} from '../authorizer-value.ts';
import type { Outcome } from '../cel-value.ts';
import { bool, failure, string } from '../cel-value.ts';
import type { Overload, Parameter } from '../overload.ts';
import { anyString, declareMethod, take1, take2, take3 } from '../overload.ts';
import type { StaticType } from '../static-type.ts';
import { BOOL, STRING } from '../static-type.ts';

function opaque(name: string): StaticType {
  return { kind: 'object', name: `kubernetes.authorization.${name}`, fields: new Map(), opaque: true };
}

export const AUTHORIZER = opaque('Authorizer');
export const RESOURCE_CHECK = opaque('ResourceCheck');
const PATH_CHECK = opaque('PathCheck');
const GROUP_CHECK = opaque('GroupCheck');
const DECISION = opaque('Decision');

function any<V extends AuthorizationValue>(kind: V['kind'], type: StaticType): Parameter<V> {
  return { type, take: (value) => (value?.kind === kind ? (value as V) : undefined) };
}

const anyAuthorizer = any<AuthorizerValue>('authorizer', AUTHORIZER);
const anyPathCheck = any<PathCheckValue>('path-check', PATH_CHECK);
const anyGroupCheck = any<GroupCheckValue>('group-check', GROUP_CHECK);
const anyResourceCheck = any<ResourceCheckValue>('resource-check', RESOURCE_CHECK);
const anyDecision = any<DecisionValue>('decision', DECISION);

const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** The selectors of a list are not among what is asked about: roles do not look at them. */
function narrowing(name: string, change: (text: string) => Partial<ResourceAsked>): Overload {
  return declareMethod(name, {
    takes: take2(anyResourceCheck, anyString),
    result: RESOURCE_CHECK,
    call: ([check, text]): Outcome => ({ ...check, asked: { ...check.asked, ...change(text) } }),
  });
}

function read(name: string, result: StaticType, of: (decision: AccessDecision) => Outcome): Overload {
  return declareMethod(name, { takes: take1(anyDecision), result, call: ([{ decision }]) => of(decision) });
}

export const authorizerFunctions: readonly Overload[] = [
  declareMethod('path', {
    takes: take2(anyAuthorizer, anyString),
    result: PATH_CHECK,
    call: ([asking, path]): Outcome => (path.trim() === '' ? failure('path must not be empty') : { ...asking, kind: 'path-check', path }),
  }),
  declareMethod('group', {
    takes: take2(anyAuthorizer, anyString),
    result: GROUP_CHECK,
    call: ([asking, group]): Outcome => ({ ...asking, kind: 'group-check', group }),
  }),
  declareMethod('serviceAccount', {
    takes: take3(anyAuthorizer, anyString, anyString),
    result: AUTHORIZER,
    call: ([asking, namespace, name]): Outcome => {
      if (!SUBDOMAIN.test(name)) return failure('Invalid service account name');
      return LABEL.test(namespace) ? { ...asking, account: { namespace, name } } : failure('Invalid service account namespace');
    },
  }),
  declareMethod('resource', {
    takes: take2(anyGroupCheck, anyString),
    result: RESOURCE_CHECK,
    call: ([{ judge, account, group }, resource]): Outcome => {
      if (resource.trim() === '') return failure('resource must not be empty');
      return { kind: 'resource-check', judge, account, asked: { group, resource, subresource: '', namespace: '', name: '' } };
    },
  }),
  narrowing('subresource', (subresource) => ({ subresource })),
  narrowing('namespace', (namespace) => ({ namespace })),
  narrowing('name', (name) => ({ name })),
  narrowing('fieldSelector', () => ({})),
  narrowing('labelSelector', () => ({})),
  declareMethod('check', {
    takes: take2(anyPathCheck, anyString),
    result: DECISION,
    call: ([{ judge, account, path }, verb]): Outcome => ({ kind: 'decision', decision: judge({ kind: 'path', path, verb }, account) }),
  }),
  declareMethod('check', {
    takes: take2(anyResourceCheck, anyString),
    result: DECISION,
    call: ([{ judge, account, asked }, verb]): Outcome => ({
      kind: 'decision',
      decision: judge({ kind: 'resource', verb, ...asked }, account),
    }),
  }),
  read('errored', BOOL, () => bool(false)),
  read('error', STRING, () => string('')),
  read('allowed', BOOL, ({ allowed }) => bool(allowed)),
  read('reason', STRING, ({ reason }) => string(reason)),
];

/** By name. */
export const AUTHORIZER_FUNCTIONS: ReadonlyMap<string, readonly Overload[]> = Map.groupBy(authorizerFunctions, ({ name }) => name);
