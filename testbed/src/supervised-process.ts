// A child process that cannot outlive this one: a watcher beside it holds a pipe from here and kills it when the pipe closes,
// whatever ended us. The child keeps the pid that spawn() reports, and is put in a session of its own, away from the terminal's signals.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { TestbedError } from './errors.ts';

/**
 * The watcher is started first, in the background; then the shell becomes the program. A line on the pipe tells the watcher that the
 * program has ended and was reaped, so that it never signals a number that may belong to somebody else by then.
 */
const WATCHED = `
program=$$
(if read -r ended <&3; then exit 0; else kill -KILL "$program"; fi) </dev/null >/dev/null 2>&1 &
exec 3<&-
exec "$@"
`;

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
        releaseWatcher(child);
        resolve();
        if (!this.#stopping) options.onUnexpectedEnd?.(`${options.name} ${howItEnded(child)}; its log: ${options.logFile}`);
      });
    });
  }

  /** @throws TestbedError COMPONENT_ENDED when the program cannot be started. */
  static async start(options: ProcessOptions): Promise<SupervisedProcess> {
    const log = openSync(options.logFile, 'a');
    try {
      const child = spawn('/bin/sh', ['-c', WATCHED, 'watched', options.program, ...options.args], {
        detached: true,
        env: options.env ?? process.env,
        stdio: ['ignore', log, log, 'pipe'],
      });
      const supervised = new SupervisedProcess(child, options);
      await once(child, 'spawn');
      pipeOf(child).on('error', () => undefined);
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

function pipeOf(child: ChildProcess): Socket {
  return child.stdio[3] as Socket;
}

function releaseWatcher(child: ChildProcess): void {
  pipeOf(child).end('ended\n');
}
