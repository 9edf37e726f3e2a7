// For test files: suites that run against the real control plane, and are skipped where there is none.
import { randomBytes } from 'node:crypto';
import { describe, inject, type TestContext } from 'vitest';
import { attachCluster, type ClusterAccess } from './cluster-access.ts';
import { TestbedError } from './errors.ts';
import { waitFor } from './wait-for.ts';

/**
 * A suite that shares the control plane of global-setup.ts with others: it works in namespaces of its own and neither restarts nor faults
 * anything. `plane` may be called in tests and hooks.
 */
export function describeReal(title: string, body: (plane: () => ClusterAccess) => void): void {
  const shared = inject('controlPlane');
  let attached: ClusterAccess | undefined;
  const plane = (): ClusterAccess => {
    if (shared.kind === 'unavailable') throw new TestbedError('BUILD_FAILED', shared.reason);
    attached ??= attachCluster(shared.coordinates);
    return attached;
  };
  describe.skipIf(shared.kind === 'unavailable')(title, () => body(plane));
}

/** Makes a namespace named after the test; it is deleted when the test has ended (which nobody waits for). */
export async function namespaceFor(plane: ClusterAccess, test: Pick<TestContext, 'task' | 'onTestFinished'>): Promise<string> {
  const name = await freshNamespace(plane, test.task.name);
  test.onTestFinished(async () => {
    await plane.api.request({ method: 'DELETE', path: `/api/v1/namespaces/${name}` });
  });
  return name;
}

/** Makes a namespace named after `title` in which pods can be created. */
export async function freshNamespace(plane: ClusterAccess, title: string): Promise<string> {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '');
  const name = `${words || 'test'}-${randomBytes(3).toString('hex')}`;
  await plane.api.expect({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name } } });
  const account = { path: `/api/v1/namespaces/${name}/serviceaccounts/default` };
  await waitFor(async () => (await plane.api.request(account)).status === 200, {
    timeoutMs: 20_000,
    what: `the ServiceAccount of ${name}`,
  });
  return name;
}
