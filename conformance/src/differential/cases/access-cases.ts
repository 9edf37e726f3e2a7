// Who may do what: roles and bindings, in whose name, reviews, and tokens.
import type { ApiRequest } from '@rectrace/testbed';
import type { DifferentialCase } from '../differential-case.ts';
import { differentialCase } from '../differential-case.ts';
import type { Subject } from '../subject.ts';

const ROW = 39;
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const AUTHORIZATION = '/apis/authorization.k8s.io/v1';
const AUTHENTICATION = '/apis/authentication.k8s.io/v1';

function as(user: string, request: ApiRequest, more: Readonly<Record<string, string>> = {}): ApiRequest {
  return { ...request, headers: { 'Impersonate-User': user, ...more } };
}

function rule(resources: readonly string[], verbs: readonly string[], more: object = {}): object {
  return { apiGroups: [''], resources, verbs, ...more };
}

async function grant(subject: Subject, namespace: string, rules: readonly object[]): Promise<void> {
  const base = `${RBAC}/namespaces/${namespace}`;
  await subject.ask({ method: 'POST', path: `${base}/roles`, body: { metadata: { name: 'some' }, rules } });
  await subject.ask({
    method: 'POST',
    path: `${base}/rolebindings`,
    body: {
      metadata: { name: 'some' },
      roleRef: { kind: 'Role', name: 'some', apiGroup: 'rbac.authorization.k8s.io' },
      subjects: [
        { kind: 'User', name: 'bob' },
        { kind: 'Group', name: 'crew' },
        { kind: 'ServiceAccount', name: 'robot' },
      ],
    },
  });
}

/** The real server gives the rules in another order each time. */
function sortedRules(body: unknown): unknown {
  const { status, ...rest } = body as { readonly status: Readonly<Record<string, unknown>> };
  const sorted = Object.entries(status).map(([key, rules]) => [
    key,
    Array.isArray(rules) ? rules.map((rule) => JSON.stringify(rule)).sort() : rules,
  ]);
  return { ...rest, status: Object.fromEntries(sorted) };
}

async function reviewAll(subject: Subject, namespace: string): Promise<void> {
  const attributes = { namespace, verb: 'get', resource: 'configmaps' };
  const review = (path: string, spec: object, more: Partial<ApiRequest> = {}): Promise<unknown> =>
    subject.ask({ method: 'POST', path, body: { spec }, ...more });
  await review(`${AUTHORIZATION}/subjectaccessreviews`, { user: 'bob', resourceAttributes: attributes });
  await review(`${AUTHORIZATION}/subjectaccessreviews`, { groups: ['crew'], resourceAttributes: { ...attributes, verb: 'list' } });
  await review(`${AUTHORIZATION}/subjectaccessreviews`, { user: 'bob', nonResourceAttributes: { path: '/healthz', verb: 'get' } });
  await review(`${AUTHORIZATION}/subjectaccessreviews`, { user: 'bob' });
  await review(`${AUTHORIZATION}/subjectaccessreviews`, { resourceAttributes: attributes });
  await review(`${AUTHORIZATION}/subjectaccessreviews`, {
    user: 'bob',
    resourceAttributes: attributes,
    nonResourceAttributes: { path: '/' },
  });
  await review(`${AUTHORIZATION}/namespaces/${namespace}/localsubjectaccessreviews`, { user: 'bob', resourceAttributes: attributes });
  await review(`${AUTHORIZATION}/namespaces/${namespace}/localsubjectaccessreviews`, {
    user: 'bob',
    resourceAttributes: { ...attributes, namespace: 'other' },
  });
  const bob = { headers: { 'Impersonate-User': 'bob', 'Impersonate-Extra-Scopes': 'a' } };
  await review(`${AUTHORIZATION}/selfsubjectaccessreviews`, { resourceAttributes: attributes }, bob);
  const own = await subject.prepare({
    method: 'POST',
    path: `${AUTHORIZATION}/selfsubjectrulesreviews`,
    body: { spec: { namespace } },
    ...bob,
  });
  subject.note('rules of bob, in any order', sortedRules(own.body));
  await review(`${AUTHORIZATION}/selfsubjectrulesreviews`, {}, bob);
  await review(`${AUTHENTICATION}/selfsubjectreviews`, {}, bob);
}

/** The claims of a token, without what is new in each. */
function claimsOf(token: string): object {
  const { exp, iat, nbf, jti, ...claims } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly exp: number;
    readonly iat: number;
    readonly nbf: number;
    readonly jti: string;
  };
  return { ...claims, lives: exp - iat, hasId: jti.length, same: nbf === iat };
}

