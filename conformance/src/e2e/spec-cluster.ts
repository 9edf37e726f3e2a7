// Our API server with the real controllers on it, as the specs expect a cluster: two Ready nodes, and certificates signed for clients of the server.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AttachedControllers, attachControllers, type Programs, writeKubeconfig } from '@rectrace/testbed';
import { startVirtualSide } from '../differential/virtual-side.ts';

/** Data that nothing dials, as in the testbed; the range is set aside for documentation. */
const ADVERTISED = '192.0.2.1';

export type SpecCluster = {
  /** Of an administrator. */
  readonly kubeconfig: string;
  /** Path of the real one. */
  readonly kubectl: string;
  readonly controllers: AttachedControllers;
  /** What lies in it goes when the cluster stops. */
  readonly folder: string;
  stop(): Promise<void>;
};

export async function startSpecCluster(programs: Programs, seed: number): Promise<SpecCluster> {
  const resources = new AsyncDisposableStack();
  try {
    const folder = await mkdtemp(join(tmpdir(), 'rectrace-e2e-'));
    resources.defer(() => rm(folder, { recursive: true, force: true }));
    const side = await startVirtualSide(seed, { facts: { advertisedAddress: ADVERTISED } });
    resources.defer(() => side.stop());
    const { certificate, key } = side.cluster.authority;
    const keyFile = join(folder, 'ca.key');
    await writeFile(keyFile, key, { mode: 0o600 });
    const kubeconfig = join(folder, 'admin.kubeconfig');
    await writeKubeconfig(kubeconfig, { serverUrl: side.url, ca: certificate, name: 'admin', user: { kind: 'token', token: side.token } });
    const signer = { certificateFile: side.caFile, keyFile };
    const controllers = await attachControllers({ serverUrl: side.url, caFile: side.caFile, adminToken: side.token, programs, signer });
    resources.defer(() => controllers.stop());
    return { kubeconfig, kubectl: programs.kubectl, controllers, folder, stop: () => resources.disposeAsync() };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}
