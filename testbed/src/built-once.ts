// A folder of the build cache that is filled once, by whichever process comes first; a mark in it says that it is whole.
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withBuildLock } from './build-lock.ts';

export interface OnceOptions {
  /** Fills the folder; may find in it what an earlier attempt left. */
  readonly make: () => Promise<void>;
  /** What is built, shown in a log line. */
  readonly what: string;
  readonly log: (line: string) => void;
}

/** Resolves when the folder is whole. @throws what `make` throws */
export async function builtOnce(folder: string, { make, what, log }: OnceOptions): Promise<void> {
  const mark = join(folder, 'complete');
  if (await exists(mark)) return;
  await mkdir(folder, { recursive: true });
  const build = async (): Promise<void> => {
    if (await exists(mark)) return;
    log(`building ${what} (once)`);
    await make();
    await writeFile(mark, '');
  };
  await withBuildLock(join(folder, 'lock'), build, () => log(`waiting for another process that builds ${what} in ${folder}`));
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
