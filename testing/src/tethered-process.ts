// A child process that cannot outlive this one: a watcher beside it holds a pipe from here, and when that closes, whatever ended us, it kills the
// program and all that the program has started. The child keeps the pid that spawn() reports, in a session of its own, away from the terminal's signals.

import type { ChildProcess, IOType } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Stream } from 'node:stream';

type Stdio = IOType | Stream | number;

export type TetheredOptions = {
  readonly env?: NodeJS.ProcessEnv;
  /** Standard input, output and error of the program. */
  readonly stdio: readonly [Stdio, Stdio, Stdio];
  /** Kills it with SIGKILL, also where it is aborted already. */
  readonly signal?: AbortSignal;
};

/** The watcher is started first, in the background; then the shell becomes the program. As long as it lives, nobody else gets its group's number. */
const WATCHED = `
(read -r never <&3; kill -KILL 0) </dev/null >/dev/null 2>&1 &
exec 3<&-
exec "$@"
`;

/** Starts a program that ends at the latest with this process. A program that cannot be started ends with 126 or 127. */
export function spawnTethered(program: readonly [file: string, ...args: string[]], options: TetheredOptions): ChildProcess {
  const { env = process.env, stdio, signal } = options;
  const child = spawn('/bin/sh', ['-c', WATCHED, 'watched', ...program], { detached: true, env, stdio: [...stdio, 'pipe'] });
  const tether = child.stdio[3] as Socket;
  tether.on('error', () => undefined);
  const end = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted === true) end();
  child.once('exit', () => {
    signal?.removeEventListener('abort', end);
    tether.destroy();
  });
  return child;
}
