// The virtual control plane as users run it: the built program, in a process of its own, with an audit log.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BareServer } from '@rectrace/testing';
import { spawnTethered } from '@rectrace/testing';
import { RECTRACE } from '../cluster/bench-cluster.ts';

/** A server as its load knows it. */
export type LoadedServer = BareServer & {
  /** Of an administrator. */
  readonly token: string;
};

export type VirtualProgram = {
  readonly server: LoadedServer;
  readonly pid: number;
  stop(): Promise<void>;
};

type Kubeconfig = {
  readonly clusters: readonly [{ readonly cluster: { readonly server: string; readonly 'certificate-authority-data': string } }];
  readonly users: readonly [{ readonly user: { readonly token: string } }];
};

/** Resolves when it says that it is ready. @throws Error with what it wrote, where it ends instead */
export async function startVirtualProgram(): Promise<VirtualProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'rectrace-bench-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const program = [
    process.execPath,
    RECTRACE,
    'virtual',
    'up',
    '--kubeconfig',
    kubeconfig,
    '--audit-log',
    join(folder, 'audit.jsonl'),
  ] as const;
  const child = spawnTethered(program, { env: { PATH: process.env['PATH'], HOME: folder }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const { promise: ready, resolve } = Promise.withResolvers<boolean>();
  let said = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  child.stdout?.on('data', (bytes: Buffer) => {
    if (bytes.includes('ready KUBECONFIG=')) resolve(true);
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  if (!(await Promise.race([ready, ended.then(() => false)]))) {
    await stop();
    throw new Error(`virtual up ended: ${said}`);
  }
  return { server: serverIn(kubeconfig), pid: child.pid ?? 0, stop };
}

function serverIn(kubeconfig: string): LoadedServer {
  const { clusters, users } = JSON.parse(readFileSync(kubeconfig, 'utf8')) as Kubeconfig;
  const { cluster } = clusters[0];
  const { hostname: host, port } = new URL(cluster.server);
  const authority = Buffer.from(cluster['certificate-authority-data'], 'base64').toString();
  return { host, port: Number(port), authority, token: users[0].user.token };
}
