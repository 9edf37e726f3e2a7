// Where what is built stays.
import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface BuildCacheOptions {
  /** Where builds are kept; default `${XDG_CACHE_HOME:-~/.cache}/rectrace/testbed`. */
  readonly cacheDir?: string;
  /** Environment to look in for XDG_CACHE_HOME; default the process's own. */
  readonly env?: NodeJS.ProcessEnv;
}

export function buildCache({ cacheDir, env = process.env }: BuildCacheOptions): string {
  return cacheDir ?? join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'rectrace', 'testbed');
}

export async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
