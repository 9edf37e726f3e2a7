// Serves ReconciliationTrace objects: follows what each asks for, and writes finalizers, statuses and Events at the pace of WritePace.

import type { ServedResources } from '@rectrace/cluster';
import { ApiError, findKind, reasonOf } from '@rectrace/cluster';
import type { ApiResource, KubeObject, SteadyClock } from '@rectrace/kube';
import { EMPTY_LOCALES, type LocaleTable } from '@rectrace/trace';
import type { ServedSchema } from '@rectrace/trace-api';
import { OUR_SCHEMA, parseTraceSpec } from '@rectrace/trace-api';
import { ControllerError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Recording } from '../recording/recording.ts';
import type { Touched } from '../root-activity.ts';
import { Wakeup } from '../wakeup.ts';
import { foreignWriter } from './foreign-writer.ts';
import { NoticeBoard } from './notice-board.ts';
import { rootOfTrace } from './root-of-trace.ts';
import type { ServedTrace } from './served-trace.ts';
import { traceKey } from './served-trace.ts';
import { stateExpression } from './state-expression.ts';
import type { TraceClient } from './trace-client.ts';
import type { Knowledge } from './trace-findings.ts';
import type { TraceJob } from './trace-job.ts';
import { traceJob } from './trace-job.ts';
import { WritePace } from './write-pace.ts';

export type TraceControllerOptions = {
  readonly recording: Recording;
  readonly client: TraceClient;
  readonly clock: SteadyClock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Bytes of a status write at most. */
  readonly statusBytes: number;
};

const CONCURRENT_WRITES = 8;
const CONFLICT_RETRY_MS = 250;
const REFUSED_RETRY_MS = 30_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;

export class TraceController {
  readonly #options: TraceControllerOptions;
  readonly #traces = new Map<string, ServedTrace>();
  readonly #tracesOf = new Map<string, Set<string>>();
  readonly #pace = new WritePace();
  readonly #running = new Set<Promise<void>>();
  readonly #failures = new Map<string, number>();
  readonly #waitingSince = new Map<string, number>();
  readonly #board: NoticeBoard;
  readonly #wakeup: Wakeup;
  #served: ServedResources = { resources: [], unread: [] };
  #resource: ApiResource | undefined;
  #schema: ServedSchema = OUR_SCHEMA;
  #texts: LocaleTable = EMPTY_LOCALES;

  constructor(options: TraceControllerOptions) {
    this.#options = options;
    this.#wakeup = new Wakeup(options.clock);
    this.#board = new NoticeBoard(options);
  }

  /** Traces served, those left alone included. */
  get count(): number {
    return this.#traces.size;
  }

