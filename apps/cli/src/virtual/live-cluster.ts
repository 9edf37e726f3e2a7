// What the planner gets to see of a cluster: its lists, and no way to write.

import type { ClusterConnection } from '@rectrace/cluster';
import { asJson } from '@rectrace/kube';
import type { LiveCluster, LiveList, LiveRevision, Refused } from '@rectrace/planner';

type ClusterPackage = typeof import('@rectrace/cluster');

export async function readOnly({ server, discovery, listWatch, transport }: ClusterConnection): Promise<LiveCluster> {
  const cluster = await import('@rectrace/cluster');
  return {
    server,
    version: (signal) => cluster.readServerVersion(transport, signal),
    kinds: async (signal) => {
      const served = await discovery.refresh(signal);
      return { ...served, preferred: cluster.preferredResources(served) };
    },
    revision: (query, signal) =>
      orRefusal(cluster, async (): Promise<LiveRevision> => {
        const pages = listWatch.list(query, { from: { kind: 'consistent' }, limit: 1, signal });
        for await (const { resourceVersion } of pages) return { kind: 'at', resourceVersion };
        return { kind: 'refused', code: 0, message: 'there is no list' };
      }),
    list: (query, options) =>
      orRefusal(cluster, async (): Promise<LiveList> => {
        const { items, resourceVersion } = await cluster.listAll(listWatch, { query, ...options });
        return { kind: 'listed', resourceVersion, objects: items.map(asJson) };
      }),
  };
}

/** A refusal of one collection is an answer; where no answer comes at all, there is nothing to go on with. @throws TransportError */
async function orRefusal<Answer>({ ApiError, AnswerGarbled }: ClusterPackage, ask: () => Promise<Answer>): Promise<Answer | Refused> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError) return { kind: 'refused', code: error.status.code, message: error.status.message };
    if (error instanceof AnswerGarbled) return { kind: 'refused', code: 0, message: error.message };
    throw error;
  }
}
