import type { Clock, JsonObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { createTokenAuthority } from './api/authentication/token-authority.ts';
import type { UserInfo } from './api/strategy.ts';
import type { ControlPlane } from './control-plane.ts';
import { createControlPlane } from './control-plane.ts';

const BOB: UserInfo = { name: 'bob', groups: ['system:authenticated'] };
const RBAC = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
const ACCOUNTS = '/api/v1/namespaces/default/serviceaccounts';

/** A control plane that issues tokens, and a clock that is set by hand. */
async function planeWithTokens(): Promise<ControlPlane & { setTime(ms: number): void }> {
  let now = Date.UTC(2026, 0, 1);
  const clock: Clock = { now: () => now, after: () => new Promise(() => undefined) };
  const tokenAuthority = await createTokenAuthority('https://issuer.example.org');
  const plane = await createControlPlane({ clock, seed: 1, tokenAuthority });
  return {
    ...plane,
    setTime: (ms) => {
      now = ms;
    },
  };
}

async function grantPods({ client }: ControlPlane): Promise<void> {
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }];
  await client.request({ method: 'POST', path: `${RBAC}/roles`, body: { metadata: { name: 'pods' }, rules } });
  const subjects = [{ kind: 'User', name: 'bob' }];
  const body = { metadata: { name: 'pods' }, roleRef: { kind: 'Role', name: 'pods', apiGroup: 'rbac.authorization.k8s.io' }, subjects };
  expect((await client.request({ method: 'POST', path: `${RBAC}/rolebindings`, body })).status).toBe(201);
}

test('a user may do what a role bound to him says, in its namespace, and nothing else', async () => {
  const plane = await planeWithTokens();
  const asBob = (path: string, method = 'GET'): Promise<{ readonly status: number; readonly body: JsonObject }> =>
    plane.client.request({ path, method, user: BOB });
  expect((await asBob('/api/v1/namespaces/default/pods')).status).toBe(403);
  await grantPods(plane);
  expect((await asBob('/api/v1/namespaces/default/pods')).status).toBe(200);
  expect((await asBob('/api/v1/namespaces/kube-system/pods')).status).toBe(403);
  expect((await asBob('/api/v1/pods')).body).toMatchObject({
    message: 'pods is forbidden: User "bob" cannot list resource "pods" in API group "" at the cluster scope',
  });
  expect((await asBob('/api/v1/namespaces/default/pods/a', 'DELETE')).status).toBe(403);
});

async function issue({ client }: ControlPlane): Promise<string> {
  await client.request({ method: 'POST', path: ACCOUNTS, body: { metadata: { name: 'robot' } } });
  const { body } = await client.request({ method: 'POST', path: `${ACCOUNTS}/robot/token`, body: { spec: { expirationSeconds: 600 } } });
  return (body['status'] as { readonly token: string }).token;
}

test('a token is its account, until it expires', async () => {
  const plane = await planeWithTokens();
  const token = await issue(plane);
  expect(await plane.api.tokens.authenticate(token, [])).toMatchObject({
    kind: 'authenticated',
    user: { name: 'system:serviceaccount:default:robot', groups: ['system:serviceaccounts', 'system:serviceaccounts:default'] },
  });
  expect(await plane.api.tokens.authenticate(token, ['elsewhere'])).toMatchObject({ kind: 'refused' });
  plane.setTime(Date.UTC(2026, 0, 1, 0, 10, 1));
  expect(await plane.api.tokens.authenticate(token, [])).toMatchObject({ kind: 'refused' });
});

test('a token dies with its account, though another one of that name follows', async () => {
  const plane = await planeWithTokens();
  const token = await issue(plane);
  await plane.client.request({ method: 'DELETE', path: `${ACCOUNTS}/robot` });
  await plane.client.request({ method: 'POST', path: ACCOUNTS, body: { metadata: { name: 'robot' } } });
  expect(await plane.api.tokens.authenticate(token, [])).toMatchObject({ kind: 'refused' });
});

test('without keys a token is not supported, which is said', async () => {
  const clock: Clock = { now: () => 0, after: () => new Promise(() => undefined) };
  const { client } = await createControlPlane({ clock, seed: 1 });
  await client.request({ method: 'POST', path: ACCOUNTS, body: { metadata: { name: 'robot' } } });
  expect(await client.request({ method: 'POST', path: `${ACCOUNTS}/robot/token`, body: {} })).toMatchObject({ status: 501 });
});