  /** What the API server serves, and how it serves traces. */
  serve(served: ServedResources, { resource, schema }: { readonly resource: ApiResource; readonly schema: ServedSchema }): void {
    this.#served = served;
    this.#resource = resource;
    this.#schema = schema;
    for (const [key, trace] of this.#traces) this.#keep(key, this.#resolved(trace.object, trace));
  }

  /** The texts of changes have changed. */
  speak(texts: LocaleTable): void {
    this.#texts = texts;
    for (const key of this.#traces.keys()) this.#mark(key);
  }

  /** A trace as the API server has it now. */
  put(object: KubeObject): void {
    const key = traceKey(object);
    const before = this.#traces.get(key);
    if (before !== undefined && before.object.metadata.uid !== object.metadata.uid) this.remove(key);
    const known = this.#traces.get(key);
    if (known !== undefined && known.written === object.metadata.resourceVersion)
      this.#traces.set(key, { ...known, object, spec: parseTraceSpec(object) });
    else this.#keep(key, this.#resolved(object, known));
  }

  /** The trace is gone. */
  remove(key: string): void {
    const trace = this.#traces.get(key);
    if (trace === undefined) return;
    this.#release(key, trace);
    this.#traces.delete(key);
    this.#pace.forget(key);
    this.#failures.delete(key);
    this.#waitingSince.delete(key);
    this.#board.forget(key);
    this.#countRefused();
  }

  /** Something was recorded for these roots. */
  touched(roots: readonly Touched[]): void {
    for (const { root, since } of roots) for (const key of this.#tracesOf.get(root) ?? []) this.#mark(key, since);
  }

  /** What can be seen or kept has changed: every trace says so. */
  reviewAll(): void {
    for (const key of this.#traces.keys()) this.#mark(key);
  }

  /** Writes until the signal is aborted; what is being written then is finished. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const next = this.#running.size >= CONCURRENT_WRITES ? { kind: 'idle' as const } : this.#pace.next(this.#options.clock.elapsed());
      if (next.kind === 'write') this.#begin(next.key);
      else
        await this.#wakeup.wait(
          next.kind === 'wait' ? Math.max(1, next.until - this.#options.clock.elapsed()) : Number.POSITIVE_INFINITY,
          signal,
        );
    }
    await Promise.all(this.#running);
  }

  #resolved(object: KubeObject, known: ServedTrace | undefined): ServedTrace {
    const spec = parseTraceSpec(object);
    const found = findKind(this.#served, spec.target);
    const expression =
      known !== undefined && expressionText(known) === spec.expression ? known.expression : stateExpression(spec.expression);
    const foreign = foreignWriter(object);
    const written = known?.written;
    const base = {
      object,
      spec,
      found,
      expression,
      ...(foreign === undefined ? {} : { foreign }),
      ...(written === undefined ? {} : { written }),
    };
    if (found.kind !== 'resource' || spec.deleting) return base;
    return { ...base, root: rootOfTrace(spec.target, { resource: found.resource, expression }).id };
  }

  #keep(key: string, trace: ServedTrace): void {
    const before = this.#traces.get(key);
    // The new one first: what both need is followed on.
    if (trace.root !== undefined && before?.root !== trace.root) this.#follow(key, trace);
    if (before?.root !== undefined && before.root !== trace.root) this.#release(key, before);
    this.#traces.set(key, trace);
    this.#countRefused();
    // A deletion does not wait for the interval of the status.
    if (trace.spec.deleting) this.#pace.forget(key);
    this.#mark(key);
  }

  #follow(key: string, { found, expression, spec }: ServedTrace): void {
    if (found.kind !== 'resource') return;
    const target = rootOfTrace(spec.target, { resource: found.resource, expression });
    const keys = this.#tracesOf.get(target.id) ?? new Set();
    this.#tracesOf.set(target.id, keys.add(key));
    this.#options.recording.addRoot(target, { owner: `trace ${key}`, resource: found.resource });
  }

  #release(key: string, { root }: ServedTrace): void {
    if (root === undefined) return;
    const keys = this.#tracesOf.get(root);
    keys?.delete(key);
    if (keys?.size === 0) this.#tracesOf.delete(root);
    this.#options.recording.dropRoot(root, `trace ${key}`);
  }

  #mark(key: string, since = Number.POSITIVE_INFINITY): void {
    const now = this.#options.clock.now();
    this.#waitingSince.set(key, Math.min(since, now, this.#waitingSince.get(key) ?? now));
    this.#pace.mark(key, this.#options.clock.elapsed());
    this.#wakeup.wake();
  }

  /** Decides and counts the bytes before anything is awaited, so that the next turn sees them. */
  #begin(key: string): void {
    const trace = this.#traces.get(key);
    const resource = this.#resource;
    if (trace === undefined || resource === undefined) {
      this.#pace.settle(key, { now: this.#options.clock.elapsed() });
      return;
    }
    const knowledge = this.#knowledgeOf(trace);
    const job = this.#jobOf(trace, knowledge);
    this.#board.review(trace, knowledge);
    if (job.kind === 'write') this.#pace.spend(key, { bytes: job.bytes, now: this.#options.clock.elapsed() });
    const running = this.#carryOut(key, { trace, resource, job }).finally(() => {
      this.#running.delete(running);
      this.#wakeup.wake();
    });
    this.#running.add(running);
  }

  #jobOf(trace: ServedTrace, knowledge: Knowledge): TraceJob {
    const { recording, statusBytes, clock } = this.#options;
    const { view } = knowledge;
    const window = view === undefined ? undefined : recording.activity.windowOf(view.target.id, view.cycles.at(-1)?.start.position);
    return traceJob(trace, { knowledge, window, schema: this.#schema, texts: this.#texts, statusBytes, now: clock.now() });
  }

  #knowledgeOf({ root, found }: ServedTrace): Knowledge {
    const { recording } = this.#options;
    return {
      view: root === undefined ? undefined : recording.viewOf(root),
      sight: found.kind === 'resource' ? recording.sightOf(found.resource) : undefined,
      historyProblem: recording.historyProblem(),
    };
  }

  async #carryOut(
    key: string,
    { trace, resource, job }: { readonly trace: ServedTrace; readonly resource: ApiResource; readonly job: TraceJob },
  ): Promise<void> {
    const { clock } = this.#options;
    try {
      await this.#send(key, { trace, resource, job });
      this.#failures.delete(key);
      this.#pace.settle(key, { now: clock.elapsed() });
    } catch (error) {
      this.#failed(key, { job, error });
    }
  }

