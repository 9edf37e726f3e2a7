// The controller as the chart would run it, for tests: the chart's objects applied by the real kubectl, the program started with the
// arguments and the environment of the rendered Deployment, as the chart's ServiceAccount and with nothing but its rights.

import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json, KubeObject } from '@rectrace/kube';
import { asJson, listAt, parseJson, stringAt } from '@rectrace/kube';
import type { ClusterAccess } from '@rectrace/testbed';
import { waitFor } from '@rectrace/testbed';
import { spawnTethered } from '@rectrace/testing';
import { stringify } from 'yaml';
import type { ChartValues } from '../testing/render-chart.ts';
import { renderChart } from '../testing/render-chart.ts';

const RELEASE = { name: 'rectrace', namespace: 'rectrace-system' };
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const READY_WITHIN_MS = 40_000;

export type InstalledChart = {
  readonly namespace: string;
  readonly folder: string;
  readonly args: readonly string[];
  readonly env: { readonly [name: string]: string };
  readonly kubeconfig: string;
};

/** Applies everything the chart renders and readies a kubeconfig of its ServiceAccount. */
export async function installChart(plane: ClusterAccess, values: ChartValues): Promise<InstalledChart> {
  const objects = await renderChart(values, RELEASE);
  await kubectl(plane, ['create', 'namespace', RELEASE.namespace]);
  await kubectl(plane, ['apply', '--server-side', '-f', '-'], objects.map((object) => stringify(object)).join('---\n'));
  await kubectl(plane, ['wait', '--for=condition=Established', 'crd/reconciliationtraces.trace.kubeblocks.io', '--timeout=20s']);
  const folder = await mkdtemp(join(tmpdir(), 'controller-'));
  const token = (await kubectl(plane, ['create', 'token', RELEASE.name, '-n', RELEASE.namespace, '--duration=2h'])).trim();
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(kubeconfig, serviceAccountConfig(plane, { token, ca: await readFile(plane.caFile, 'utf8') }), { mode: 0o600 });
  const container = listAt(asJson(found(objects, 'Deployment')), ['spec', 'template', 'spec', 'containers'])[0] ?? null;
  const tls = found(objects, 'Secret');
  for (const name of ['tls.crt', 'tls.key'])
    await writeFile(join(folder, name), Buffer.from(stringAt(asJson(tls), ['data', name]) ?? '', 'base64'));
  return {
    namespace: RELEASE.namespace,
    folder,
    kubeconfig,
    args: listAt(container, ['args']).map((arg) => inFolder(String(arg), folder)),
    env: Object.fromEntries(
      listAt(container, ['env']).map((item) => [stringAt(item, ['name']) ?? '', stringAt(item, ['value']) ?? fromField(item)]),
    ),
  };
}

/** The log lines of a controller: parsed, and as they came. */
export type LogLine = { readonly level: number; readonly msg: string; readonly [field: string]: unknown };

export class ControllerProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<number | null>;
  #output = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#exited = new Promise((resolve) => {
      child.on('exit', (code) => resolve(code));
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
  }

  /** Starts it; flags come after those of the chart and win. Resolves when it is ready. */
  static async start(chart: InstalledChart, flags: readonly string[] = []): Promise<ControllerProcess> {
    const controller = ControllerProcess.spawn(chart, flags);
    await controller.ready();
    return controller;
  }

  /** Starts it and waits for nothing. */
  static spawn(chart: InstalledChart, flags: readonly string[] = [], more: NodeJS.ProcessEnv = {}): ControllerProcess {
    const args = [
      '--conditions=rectrace-source',
      MAIN,
      ...chart.args,
      '--listen=127.0.0.1:0',
      `--kubeconfig=${chart.kubeconfig}`,
      ...flags,
    ];
    const env = { ...chart.env, PATH: process.env['PATH'] ?? '', HOME: chart.folder, ...more };
    return new ControllerProcess(spawnTethered([process.execPath, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  get output(): string {
    return this.#output;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get lines(): readonly LogLine[] {
    return this.#output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => parseJson(line) as unknown as LogLine);
  }

  /** @throws where it does not listen yet */
  get port(): number {
    const port = this.lines.find(({ msg }) => msg === 'listening')?.['port'];
    if (typeof port !== 'number') throw new Error('it does not listen yet');
    return port;
  }

  /** GET from its listener; the certificate is self-signed. */
  async get(path: string, token?: string): Promise<{ readonly code: number; readonly text: string }> {
    const { port } = this;
    const { request } = await import('node:https');
    return new Promise((resolve, reject) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const sent = request({ host: '127.0.0.1', port, path, headers, rejectUnauthorized: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ code: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  /** Ends it by a signal; returns its exit code. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    return this.#exited;
  }

  /** Resolves when it is ready. @throws when it ends, or is not in time */
  async ready(timeoutMs = READY_WITHIN_MS): Promise<void> {
    const isReady = async (): Promise<boolean> => {
      if (this.#child.exitCode !== null) throw new Error(`the controller has ended:\n${this.#output}`);
      return this.lines.some(({ msg }) => msg === 'listening') && (await this.get('/readyz')).code === 200;
    };
    await waitFor(isReady, { timeoutMs, what: `the controller to be ready:\n${this.#output}` });
  }
}

export async function removeFolder(chart: InstalledChart): Promise<void> {
  await rm(chart.folder, { recursive: true, force: true });
}

/** Runs kubectl as the administrator; returns its output. @throws with its stderr where it fails */
export async function kubectl(plane: ClusterAccess, args: readonly string[], input?: string): Promise<string> {
  const { code, stdout, stderr } = await plane.kubectl(args, input === undefined ? {} : { input });
  if (code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
  return stdout;
}

function inFolder(arg: string, folder: string): string {
  return arg.replace('/var/lib/rectrace', join(folder, 'history')).replace('/etc/rectrace/tls', folder);
}

function fromField(item: Json): string {
  const path = stringAt(item, ['valueFrom', 'fieldRef', 'fieldPath']);
  return path === 'metadata.namespace' ? RELEASE.namespace : `controller-${path?.split('.')[1]}`;
}

function found(objects: readonly KubeObject[], kind: string): KubeObject {
  const object = objects.find((one) => one.kind === kind);
  if (object === undefined) throw new Error(`the chart renders no ${kind}`);
  return object;
}

function serviceAccountConfig(plane: ClusterAccess, { token, ca }: { readonly token: string; readonly ca: string }): string {
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'controller',
    clusters: [{ name: 'testbed', cluster: { server: plane.serverUrl, 'certificate-authority-data': Buffer.from(ca).toString('base64') } }],
    users: [{ name: 'controller', user: { token } }],
    contexts: [{ name: 'controller', context: { cluster: 'testbed', user: 'controller' } }],
  });
}
