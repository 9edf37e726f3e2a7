// A process in user, network, mount and process namespaces of its own, made by util-linux's `unshare`.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export type InnerSide = {
  readonly process: ChildProcess;
  readonly channel: Socket;
  readonly stdout: Readable;
  readonly stderr: Readable;
};

const INSIDE = fileURLToPath(new URL('./inside/system-inside.ts', import.meta.url));
/** Where `ip` and others are, also for users whose PATH leaves them out. */
const SYSTEM_FOLDERS = '/usr/sbin:/sbin:/usr/bin:/bin';
/** Whoever is root outside can do without a user namespace. */
const OF_ITS_USER = ['--user', '--map-root-user'];
const NAMESPACES = ['--net', '--mount', '--pid', '--fork', '--kill-child=KILL', '--mount-proc'];

/** The ways to make the namespaces, the best first. */
export function waysIn(): readonly (readonly string[])[] {
  return process.getuid?.() === 0 ? [[...OF_ITS_USER, ...NAMESPACES], NAMESPACES] : [[...OF_ITS_USER, ...NAMESPACES]];
}

/** Starts the inner side; that it runs is known when it speaks. The terminal's signals do not reach it. */
export function enterNamespaces(way: readonly string[]): InnerSide {
  const started = spawn('unshare', [...way, '--', process.execPath, '--no-warnings', INSIDE], {
    detached: true,
    env: { PATH: `${process.env['PATH'] ?? ''}:${SYSTEM_FOLDERS}` },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, stdout, stderr, channel] = started.stdio as unknown as [null, Readable, Readable, Socket];
  return { process: started, channel, stdout, stderr };
}
