import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startControlPlane } from './control-plane.ts';
import { describeReal } from './suite.ts';
import { waitFor } from './wait-for.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

describeReal('a control plane on the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'testbed-up-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const up = async (args: readonly string[]): Promise<{ child: ChildProcess; kubeconfig: string; lines: string[] }> => {
    const child = spawn(process.execPath, ['--conditions=rectrace-source', MAIN, 'up', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    const ready = await waitFor(() => lines.find((line) => line.startsWith('ready ')), { timeoutMs: 60_000, what: 'the ready line' });
    return { child, kubeconfig: ready.replace('ready KUBECONFIG=', ''), lines };
  };
  const dataFolder = async (pid: number | undefined): Promise<string> => {
    const [etcd] = await processesWith(`--data-dir=${tmpdir()}/rectrace-testbed-`, pid);
    return /--data-dir=(\S+)\/etcd/.exec(etcd?.commandLine ?? '')?.[1] ?? expect.unreachable('etcd has no data folder');
  };

  test.for(['SIGINT', 'SIGTERM'] as const)('prints one ready line, and %s ends it with exit code 0 and nothing left', async (signal) => {
    const file = join(folder, 'kubeconfig');
    const { child, kubeconfig, lines } = await up(['--kubeconfig', file]);
    expect(kubeconfig).toBe(file);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ kind: 'Config' });
    const dir = await dataFolder(child.pid);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    await waitFor(async () => (await processesWith(dir)).length === 0, { timeoutMs: 3_000, what: 'the processes to be gone' });
    expect([existsSync(dir), existsSync(file)]).toEqual([false, false]);
    expect(lines).toEqual([`ready KUBECONFIG=${file}`]);
  });

  test.for(['SIGTERM', 'SIGKILL'] as const)('ends with npm when npm gets %s', async (signal) => {
    const file = join(folder, `npm-${signal}`);
    const npm = spawn('npm', ['run', '--silent', 'testbed', '--', 'up', '--kubeconfig', file], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [ready] = await once(createInterface({ input: npm.stdout }), 'line');
    expect(ready).toBe(`ready KUBECONFIG=${file}`);
    npm.kill(signal);
    expect(await once(npm, 'exit')).toEqual(signal === 'SIGTERM' ? [0, null] : [null, 'SIGKILL']);
    await waitFor(async () => (await processesWith(file)).length === 0, { timeoutMs: 5_000, what: 'the control plane to be gone' });
    expect(existsSync(file)).toBe(false);
  });

  test('ends its processes and removes its folder when it is killed by SIGKILL', async () => {
    const { child } = await up([]);
    const dir = await dataFolder(child.pid);
    const names = (await processesWith(dir)).map(({ commandLine }) => /[^/ ]+(?= --)/.exec(commandLine)?.[0]);
    expect(names).toEqual(expect.arrayContaining(['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kwok']));
    const killed = performance.now();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await waitFor(async () => (await programsWith(dir)).length === 0, { timeoutMs: 3_000, what: 'the programs to be gone' });
    console.log(`all programs gone ${Math.round(performance.now() - killed)} ms after kill -9 of their parent`);
    await waitFor(() => !existsSync(dir), { timeoutMs: 5_000, what: 'the folder to be gone' });
    await waitFor(async () => (await processesWith(dir)).length === 0, { timeoutMs: 3_000, what: 'the watchers to be gone' });
  });

  test('does not overwrite a kubeconfig that is not its own', async () => {
    const file = join(folder, 'precious');
    await writeFile(file, 'apiVersion: v1\nkind: Config\n');
    const child = spawn(process.execPath, ['--conditions=rectrace-source', MAIN, 'up', '--kubeconfig', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const told: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => told.push(line));
    expect(await once(child, 'exit')).toEqual([2, null]);
    expect(told).toEqual([`testbed: ${file} exists and is not a testbed's: not overwritten`]);
    expect(await readFile(file, 'utf8')).toBe('apiVersion: v1\nkind: Config\n');
  });

  test('a start that fails says which component ended and why, and leaves nothing', async () => {
    const before = await readdir(tmpdir());
    const failing = startControlPlane({ apiServerFlags: ['--no-such-flag'] });
    await expect(failing).rejects.toMatchObject({
      code: 'COMPONENT_ENDED',
      message: expect.stringContaining('kube-apiserver ended with exit code 1'),
      detail: expect.stringContaining('unknown flag: --no-such-flag'),
    });
    const left = (await readdir(tmpdir())).filter((name) => name.startsWith('rectrace-testbed-') && !before.includes(name));
    const mine = await Promise.all(left.map((name) => processesWith(join(tmpdir(), name), process.pid)));
    expect(mine.flat()).toEqual([]);
  });
});

interface RunningProcess {
  readonly pid: number;
  readonly commandLine: string;
}

/** Processes with `text` on their command line, zombies not counted; with `parent`, only its children. */
async function processesWith(text: string, parent?: number): Promise<RunningProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      try {
        const commandLine = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
        const [, ppid] = /^PPid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
        const matches = commandLine.includes(text) && (parent === undefined || Number(ppid) === parent);
        return matches ? [{ pid, commandLine }] : [];
      } catch {
        return [];
      }
    }),
  );
  return found.flat();
}

/** The same without the shells that watch over them. */
async function programsWith(text: string): Promise<RunningProcess[]> {
  return (await processesWith(text)).filter(({ commandLine }) => !commandLine.startsWith('/bin/sh'));
}
