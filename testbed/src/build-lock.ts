// A lock between processes that build into the same folder: a file that the holder touches while it works.
import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const TOUCH_EVERY_MS = 2_000;
const STALE_AFTER_MS = 60_000;
const LOOK_AGAIN_MS = 250;

/** Runs `work` while nobody else holds `file`; waits for as long as another living process does. */
export async function withBuildLock<Result>(file: string, work: () => Promise<Result>, onWait: () => void): Promise<Result> {
  const mine = JSON.stringify({ host: hostname(), pid: process.pid, id: randomUUID() });
  await acquire(file, mine, onWait);
  const touch = setInterval(() => {
    const now = new Date();
    // A lock that cannot be touched is one that somebody took for stale: the renames at the end of a build are atomic, so both may finish.
    utimes(file, now, now).catch(() => clearInterval(touch));
  }, TOUCH_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    if ((await contentOf(file)) === mine) await rm(file, { force: true });
  }
}

async function acquire(file: string, mine: string, onWait: () => void): Promise<void> {
  for (let waited = false; ; waited = true) {
    try {
      await writeFile(file, mine, { flag: 'wx' });
      return;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
    if (await isStale(file)) {
      await takeAway(file);
    } else {
      if (!waited) onWait();
      await sleep(LOOK_AGAIN_MS);
    }
  }
}

/** Renaming first: of two processes that find the same stale file only one removes it. */
async function takeAway(file: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
    await rm(aside, { force: true });
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
}

async function isStale(file: string): Promise<boolean> {
  try {
    const age = Date.now() - (await stat(file)).mtimeMs;
    if (age > STALE_AFTER_MS) return true;
    const holder: unknown = JSON.parse((await contentOf(file)) ?? 'null');
    return isHolder(holder) && holder.host === hostname() && !isAlive(holder.pid);
  } catch (error) {
    if (isCode(error, 'ENOENT') || error instanceof SyntaxError) return false;
    throw error;
  }
}

async function contentOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isHolder(value: unknown): value is { host: string; pid: number } {
  return typeof value === 'object' && value !== null && 'host' in value && 'pid' in value && typeof value.pid === 'number';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
