// `rectrace virtual …` as users run it, from its sources.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@rectrace/kube';
import { spawnTethered } from '@rectrace/testing';

const PROGRAM = fileURLToPath(new URL('../../../apps/cli/src/main.ts', import.meta.url));

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type RunningVirtual = {
  /** Of an administrator. */
  readonly kubeconfig: string;
  readonly url: string;
  readonly token: string;
  /** PEM. */
  readonly authority: string;
  readonly pid: number;
  /** What was said on stderr by the time it was ready. */
  readonly said: string;
  /** What has been said on stderr so far. */
  heard(): string;
  isRunning(): boolean;
  /** As Ctrl-C does. */
  stop(): Promise<void>;
};

type Program = { readonly kubeconfig: string; readonly args: readonly string[] };

/** Runs it to its end. kubeconfig: of the live cluster. */
export async function runVirtual({ kubeconfig, args }: Program): Promise<Ended> {
  const { child, output } = start({ kubeconfig, args });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

/** Starts `virtual up`; resolves when it is ready. @throws Error with what it said, where it ends instead */
export async function startVirtual({ kubeconfig, args }: Program): Promise<RunningVirtual> {
  const { child, output, ready } = start({ kubeconfig, args: ['up', ...args] });
  const ended = once(child, 'close');
  const path = await Promise.race([ready, ended.then(() => undefined)]);
  if (path === undefined) throw new Error(`virtual up ended: ${output.stderr}`);
  return {
    kubeconfig: path,
    pid: child.pid ?? 0,
    said: output.stderr,
    heard: () => output.stderr,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ...(await coordinatesIn(path)),
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}

function start({ kubeconfig, args }: Program) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nowhere', KUBECONFIG: kubeconfig, NO_COLOR: '1' };
  const program = [process.execPath, '--conditions=rectrace-source', PROGRAM, 'virtual', ...args] as const;
  const child = spawnTethered(program, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  const { promise: ready, resolve } = Promise.withResolvers<string>();
  child.stdout?.on('data', (bytes: Buffer) => {
    output.stdout += bytes.toString();
    const path = /^ready KUBECONFIG=(.*)$/m.exec(output.stdout)?.[1];
    if (path !== undefined) resolve(path);
  });
  child.stderr?.on('data', (bytes: Buffer) => {
    output.stderr += bytes.toString();
  });
  return { child, output, ready };
}

async function coordinatesIn(path: string): Promise<Pick<RunningVirtual, 'url' | 'token' | 'authority'>> {
  const { clusters, users } = JSON.parse(await readFile(path, 'utf8')) as {
    readonly clusters: readonly [{ readonly cluster: { readonly [field: string]: string } }];
    readonly users: readonly [{ readonly user: JsonObject }];
  };
  const { cluster } = clusters[0];
  return {
    url: cluster['server'] ?? '',
    authority: Buffer.from(cluster['certificate-authority-data'] ?? '', 'base64').toString(),
    token: String(users[0].user['token']),
  };
}
