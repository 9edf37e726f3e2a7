// The controller as `npm run controller` starts it: the built bundle under the same flags of Node, as the administrator, on a port of its own.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterAccess } from '@rectrace/testbed';
import { waitFor } from '@rectrace/testbed';
import { spawnTethered } from '@rectrace/testing';
import { controllerFlags } from '../measure/controller-flags.ts';
import { CONTROLLER } from './bench-cluster.ts';
import { Inspector } from './inspector.ts';

const READY_WITHIN_MS = 180_000;

export type ControllerOptions = {
  /** Flags of the controller beside those every benchmark gives it. */
  readonly flags?: readonly string[];
  /** So that garbage can be collected from outside. */
  readonly inspect?: boolean;
};

export class BenchController {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #exited: Promise<unknown>;
  #output = '';
  #port: number | undefined;

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.#folder = folder;
    this.#exited = once(child, 'exit');
    child.stdout?.on('data', (chunk: Buffer) => this.#hear(chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => this.#hear(chunk.toString()));
  }

  /** Resolves when it is ready: all first lists are read. */
  static async start(plane: ClusterAccess, { flags = [], inspect = false }: ControllerOptions = {}): Promise<BenchController> {
    const folder = mkdtempSync(join(tmpdir(), 'rectrace-bench-controller-'));
    const ours = [
      '--listen=127.0.0.1:0',
      `--kubeconfig=${plane.kubeconfig}`,
      `--history=${join(folder, 'history')}`,
      '--namespace=default',
    ];
    const args = [...(inspect ? ['--inspect=127.0.0.1:0'] : []), ...controllerFlags(), CONTROLLER, ...ours, ...flags];
    const env = { PATH: process.env['PATH'], HOME: folder };
    const child = spawnTethered([process.execPath, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const controller = new BenchController(child, folder);
    try {
      await waitFor(() => controller.#isReady(), { timeoutMs: READY_WITHIN_MS, what: 'the controller to be ready' });
      return controller;
    } catch (error) {
      await controller.stop();
      throw new Error(`the controller did not start:\n${controller.#output}`, { cause: error });
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The history's file; there is one per cluster, and so one. */
  get historyFolder(): string {
    return join(this.#folder, 'history');
  }

  async inspector(): Promise<Inspector> {
    const found = /Debugger listening on (ws:\S+)/.exec(this.#output)?.[1];
    if (found === undefined) throw new Error('the controller was started without inspect');
    return Inspector.connect(found);
  }

  /** Ends it; the history stays until remove(). */
  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill('SIGTERM');
    await this.#exited;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #hear(text: string): void {
    this.#output = (this.#output + text).slice(-64 * 1024);
    const port = /"port":(\d+)[^\n]*"msg":"listening"/.exec(this.#output)?.[1];
    if (this.#port === undefined && port !== undefined) this.#port = Number(port);
  }

  #isReady(): Promise<boolean> {
    if (this.#child.exitCode !== null) throw new Error(`it ended with ${this.#child.exitCode}`);
    const port = this.#port;
    if (port === undefined) return Promise.resolve(false);
    return new Promise((resolve) => {
      const request = get({ host: '127.0.0.1', port, path: '/readyz' }, (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      });
      request.on('error', () => resolve(false));
    });
  }
}
