import { readFileSync } from 'node:fs';
import { describeReal, namespaceFor } from '@rectrace/testbed';
import { realClock } from '@rectrace/testing';
import { expect, test } from 'vitest';
import type { ConnectionOptions } from '../kubeconfig/connection-options.ts';
import type { ClusterConnection } from '../kubeconfig/load-cluster.ts';
import { loadCluster } from '../kubeconfig/load-cluster.ts';
import { reviewAccess, reviewOwnAccess, reviewOwnRules, reviewToken } from './reviews.ts';
import { readServerVersion } from './server-version.ts';

async function connected(options: Partial<ConnectionOptions>, work: (connection: ClusterConnection) => Promise<void>): Promise<void> {
  const connection = await loadCluster({ env: {}, clock: realClock(), random: Math.random, ...options });
  try {
    await work(connection);
  } finally {
    connection.close();
  }
}

const PODS = { verb: 'list', group: '', resource: 'pods', namespace: 'default' };

describeReal('a real API server about itself and its users', (plane) => {
  test('its version and its clock', async () => {
    await connected({ kubeconfig: plane().kubeconfig }, async ({ transport }) => {
      const { version, date } = await readServerVersion(transport);
      expect(version).toMatch(/^v1\.[0-9]+\./);
      expect(Math.abs((date ?? 0) - Date.now())).toBeLessThan(5_000);
    });
  });

  test('rights of the administrator and of a stranger', async () => {
    await connected({ kubeconfig: plane().kubeconfig }, async ({ transport }) => {
      expect(await reviewOwnAccess(transport, PODS)).toEqual({ kind: 'allowed' });
      const user = { username: 'nobody', groups: ['system:authenticated'] };
      expect(await reviewAccess(transport, { ...PODS, user })).toMatchObject({ kind: 'denied' });
      const { rules } = await reviewOwnRules(transport, 'default');
      expect(rules.some(({ verbs, resources }) => verbs.includes('*') && resources.includes('*'))).toBe(true);
    });
  });

  test.each(['token', 'cert'] as const)('a user without rights, by %s: 403 on what it may not, named in one line', async (kind) => {
    const kubeconfig = await plane().addUser({ name: `plain-${kind}`, kind });
    await connected({ kubeconfig }, async ({ transport }) => {
      const refused = await transport.request({ method: 'GET', path: '/api/v1/pods' }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'API_REFUSED', status: { code: 403, reason: 'Forbidden' } });
      expect(String((refused as Error).message)).toContain(`User "plain-${kind}" cannot list resource "pods"`);
    });
  });

  test('impersonation: the rights of the impersonated', async () => {
    await connected(
      { kubeconfig: plane().kubeconfig, impersonate: { user: 'jane', groups: ['system:authenticated', 'dev'], uid: 'u-7' } },
      async ({ transport }) => {
        expect(await reviewOwnAccess(transport, PODS)).toMatchObject({ kind: 'denied' });
        const body = { contentType: 'application/json', text: '{"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}' };
        const { text } = await transport.request({ method: 'POST', path: '/apis/authentication.k8s.io/v1/selfsubjectreviews', body });
        expect(JSON.parse(text).status.userInfo).toMatchObject({ username: 'jane', uid: 'u-7', groups: ['system:authenticated', 'dev'] });
      },
    );
  });

  test('whose token it is', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 600 } };
    const path = `/api/v1/namespaces/${namespace}/serviceaccounts/default/token`;
    const issued = await plane().api.expect<{ readonly status: { readonly token: string } }>({ method: 'POST', path, body: request });
    await connected({ kubeconfig: plane().kubeconfig }, async ({ transport }) => {
      expect(await reviewToken(transport, issued.status)).toMatchObject({
        kind: 'authenticated',
        user: { username: `system:serviceaccount:${namespace}:default` },
      });
      expect(await reviewToken(transport, { token: 'none' })).toMatchObject({ kind: 'refused' });
    });
  });

  test('a token that is no longer valid', async () => {
    const kubeconfig = `${plane().dir}/expired.kubeconfig`;
    const { writeFileSync } = await import('node:fs');
    writeFileSync(kubeconfig, readFileSync(plane().kubeconfig, 'utf8').replaceAll(plane().adminToken, 'expired'));
    await connected({ kubeconfig }, async ({ transport }) => {
      await expect(transport.request({ method: 'GET', path: '/api/v1/pods' })).rejects.toThrow(
        /401 Unauthorized\); the credentials were not accepted: log in again/,
      );
    });
  });
});