type Issued = { readonly status?: { readonly token: string }; readonly spec?: object };

async function issue(subject: Subject, path: string, spec: object): Promise<string> {
  const { body } = await subject.prepare({ method: 'POST', path, body: { spec } });
  const { status, ...rest } = body as Issued;
  subject.note(`issued ${JSON.stringify(spec)}`, rest);
  if (status?.token === undefined) return '';
  subject.note(`claims ${JSON.stringify(spec)}`, claimsOf(status.token));
  return status.token;
}

async function reviewToken(subject: Subject, what: string, spec: object): Promise<void> {
  const { status, body } = await subject.prepare({ method: 'POST', path: `${AUTHENTICATION}/tokenreviews`, body: { spec } });
  const { status: found } = body as { readonly status?: object };
  subject.note(`review of ${what}`, { status, found: JSON.parse(JSON.stringify(found ?? body).replace(/JTI=[0-9a-f-]+/g, 'JTI')) });
}

async function playTokens(subject: Subject, namespace: string): Promise<void> {
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  await subject.ask({ method: 'POST', path: accounts, body: { metadata: { name: 'robot' } } });
  await subject.ask({ method: 'POST', path: `/api/v1/namespaces/${namespace}/secrets`, body: { metadata: { name: 's' } } });
  const path = `${accounts}/robot/token`;
  const plain = await issue(subject, path, {});
  const other = await issue(subject, path, { audiences: ['elsewhere'], expirationSeconds: 700 });
  const bound = await issue(subject, path, { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 's' }, expirationSeconds: 3607 });
  await subject.ask({ method: 'POST', path, body: { spec: { expirationSeconds: 5 } } });
  await subject.ask({ method: 'POST', path, body: { spec: { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 'missing' } } } });
  await subject.ask({ method: 'POST', path, body: { spec: { boundObjectRef: { kind: 'ConfigMap', apiVersion: 'v1', name: 's' } } } });
  await subject.ask({ method: 'POST', path: `${accounts}/missing/token`, body: { spec: {} } });
  await playReviews(subject, { plain, other });
  await subject.ask({ method: 'DELETE', path: `/api/v1/namespaces/${namespace}/secrets/s` });
  await reviewToken(subject, 'a token whose secret is gone', { token: bound });
  await subject.ask({ path: '/openid' });
}

async function playReviews(subject: Subject, { plain, other }: { readonly plain: string; readonly other: string }): Promise<void> {
  await reviewToken(subject, 'a plain token', { token: plain });
  await reviewToken(subject, 'a plain token for somebody else', { token: plain, audiences: ['elsewhere'] });
  await reviewToken(subject, 'a token for somebody else', { token: other });
  await reviewToken(subject, 'a token for somebody else, there', { token: other, audiences: ['elsewhere', 'nowhere'] });
  await reviewToken(subject, 'no token', {});
  await reviewToken(subject, 'nonsense', { token: 'nonsense' });
  await reviewToken(subject, 'a changed token', { token: `${plain.slice(0, -4)}AAAA` });
}

