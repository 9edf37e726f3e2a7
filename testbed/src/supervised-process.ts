// A component of the control plane: a program that cannot outlive this process, with its log.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { spawnTethered } from '@rectrace/testing';
import { TestbedError } from './errors.ts';

export interface ProcessOptions {
  /** Shown in errors. */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Receives what the program prints, appended. */
  readonly logFile: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Told when the program ends without having been stopped. */
  readonly onUnexpectedEnd?: (line: string) => void;
}

export class SupervisedProcess {
  readonly name: string;
  readonly logFile: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #stopping = false;

  private constructor(child: ChildProcess, options: ProcessOptions) {
    this.#child = child;
    this.name = options.name;
    this.logFile = options.logFile;
    this.#ended = new Promise((resolve) => {
      child.once('exit', () => {
        resolve();
        if (!this.#stopping) options.onUnexpectedEnd?.(`${options.name} ${howItEnded(child)}; its log: ${options.logFile}`);
      });
    });
  }

  /** @throws TestbedError COMPONENT_ENDED when the program cannot be started. */
  static async start(options: ProcessOptions): Promise<SupervisedProcess> {
    const log = openSync(options.logFile, 'a');
    try {
      const env = options.env ?? process.env;
      const child = spawnTethered([options.program, ...options.args], { env, stdio: ['ignore', log, log] });
      const supervised = new SupervisedProcess(child, options);
      await once(child, 'spawn');
      return supervised;
    } catch (cause) {
      throw new TestbedError('COMPONENT_ENDED', `${options.name} could not be started`, { cause });
    } finally {
      closeSync(log);
    }
  }

  /** The program's own process id, for reading its memory and processor time. */
  get pid(): number {
    const { pid } = this.#child;
    if (pid === undefined) throw new TestbedError('COMPONENT_ENDED', `${this.name} has no process`);
    return pid;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Signals the program and resolves once it is gone; after `killAfterMs` it is killed. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM', killAfterMs = 5_000): Promise<void> {
    this.#stopping = true;
    if (!this.running) return this.#ended;
    this.#child.kill(signal);
    const kill = setTimeout(() => this.#child.kill('SIGKILL'), killAfterMs);
    await this.#ended;
    clearTimeout(kill);
  }

  /** Resolves as `work` does, unless the program ends before. @throws TestbedError COMPONENT_ENDED, with the last lines of its log. */
  whileRunning<Result>(work: Promise<Result>): Promise<Result> {
    return Promise.race([
      work,
      this.#ended.then(async () => {
        throw await this.#failure();
      }),
    ]);
  }

  /** The program's end as an error with the last lines of its log. */
  async #failure(): Promise<TestbedError> {
    const detail = (await readFile(this.logFile, 'utf8')).trimEnd().split('\n').slice(-20).join('\n');
    return new TestbedError('COMPONENT_ENDED', `${this.name} ${howItEnded(this.#child)}; its log: ${this.logFile}`, { detail });
  }
}

function howItEnded(child: ChildProcess): string {
  return child.signalCode === null ? `ended with exit code ${child.exitCode}` : `was ended by ${child.signalCode}`;
}
