// Beside each local history: at which address its cluster was, so that it can be found again while the server does not answer.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isJsonObject, parseJson, stringAt } from '@rectrace/kube';
import type { Environment } from '../surroundings.ts';
import { stateFolder } from './state-folder.ts';

const NAME = 'cluster.json';
const HISTORY = 'history.db';
const PRIVATE_FILE = 0o600;

/** file: of the local history, whose folder is there. server: address of the API server. @throws NodeJS.ErrnoException */
export function rememberCluster(file: string, server: string): void {
  writeFileSync(join(dirname(file), NAME), `${JSON.stringify({ server })}\n`, { mode: PRIVATE_FILE });
}

/** Files of the local histories whose cluster was at that address, sorted. @throws UnsupportedError where there is no state folder */
export function historiesAt(env: Environment, server: string): readonly string[] {
  const folder = stateFolder(env);
  return foldersIn(folder)
    .filter((name) => addressIn(join(folder, name, NAME)) === server)
    .map((name) => join(folder, name, HISTORY))
    .sort();
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** undefined where nothing, or nothing readable, is remembered: then the next recording writes it anew. */
function addressIn(file: string): string | undefined {
  try {
    const known = parseJson(readFileSync(file, 'utf8'));
    return isJsonObject(known) ? stringAt(known, ['server']) : undefined;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
