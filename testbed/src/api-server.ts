// One kube-apiserver process: started, known to be ready, restarted on the same port.
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from './api-client.ts';
import { type ApiServerArguments, apiServerArguments } from './component-arguments.ts';
import { SupervisedProcess } from './supervised-process.ts';
import { waitFor } from './wait-for.ts';

const READY_WITHIN_MS = 60_000;

export interface ApiServerOptions extends ApiServerArguments {
  readonly name: string;
  readonly program: string;
  readonly logFile: string;
  readonly adminToken: string;
  readonly onUnexpectedEnd: (line: string) => void;
}

export interface RestartOptions {
  /** How it is ended; default SIGKILL, as a crash. */
  readonly signal?: 'SIGKILL' | 'SIGTERM';
  /** How long it stays away; default 0. */
  readonly downMs?: number;
}

export class ApiServer {
  readonly name: string;
  readonly url: string;
  readonly #options: ApiServerOptions;
  #process: SupervisedProcess;

  private constructor(options: ApiServerOptions, process: SupervisedProcess) {
    this.#options = options;
    this.#process = process;
    this.name = options.name;
    this.url = urlOf(options.port);
  }

  /** Starts the process; it is not ready yet. */
  static async start(options: ApiServerOptions): Promise<ApiServer> {
    return new ApiServer(options, await startProcess(options));
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** Resolves when /readyz says so. @throws TestbedError COMPONENT_ENDED, TIMED_OUT. */
  async ready(): Promise<void> {
    const client = createApiClient({ serverUrl: this.url, caFile: this.#options.ca.certificateFile, token: this.#options.adminToken });
    try {
      const isReady = async (): Promise<boolean> => (await client.request({ path: '/readyz', timeoutMs: 2_000 })).status === 200;
      await this.#process.whileRunning(
        waitFor(isReady, { timeoutMs: READY_WITHIN_MS, everyMs: 30, what: `${this.#process.name} to be ready` }),
      );
    } finally {
      client.close();
    }
  }

  /** Ends the process and starts it again on the same port; resolves when it is ready. */
  async restart({ signal = 'SIGKILL', downMs = 0 }: RestartOptions = {}): Promise<void> {
    await this.stop(signal);
    await sleep(downMs);
    this.#process = await startProcess(this.#options);
    await this.ready();
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<void> {
    await this.#process.stop(signal, 30_000);
  }
}

function urlOf(port: number): string {
  return `https://127.0.0.1:${port}`;
}

function startProcess(options: ApiServerOptions): Promise<SupervisedProcess> {
  const { name, program, logFile, onUnexpectedEnd } = options;
  return SupervisedProcess.start({ name, program, args: apiServerArguments(options), logFile, onUnexpectedEnd });
}
