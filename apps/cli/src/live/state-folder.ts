// Where this program keeps what outlives it: one folder per cluster, and the key that Secrets are redacted with.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterConnection } from '@rectrace/cluster';
import { parseJson, stringAt } from '@rectrace/kube';
import { UnsupportedError } from '../errors.ts';
import type { Environment } from '../surroundings.ts';

const KEY_BYTES = 32;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

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

/** The key of this state folder, made the first time; only the user may read it. @throws NodeJS.ErrnoException */
export function redactionKey(folder: string, randomBytes: (count: number) => Uint8Array): Uint8Array {
  const file = join(folder, 'redaction.key');
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (!existsSync(file)) writeNew(file, randomBytes(KEY_BYTES));
  const key = readFileSync(file);
  if (key.length < KEY_BYTES)
    throw new UnsupportedError(`${file} is no key: it has ${key.length} bytes, not ${KEY_BYTES}`, { hint: 'remove it; a new one is made' });
  return key;
}

/** Two processes may start at once: the first one's key stands. */
function writeNew(file: string, key: Uint8Array): void {
  try {
    writeFileSync(file, key, { mode: PRIVATE_FILE, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
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
