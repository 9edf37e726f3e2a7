// What the planner gets to see of a cluster: its lists, and no way to write.

import type { ClusterConnection } from '@rectrace/cluster';
import type { LiveCluster } from '@rectrace/planner';

export async function readOnly({ server, discovery, listWatch, transport }: ClusterConnection): Promise<LiveCluster> {
  const { readServerVersion } = await import('@rectrace/cluster');
  return {
    server,
    version: (signal) => readServerVersion(transport, signal),
    served: (signal) => discovery.refresh(signal),
    list: (query, options) => listWatch.list(query, options),
  };
}