  async #send(
    key: string,
    { trace, resource, job }: { readonly trace: ServedTrace; readonly resource: ApiResource; readonly job: TraceJob },
  ): Promise<void> {
    const { client, clock, metrics, statusBytes } = this.#options;
    const since = this.#waitingSince.get(key) ?? clock.now();
    this.#waitingSince.delete(key);
    if (job.kind === 'nothing') return;
    if (job.kind !== 'write') {
      await client.putFinalizers(trace.object, { resource, finalizers: job.finalizers });
      return;
    }
    if (job.bytes > statusBytes)
      throw new ControllerError(`a status of ${job.bytes} bytes is more than ${statusBytes}`, { code: 'STATUS_TOO_LARGE' });
    const object = await client.putStatus(trace.object, { resource, body: job.body });
    metrics.statusWritten({ bytes: job.bytes, lag: clock.now() - since });
    const now = this.#traces.get(key);
    const written = object.metadata.resourceVersion ?? '';
    if (now?.object === trace.object) this.#traces.set(key, { ...now, object, written });
    else if (now !== undefined) this.#traces.set(key, { ...now, written });
  }

  /** Not found: the trace is gone, its deletion is on the way. Conflict: it has changed, its new form is on the way. */
  #failed(key: string, { job, error }: { readonly job: TraceJob; readonly error: unknown }): void {
    const { log, metrics, clock } = this.#options;
    const code = error instanceof ApiError ? error.status.code : 0;
    const now = clock.elapsed();
    if (code === 404) {
      this.#pace.settle(key, { now });
      return;
    }
    const failures = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, failures);
    if (code !== 409) {
      if (job.kind === 'write') metrics.statusFailed();
      else metrics.failed('finalizer');
      log.warn({ trace: key, job: job.kind, reason: reasonOf(error) }, 'a trace could not be written');
    }
    this.#pace.settle(key, { now, retryAfter: retryAfter(code, failures) });
  }

  #countRefused(): void {
    this.#options.metrics.refused([...this.#traces.values()].filter(({ foreign }) => foreign !== undefined).length);
  }
}

function retryAfter(code: number, failures: number): number {
  if (code === 409) return CONFLICT_RETRY_MS * Math.min(failures, 20);
  if (code === 403 || code === 422) return REFUSED_RETRY_MS;
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10));
}

function expressionText({ expression }: ServedTrace): string | undefined {
  return expression.kind === 'default' ? undefined : expression.text;
}
