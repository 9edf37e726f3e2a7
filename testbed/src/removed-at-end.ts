// A folder that is removed even when this process is killed: a shell waits on a pipe from here and removes it when the pipe closes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** The wait lets the programs that write into the folder be gone first. */
const REMOVER = `
if read -r removed <&3; then exit 0; fi
sleep 1
rm -rf -- "$1"
`;

export interface Removal {
  /** Removes the folder now. */
  remove(): Promise<void>;
}

/** Watches over `folder` until {@link Removal.remove}. */
export async function removeAtEnd(folder: string): Promise<Removal> {
  const child = spawn('/bin/sh', ['-c', REMOVER, 'remover', folder], { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  await once(child, 'spawn');
  const pipe = child.stdio[3] as Socket;
  return {
    remove: async () => {
      pipe.end('removed\n');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
