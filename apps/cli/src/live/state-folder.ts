// Where this program keeps what outlives it: one folder per cluster.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ClusterConnection } from '@rectrace/cluster';
import { ensureFolder } from '@rectrace/history';
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

/** The file of a cluster's local history; cluster: its name (nameOfCluster). */
export function localHistoryFile(env: Environment, cluster: string): string {
  return join(stateFolder(env), cluster.replaceAll(/[^A-Za-z0-9-]/g, '_'), 'history.db');
}

/** Makes the folder of a file, readable to the user alone. @throws NodeJS.ErrnoException */
export function makeFolderOf(file: string): void {
  ensureFolder(join(file, '..'), PRIVATE_FOLDER);
}

/**
 * What a cluster is known by here: its uid; without the right to see that a digest of the server's address.
 * @throws ApiError, TransportError
 */
export async function nameOfCluster({ transport, server }: Pick<ClusterConnection, 'transport' | 'server'>): Promise<string> {
  const { clusterUid } = await import('@rectrace/cluster');
  return (await clusterUid(transport)) ?? `server-${createHash('sha256').update(server).digest('hex').slice(0, 16)}`;
}