export const ACCESS_CASES: readonly DifferentialCase[] = [
  differentialCase(ROW, 'roles decide what an impersonated user may do', async (subject, namespace) => {
    await grant(subject, namespace, [
      rule(['configmaps'], ['get', 'create']),
      rule(['secrets'], ['list', 'get'], { resourceNames: ['a'] }),
    ]);
    const base = `/api/v1/namespaces/${namespace}`;
    const body = { metadata: { name: 'a' } };
    await subject.ask(as('bob', { method: 'POST', path: `${base}/configmaps`, body }));
    await subject.ask(as('bob', { path: `${base}/configmaps/a` }));
    await subject.ask(as('bob', { path: `${base}/configmaps` }));
    await subject.ask(as('bob', { path: `${base}/pods/x/log` }));
    await subject.ask(as('bob', { path: `${base}/secrets?fieldSelector=metadata.name=a` }));
    await subject.ask(as('bob', { path: `${base}/secrets` }));
    await subject.ask(as('bob', { method: 'DELETE', path: `${base}/configmaps/a` }));
    await subject.ask(as('bob', { path: '/api/v1/nodes' }));
    await subject.ask(as('bob', { path: '/metrics' }));
    await subject.ask(as('bob', { path: '/version' }));
    await subject.ask(as('ann', { path: `${base}/configmaps/a` }, { 'Impersonate-Group': 'crew' }));
    await subject.ask(as(`system:serviceaccount:${namespace}:robot`, { path: `${base}/configmaps/a` }));
    await subject.ask(as('system:anonymous', { path: `${base}/configmaps/a` }));
  }),
  differentialCase(ROW, 'a binding to a missing role is told', async (subject, namespace) => {
    await subject.ask({
      method: 'POST',
      path: `${RBAC}/namespaces/${namespace}/rolebindings`,
      body: { metadata: { name: 'x' }, roleRef: { kind: 'Role', name: 'gone' }, subjects: [{ kind: 'User', name: 'eve' }] },
    });
    await subject.ask(as('eve', { path: `/api/v1/namespaces/${namespace}/configmaps` }));
  }),
  differentialCase(ROW, 'reviews answer', async (subject, namespace) => {
    await grant(subject, namespace, [rule(['configmaps'], ['get']), rule(['pods'], ['list'], { resourceNames: ['p'] })]);
    await reviewAll(subject, namespace);
  }),
  differentialCase(ROW, 'nobody grants more than he has', async (subject, namespace) => {
    await grant(subject, namespace, [
      rule(['configmaps'], ['get', 'list']),
      { apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles', 'rolebindings'], verbs: ['create', 'update', 'get'] },
    ]);
    const base = `${RBAC}/namespaces/${namespace}`;
    const role = (name: string, rules: readonly object[]): ApiRequest => ({
      method: 'POST',
      path: `${base}/roles`,
      body: { metadata: { name }, rules },
    });
    await subject.ask(as('bob', role('less', [rule(['configmaps'], ['get'])])));
    await subject.ask(as('bob', role('more', [rule(['configmaps', 'secrets'], ['get', 'list', 'watch'])])));
    await subject.ask(as('bob', role('named', [rule(['secrets'], ['get'], { resourceNames: ['a', 'b'] })])));
    const bind = (name: string, kind: string): ApiRequest => ({
      method: 'POST',
      path: `${base}/rolebindings`,
      body: { metadata: { name: `to-${name}` }, roleRef: { kind, name }, subjects: [{ kind: 'User', name: 'bob' }] },
    });
    await subject.ask(as('bob', bind('some', 'Role')));
    await subject.ask(as('bob', bind('gone', 'Role')));
    await subject.ask(as('bob', bind('system:basic-user', 'ClusterRole')));
    await subject.ask(as('bob', { method: 'POST', path: `${RBAC}/clusterroles`, body: { metadata: { name: 'x' }, rules: [] } }));
  }),
  differentialCase(ROW, 'whom one may impersonate', async (subject, namespace) => {
    await grant(subject, namespace, [rule(['serviceaccounts'], ['impersonate'], { resourceNames: ['robot'] })]);
    const path = `/api/v1/namespaces/${namespace}/configmaps/a`;
    await subject.ask({ path, headers: { 'Impersonate-Group': 'crew' } });
    await subject.ask({ path, headers: { 'Impersonate-User': `system:serviceaccount:${namespace}:robot`, 'Impersonate-Uid': '7' } });
  }),
  differentialCase(ROW, 'roles and bindings are checked', async (subject, namespace) => {
    const base = `${RBAC}/namespaces/${namespace}`;
    await subject.ask({ method: 'POST', path: `${base}/roles`, body: { metadata: { name: 'a%b' }, rules: [] } });
    await subject.ask({ method: 'POST', path: `${base}/roles`, body: { metadata: { name: 'a:b' }, rules: [{}, { verbs: ['get'] }] } });
    await subject.ask({
      method: 'POST',
      path: `${base}/roles`,
      body: { metadata: { name: 'b' }, rules: [{ verbs: ['get'], nonResourceURLs: ['/x'], resources: ['a'] }] },
    });
    await subject.ask({ method: 'POST', path: `${RBAC}/clusterroles`, body: { metadata: { name: namespace }, aggregationRule: {} } });
    await subject.ask({
      method: 'POST',
      path: `${base}/rolebindings`,
      body: {
        metadata: { name: 'a' },
        roleRef: { kind: 'X' },
        subjects: [{}, { kind: 'ServiceAccount', name: 'A_', apiGroup: 'x' }, { kind: 'User', apiGroup: 'x' }],
      },
    });
    await grant(subject, namespace, [rule(['pods'], ['get'])]);
    const { body } = await subject.ask<object>({ path: `${base}/rolebindings/some` });
    await subject.ask({
      method: 'PUT',
      path: `${base}/rolebindings/some`,
      body: { ...body, roleRef: { kind: 'Role', name: 'other', apiGroup: 'rbac.authorization.k8s.io' } },
    });
  }),
  differentialCase(ROW, 'tokens are issued and known again', playTokens),
];
