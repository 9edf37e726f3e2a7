// In whose name a request is made: the requestor needs the right to take each part of that identity.
import type { UserInfo } from '../strategy.ts';
import type { Authorizer, ResourceAttributes } from './authorizer.ts';
import { refuseUnauthorized } from './refuse-unauthorized.ts';

/** What the Impersonate-* headers ask for. */
export type Impersonation = {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
};

const ACCOUNT = /^system:serviceaccount:([^:]+):([^:]+)$/;
const ANONYMOUS = 'system:anonymous';
const AUTHENTICATED = 'system:authenticated';
const UNAUTHENTICATED = 'system:unauthenticated';
const AUTHENTICATION = 'authentication.k8s.io';

/** The user that the request then is of. @throws RequestRefused (403) */
export function actAs(authorizer: Authorizer, user: UserInfo, wanted: Impersonation): UserInfo {
  for (const part of partsOf(wanted)) {
    refuseUnauthorized(authorizer, { kind: 'resource', user, verb: 'impersonate', version: 'v1', ...part });
  }
  return impersonated(wanted);
}

/** The user that a request is of whose impersonation is allowed. */
export function impersonated(wanted: Impersonation): UserInfo {
  const { name, uid, extra } = wanted;
  const extras = Object.keys(extra).length === 0 ? {} : { extra };
  return { name, ...(uid === undefined ? {} : { uid }), groups: groupsOf(wanted), ...extras };
}

type Part = Pick<ResourceAttributes, 'group' | 'resource' | 'subresource' | 'namespace' | 'name'>;

function* partsOf({ name, uid, groups, extra }: Impersonation): Generator<Part> {
  const plain = { group: '', subresource: '', namespace: '' };
  const account = ACCOUNT.exec(name);
  if (account === null) yield { ...plain, resource: 'users', name };
  else yield { ...plain, resource: 'serviceaccounts', namespace: account[1] ?? '', name: account[2] ?? '' };
  for (const group of groups) yield { ...plain, resource: 'groups', name: group };
  for (const [key, values] of Object.entries(extra)) {
    for (const value of values) yield { ...plain, group: AUTHENTICATION, resource: 'userextras', subresource: key, name: value };
  }
  if (uid !== undefined) yield { ...plain, group: AUTHENTICATION, resource: 'uids', name: uid };
}

function groupsOf({ name, groups }: Impersonation): readonly string[] {
  const account = ACCOUNT.exec(name)?.[1];
  const own = groups.length > 0 || account === undefined ? groups : ['system:serviceaccounts', `system:serviceaccounts:${account}`];
  if (name !== ANONYMOUS) return own.includes(UNAUTHENTICATED) ? own : [...new Set([...own, AUTHENTICATED])];
  return own.includes(AUTHENTICATED) ? own : [...new Set([...own, UNAUTHENTICATED])];
}
