// Our server over HTTPS with a token, as a client of the testbed sees it.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { VirtualCluster, VirtualClusterOptions } from '@rectrace/control-plane';
import { startVirtualCluster } from '@rectrace/control-plane';
import type { ApiClient } from '@rectrace/testbed';
import { createApiClient } from '@rectrace/testbed';
import { realClock } from '@rectrace/testing';

export type VirtualSide = {
  readonly cluster: VirtualCluster;
  readonly api: ApiClient;
  readonly url: string;
  readonly caFile: string;
  readonly token: string;
  stop(): Promise<void>;
};

/** As the testbed's. */
const SERVICE_RANGE = '198.19.0.0/16';

export async function startVirtualSide(
  seed: number,
  { facts, ...options }: Pick<VirtualClusterOptions, 'auditSink' | 'controllers' | 'disabledPlugins' | 'eventTtlMs' | 'facts'> = {},
): Promise<VirtualSide> {
  const folder = await mkdtemp(join(tmpdir(), 'rectrace-virtual-'));
  const caFile = join(folder, 'ca.crt');
  const cluster = await startVirtualCluster({
    ...options,
    clock: realClock(),
    nextTurn,
    facts: { serviceRange: SERVICE_RANGE, ...facts },
    seed,
    randomBytes,
    onFault: (error) => process.stderr.write(`virtual: ${error instanceof Error ? error.stack : String(error)}\n`),
  });
  await writeFile(caFile, cluster.authority.certificate);
  const { url, adminToken: token } = cluster;
  const api = createApiClient({ serverUrl: url, caFile, token });
  return {
    cluster,
    api,
    url,
    caFile,
    token,
    stop: async () => {
      api.close();
      await cluster.stop();
      await rm(folder, { recursive: true });
    },
  };
}
