// What the control plane's own programs have used: CPU of kube-apiserver and etcd, size of etcd's data.
import type { ClusterAccess, ControlPlane } from '@rectrace/testbed';
import { processCpu } from '@rectrace/testing';

/** apiServerCpuMs, etcdCpuMs: so far. etcdBytes: of its database. */
export type ServerUse = { readonly apiServerCpuMs: number; readonly etcdCpuMs: number; readonly etcdBytes: number };

export async function serverUse(plane: ControlPlane): Promise<ServerUse> {
  const { etcd = 0, 'kube-apiserver': apiServer = 0 } = plane.pids();
  const etcdBytes = await databaseSize(plane);
  return { apiServerCpuMs: processCpu(apiServer), etcdCpuMs: processCpu(etcd), etcdBytes };
}

/** What was used between two moments. */
export function usedBetween(before: ServerUse, after: ServerUse): ServerUse {
  return {
    apiServerCpuMs: after.apiServerCpuMs - before.apiServerCpuMs,
    etcdCpuMs: after.etcdCpuMs - before.etcdCpuMs,
    etcdBytes: after.etcdBytes - before.etcdBytes,
  };
}

async function databaseSize(plane: ClusterAccess): Promise<number> {
  const metrics = String((await plane.api.request({ path: '/metrics', headers: { Accept: 'text/plain' } })).body);
  const found = /^apiserver_storage_size_bytes\{[^}]*\} (\S+)$/m.exec(metrics)?.[1];
  if (found === undefined) throw new Error('the API server does not tell the size of its storage');
  return Number(found);
}
