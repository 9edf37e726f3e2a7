// The CLI beside the controller: `rectrace record` follows the same root on its own, `rectrace timeline` tells of its file.

import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { ClusterAccess } from '@rectrace/testbed';
import { waitFor } from '@rectrace/testbed';
import { spawnTethered } from '@rectrace/testing';
import type { CliSurroundings } from './run-cli.ts';
import { CLI, cliEnvironment, runCli } from './run-cli.ts';

export type RecordedTarget = { readonly namespace: string; readonly kind: string; readonly name: string };

export class CliRecording {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #target: RecordedTarget;
  readonly #file: string;
  readonly #surroundings: CliSurroundings;
  #said = '';

  /** folder: for the recording and as HOME. */
  constructor(plane: ClusterAccess, { target, folder }: { readonly target: RecordedTarget; readonly folder: string }) {
    this.#target = target;
    this.#file = join(folder, `${target.namespace}.ndjson`);
    this.#surroundings = { folder, kubeconfig: plane.kubeconfig };
    const env = cliEnvironment(this.#surroundings);
    const args = ['record', `${target.kind}/${target.name}`, '-n', target.namespace, '--wait', '--no-history', '--to', this.#file];
    this.#child = spawnTethered([process.execPath, ...CLI, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#exited = new Promise((resolve) => this.#child.on('exit', resolve));
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.on('data', (chunk: Buffer) => (this.#said += chunk.toString()));
  }

  /** Resolves when it watches. */
  async watching(): Promise<void> {
    await waitFor(() => /following \d+ collections/.test(this.#said), {
      timeoutMs: 60_000,
      what: `rectrace record to begin: ${this.#said}`,
    });
  }

  /** Ends it as a user does; returns what `rectrace timeline -o json` says of the recording. */
  async timeline(): Promise<string> {
    this.#child.kill('SIGINT');
    await this.#exited;
    const { kind, namespace, name } = this.#target;
    const args = ['timeline', this.#file, '--root', `${kind}/${namespace}/${name}`, '-o', 'json'];
    return (await runCli(args, this.#surroundings)).stdout;
  }
}
