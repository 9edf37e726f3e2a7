// Where what is built stays.
import { createHash } from 'node:crypto';
import { access, constants, readFile } from 'node:fs/promises';
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

export interface MadeFrom {
  /** What builds it, and how: releases, packages, flags. */
  readonly tools: readonly string[];
  readonly files: readonly string[];
}

/** Where something is kept: another folder for each state of what it is made from. */
export async function keyedFolder(name: string, { tools, files, ...cache }: MadeFrom & BuildCacheOptions): Promise<string> {
  const hash = createHash('sha256').update(tools.join('\n'));
  for (const file of files) hash.update(await readFile(file));
  return join(buildCache(cache), `${name}-${hash.digest('hex').slice(0, 20)}`);
}

export async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
