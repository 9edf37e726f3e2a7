// kube-apiserver of the testbed as a load knows it.
import { readFileSync } from 'node:fs';
import type { ControlPlane } from '@rectrace/testbed';
import type { LoadedServer } from './virtual-program.ts';

export function realServer({ serverUrl, caFile, adminToken }: ControlPlane): LoadedServer {
  const { hostname: host, port } = new URL(serverUrl);
  return { host, port: Number(port), authority: readFileSync(caFile, 'utf8'), token: adminToken };
}
