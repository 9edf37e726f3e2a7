// The processes and servers of one control plane: what is started here is ended here, last first.
import { join } from 'node:path';
import { ApiServer, type ApiServerOptions } from './api-server.ts';
import type { Layout } from './component-arguments.ts';
import type { ProgramName, Programs } from './programs.ts';
import { SupervisedProcess } from './supervised-process.ts';

export interface ComponentsOptions {
  readonly layout: Layout;
  readonly programs: Programs;
  /** Told which component ended by itself. */
  readonly log: (line: string) => void;
}

export class Components {
  readonly #options: ComponentsOptions;
  readonly #resources = new AsyncDisposableStack();
  readonly #running: { readonly name: string; readonly pid: number }[] = [];
  readonly #processes: SupervisedProcess[] = [];

  constructor(options: ComponentsOptions) {
    this.#options = options;
  }

  async start(name: Exclude<ProgramName, 'kube-apiserver' | 'kubectl'>, args: readonly string[]): Promise<void> {
    const { layout, programs, log } = this.#options;
    const logFile = join(layout.logs, `${name}.log`);
    const started = await SupervisedProcess.start({ name, program: programs[name], args, logFile, onUnexpectedEnd: log });
    this.#resources.defer(() => started.stop('SIGKILL'));
    this.#processes.push(started);
    this.#running.push(started);
  }

  /** Starts a kube-apiserver; resolves when it is ready. */
  async startApiServer(
    options: Omit<ApiServerOptions, 'layout' | 'program' | 'logFile' | 'onUnexpectedEnd'> & { readonly name: string },
  ): Promise<ApiServer> {
    const { layout, programs, log } = this.#options;
    const logFile = join(layout.logs, `${options.name}.log`);
    const server = await ApiServer.start({ ...options, layout, program: programs['kube-apiserver'], logFile, onUnexpectedEnd: log });
    this.#resources.defer(() => server.stop());
    await this.whileRunning(server.ready());
    this.#running.push(server);
    return server;
  }

  /** Resolves as `work` does, unless a component ends before. @throws TestbedError COMPONENT_ENDED. */
  whileRunning<Result>(work: Promise<Result>): Promise<Result> {
    return this.#processes.reduce((awaited, process) => process.whileRunning(awaited), work);
  }

  /** Process ids by component. */
  pids(): Record<string, number> {
    return Object.fromEntries(this.#running.map(({ name, pid }) => [name, pid]));
  }

  /** Has `end` called by stop(). */
  defer(end: () => Promise<void> | void): void {
    this.#resources.defer(end);
  }

  async stop(): Promise<void> {
    await this.#resources.disposeAsync();
  }
}
