// The whole process: waits for the lease, opens the history, records, serves traces, metrics and the read API, and ends in good order.

import type { ClusterConnection } from '@rectrace/cluster';
import { createWriter, electLeader, followServed, loadCluster } from '@rectrace/cluster';
import type { SteadyClock } from '@rectrace/kube';
import type { LoadedRules } from '@rectrace/trace';
import { loadRules } from '@rectrace/trace';
import type { ControllerContext } from './controller-context.ts';
import { followTlsFiles } from './http/follow-tls-files.ts';
import type { HttpServer } from './http/http-server.ts';
import { openServer } from './http/open-server.ts';
import type { TlsPair } from './http/tls-pair.ts';
import { readTlsPair } from './http/tls-pair.ts';
import { Leadership } from './leadership.ts';
import { Metrics, type Readings } from './metrics.ts';
import type { ControllerOptions } from './options.ts';
import { presentFields } from './present-fields.ts';
import { readRules } from './read-rules.ts';
import { RecordingService } from './recording/recording-service.ts';
import { untilServed } from './recording/until-served.ts';
import type { Surroundings } from './surroundings.ts';
import { TaskGroup } from './task-group.ts';
import { FIELD_MANAGER } from './traces/foreign-writer.ts';
import { TraceService } from './traces/trace-service.ts';

/** Requests a second: many traces may begin at once. */
const RATE_LIMIT = { perSecond: 200, burst: 400 };

/** Restoring a large history keeps the process busy for seconds, in which it renews nothing. */
const LEASE_TIMINGS = { durationMs: 45_000, renewDeadlineMs: 30_000, retryMs: 3_000 };

const NOTHING_YET: Readings = {
  historyBytes: 0,
  dropped: { changes: 0, cycles: 0, gaps: 0, baselines: 0, roots: [] },
  traces: 0,
  roots: 0,
  openCycles: 0,
  leading: false,
  letGo: { evicted: 0, forgotten: 0 },
  watchRestarts: 0,
  relists: 0,
};

/** Runs until the signal of the surroundings is aborted. @throws what keeps it from running: errors with a stable code */
export async function runController(options: ControllerOptions, surroundings: Surroundings): Promise<void> {
  const loaded = loadRules(options.rules, readRules);
  const { clock } = surroundings;
  const connection = await connect(options, { surroundings, clock });
  try {
    if (!surroundings.signal.aborted) await new Controller({ options, surroundings, clock, connection, loaded }).run();
  } finally {
    connection.close();
  }
  surroundings.log.info({}, 'stopped');
}

type Parts = {
  readonly options: ControllerOptions;
  readonly surroundings: Surroundings;
  readonly clock: SteadyClock;
  readonly connection: ClusterConnection;
  readonly loaded: LoadedRules;
};

class Controller {
  readonly #parts: Parts;
  readonly #tasks: TaskGroup;
  readonly #leadership: Leadership;
  readonly #metrics = new Metrics(() => this.#readings());
  #recording: RecordingService | undefined;
  #traces: TraceService | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#tasks = new TaskGroup(parts.surroundings.signal);
    this.#leadership = new Leadership(parts.surroundings.log);
  }

  async run(): Promise<void> {
    const { options, surroundings } = this.#parts;
    const tls = options.tls === undefined ? undefined : readTlsPair(options.tls);
    const server = await openServer(options, {
      alive: () => !this.#tasks.signal.aborted,
      problem: () => this.#problem(),
      metrics: this.#metrics,
      readApi: () => this.#recording?.readApi,
      tls,
      log: surroundings.log,
    });
    try {
      if (tls !== undefined) this.#followTls(server, tls);
      await this.#lead();
      await this.#record();
      await this.#tasks.join();
    } catch (error) {
      if (!surroundings.signal.aborted) throw error;
    } finally {
      await this.#tasks.end();
      await server.close();
      await this.#recording?.close();
    }
  }

  #followTls(server: HttpServer, served: TlsPair): void {
    const { options, surroundings, clock } = this.#parts;
    if (options.tls === undefined) return;
    const { signal } = this.#tasks;
    const use = (pair: TlsPair): void => server.useTls(pair);
    this.#tasks.add(followTlsFiles({ files: options.tls, served, use, clock, log: surroundings.log, signal }));
  }

  /** Returns when this process may write. */
  async #lead(): Promise<void> {
    const { options, surroundings, clock, connection } = this.#parts;
    if (options.lease === undefined) return;
    const { host, instance, random } = surroundings;
    const states = electLeader({
      transport: connection.transport,
      writer: createWriter(connection.transport, { fieldManager: FIELD_MANAGER }),
      namespace: options.namespace ?? connection.defaultNamespace,
      name: options.lease,
      identity: `${host}_${instance}`,
      timings: LEASE_TIMINGS,
      clock,
      random,
      signal: this.#tasks.signal,
    });
    this.#tasks.add(this.#leadership.follow(states));
    await this.#tasks.until(this.#leadership.held);
  }

  /** Opens everything and sets it going: traces first, since what they ask for is restored with the recording. */
  async #record(): Promise<void> {
    const { options, surroundings, clock, connection, loaded } = this.#parts;
    const { log, random } = surroundings;
    const { signal } = this.#tasks;
    const served = await this.#tasks.finish(untilServed(connection.discovery, { clock, log, signal }));
    const context: ControllerContext = { options, surroundings, clock, connection, metrics: this.#metrics, served, ...loaded };
    const recording = await this.#tasks.finish(RecordingService.open(context, signal));
    this.#recording = recording;
    signal.throwIfAborted();
    const problem = (reason: string): void => log.warn({ reason }, 'what the API server serves could not be read');
    this.#tasks.add(followServed({ discovery: connection.discovery, source: connection.listWatch, clock, random, problem, signal }));
    if (options.serve.traces) {
      this.#traces = new TraceService(context, { recording });
      this.#tasks.add(this.#traces.run(signal));
      await this.#tasks.until(this.#traces.listed);
    }
    this.#tasks.add(recording.run(signal));
  }

  #problem(): string | undefined {
    const waits = this.#parts.options.lease !== undefined && this.#leadership.fence === undefined;
    if (waits) return `waiting for the lease: ${this.#leadership.obstacle}`;
    return this.#recording === undefined ? 'starting' : this.#recording.problem();
  }

  #readings(): Readings {
    if (this.#recording === undefined) return NOTHING_YET;
    return { ...this.#recording.readings(), traces: this.#traces?.count ?? 0 };
  }
}

async function connect(
  { kubeconfig, context, namespace }: ControllerOptions,
  { surroundings, clock }: { readonly surroundings: Surroundings; readonly clock: SteadyClock },
): Promise<ClusterConnection> {
  const { env, random, serviceAccountFolder } = surroundings;
  return loadCluster({
    ...presentFields({ kubeconfig, context, namespace, serviceAccountFolder }),
    rateLimit: RATE_LIMIT,
    userAgent: FIELD_MANAGER,
    env,
    clock,
    random,
  });
}
