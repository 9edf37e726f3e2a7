// `rectrace virtual up` with the real kube-controller-manager, kube-scheduler and kwok on it: where a suite of the real control plane runs again, unchanged.

import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Json } from '@rectrace/kube';
import { asJson, listAt, stringAt } from '@rectrace/kube';
import type { ClusterAccess } from '@rectrace/testbed';
import { attachCluster, attachControllers, buildBinaries } from '@rectrace/testbed';
import { spawnTethered } from '@rectrace/testing';
import { parse } from 'yaml';
import { CLI, cliEnvironment } from './run-cli.ts';

export type StoppableCluster = ClusterAccess & { stop(): Promise<void> };

/** Resolves when nodes are Ready and pods can be created. Nothing of it outlives stop(), or this process. */
export async function startVirtualPlane(): Promise<StoppableCluster> {
  const built = await buildBinaries();
  if (built.kind === 'unavailable') throw new Error(built.reason);
  const dir = await mkdtemp(join(tmpdir(), 'virtual-plane-'));
  const kubeconfig = join(dir, 'kubeconfig');
  const child = spawnTethered([process.execPath, ...CLI, 'virtual', 'up', '--kubeconfig', kubeconfig], {
    env: cliEnvironment({ kubeconfig, folder: dir }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stopServer = async (): Promise<void> => {
    child.kill('SIGINT');
    await exited;
    await rm(dir, { recursive: true });
  };
  try {
    await readyLine(child.stdout, exited);
    const server = await serverOf(kubeconfig, dir);
    const controllers = await attachControllers({ ...server, programs: built.programs });
    const access = attachCluster({ ...server, kubeconfig, userTokens: {}, auditLog: '', dir, kubectlProgram: built.programs.kubectl });
    return {
      ...access,
      stop: async () => {
        access.detach();
        await controllers.stop();
        await stopServer();
      },
    };
  } catch (error) {
    await stopServer();
    throw error;
  }
}

async function readyLine(output: NodeJS.ReadableStream | null, exited: Promise<unknown>): Promise<void> {
  if (output === null) throw new Error('rectrace virtual up has no output');
  const ready = new Promise<void>((resolve) =>
    createInterface({ input: output }).on('line', (line) => line.startsWith('ready ') && resolve()),
  );
  await Promise.race([ready, exited.then(() => Promise.reject(new Error('rectrace virtual up ended before it was ready')))]);
}

type Server = { readonly serverUrl: string; readonly caFile: string; readonly adminToken: string };

/** What the kubeconfig says of its server, the certificate as a file. */
async function serverOf(kubeconfig: string, dir: string): Promise<Server> {
  const config = asJson(parse(await readFile(kubeconfig, 'utf8')));
  const [cluster = null] = listAt(config, ['clusters']);
  const [user = null] = listAt(config, ['users']);
  const caFile = join(dir, 'ca.crt');
  const authority = said(cluster, ['cluster', 'certificate-authority-data']);
  await writeFile(caFile, Buffer.from(authority, 'base64'));
  return { serverUrl: said(cluster, ['cluster', 'server']), caFile, adminToken: said(user, ['user', 'token']) };
}

function said(part: Json, path: readonly string[]): string {
  const found = stringAt(part, path);
  if (found === undefined) throw new Error(`the kubeconfig of rectrace virtual up has no ${path.join('.')}`);
  return found;
}
