// Where this program keeps what outlives it: one folder per cluster.

import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterConnection } from '@rectrace/cluster';
import { parseJson, stringAt } from '@rectrace/kube';
import { UnsupportedError } from '../errors.ts';
import type { Environment } from '../surroundings.ts';

const PRIVATE_FOLDER = 0o700;

/** ${XDG_STATE_HOME:-~/.local/state}/rectrace. @throws UnsupportedError where neither is set */
export function stateFolder(env: Environment): string {
  const state = env['XDG_STATE_HOME'];
  if (state !== undefined && state !== '') return join(state, 'rectrace');
  const home = env['HOME'] ?? env['USERPROFILE'];
  if (home === undefined || home === '')
    throw new UnsupportedError('there is no state folder: neither XDG_STATE_HOME nor HOME is set', {
      hint: 'set one, or use --no-history',
    });
  return join(home, '.local', 'state', 'rectrace');
}

/** The file of a cluster's local history; clusterUid: that of its kube-system namespace. */
export function localHistoryFile(env: Environment, clusterUid: string): string {
  return join(stateFolder(env), clusterUid.replaceAll(/[^A-Za-z0-9-]/g, '_'), 'history.db');
}

/** Makes the folder of a file, readable to the user alone. @throws NodeJS.ErrnoException */
export function makeFolderOf(file: string): void {
  mkdirSync(join(file, '..'), { recursive: true, mode: PRIVATE_FOLDER });
}

/**
 * Uid of the kube-system namespace: what a cluster is known by. Without the right to see it, a digest of the server's address stands in.
 * @throws ApiError, TransportError
 */
export async function clusterUid({ transport, server }: Pick<ClusterConnection, 'transport' | 'server'>): Promise<string> {
  const { ApiError } = await import('@rectrace/cluster');
  try {
    const { text } = await transport.request({ method: 'GET', path: '/api/v1/namespaces/kube-system' });
    const uid = stringAt(parseJson(text), ['metadata', 'uid']);
    if (uid !== undefined) return uid;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status.code !== 403) throw error;
  }
  return `server-${createHash('sha256').update(server).digest('hex').slice(0, 16)}`;
}
