// Runs a command line in a shell to its end.
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { spawnTethered } from '@rectrace/testing';

export type Said = {
  /** Exit code; null where it was ended because it took too long. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

const WITHIN_MS = 100_000;

/** What it has started in the background ends with it. */
export async function runLine(line: string, { folder, env }: { readonly folder: string; readonly env: NodeJS.ProcessEnv }): Promise<Said> {
  const child = spawnTethered(['/bin/sh', '-c', `cd "$0" || exit 99\n${line}`, folder], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout as Readable), text(child.stderr as Readable)]);
  return { code, stdout, stderr };
}
