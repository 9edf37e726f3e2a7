// What Prometheus may ask. Names and labels: docs/reference/controller.md. No label names an object, so their number is bounded.

import type { Dropped } from '@rectrace/history';
import type { Recorded, RecorderCounters } from '@rectrace/trace';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const LAG_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2.5, 5, 10, 30];
const SIZE_BUCKETS = [1, 4, 16, 32, 64, 128, 256].map((kib) => kib * 1024);

/** What is read at the moment of the question. */
export type Readings = {
  readonly historyBytes: number;
  readonly dropped: Dropped;
  readonly traces: number;
  readonly roots: number;
  readonly openCycles: number;
  readonly leading: boolean;
  /** Of what the recorder holds: changes of objects in no tree, and dead objects. */
  readonly letGo: Pick<RecorderCounters, 'evicted' | 'forgotten'>;
  readonly watchRestarts: number;
  readonly relists: number;
};

const READ: readonly { readonly name: string; readonly help: string; readonly of: (readings: Readings) => number }[] = [
  { name: 'rectrace_history_bytes', help: 'Bytes that the history takes.', of: ({ historyBytes }) => historyBytes },
  { name: 'rectrace_history_dropped_changes', help: 'Changes that retention took away.', of: ({ dropped }) => dropped.changes },
  { name: 'rectrace_history_dropped_cycles', help: 'Cycles that retention took away.', of: ({ dropped }) => dropped.cycles },
  {
    name: 'rectrace_waiting_dropped_changes',
    help: 'Changes of objects in no tree that were let go; they are a gap where the object joins one.',
    of: ({ letGo }) => letGo.evicted,
  },
  { name: 'rectrace_forgotten_objects', help: 'Dead objects that are remembered no longer.', of: ({ letGo }) => letGo.forgotten },
  { name: 'rectrace_traces', help: 'ReconciliationTrace objects served.', of: ({ traces }) => traces },
  { name: 'rectrace_roots', help: 'Roots recorded.', of: ({ roots }) => roots },
  { name: 'rectrace_open_cycles', help: 'Roots with an open cycle.', of: ({ openCycles }) => openCycles },
  { name: 'rectrace_leading', help: '1 while this process holds the lease.', of: ({ leading }) => (leading ? 1 : 0) },
  { name: 'rectrace_watch_restarts', help: 'Watches that ended and were begun again.', of: ({ watchRestarts }) => watchRestarts },
  { name: 'rectrace_relists', help: 'Lists read because a watch had lost its place.', of: ({ relists }) => relists },
];

export class Metrics {
  readonly #registry = new Registry();
  readonly #changes = this.#counter('rectrace_changes_total', 'Changes recorded, noise included.', ['type']);
  readonly #noise = this.#counter('rectrace_noise_total', 'Changes recorded that are noise.', ['class']);
  readonly #gaps = this.#counter('rectrace_gaps_total', 'Gaps recorded: revisions that may be missing.');
  readonly #cycles = this.#counter('rectrace_cycle_signals_total', 'Cycles that opened, reached their end, resumed or closed.', ['signal']);
  readonly #lag = this.#histogram('rectrace_commit_lag_seconds', {
    help: 'From the arrival of a watch message to its commit.',
    buckets: LAG_BUCKETS,
  });
  readonly #statusLag = this.#histogram('rectrace_status_lag_seconds', {
    help: 'From the oldest change that a status write brings to the end of the write.',
    buckets: LAG_BUCKETS,
  });
  readonly #statusBytes = this.#histogram('rectrace_status_bytes', { help: 'Bytes of status writes.', buckets: SIZE_BUCKETS });
  readonly #statusWrites = this.#counter('rectrace_status_writes_total', 'Status writes.', ['result']);
  readonly #errors = this.#counter('rectrace_reconcile_errors_total', 'Failures while serving traces or committing.', ['what']);
  readonly #refused = this.#gauge('rectrace_traces_refused', 'Traces left alone because somebody else writes their status.');

  readonly #readings: () => Readings;
  readonly #read: readonly { readonly gauge: Gauge; readonly of: (readings: Readings) => number }[];

  /** readings: asked once a scrape. */
  constructor(readings: () => Readings) {
    collectDefaultMetrics({ register: this.#registry });
    this.#readings = readings;
    this.#read = READ.map(({ name, help, of }) => ({ gauge: this.#gauge(name, help), of }));
  }

  /** now: milliseconds since the epoch, after the commit. */
  committed({ changes, gaps, signals }: Pick<Recorded, 'changes' | 'gaps' | 'signals'>, now: number): void {
    for (const { type, noise, receivedAt } of changes) {
      this.#changes.inc({ type });
      if (noise !== undefined) this.#noise.inc({ class: noise });
      this.#lag.observe(Math.max(0, now - receivedAt) / 1_000);
    }
    this.#gaps.inc(gaps.length);
    for (const { kind } of signals) this.#cycles.inc({ signal: kind });
  }

  /** lag in milliseconds. */
  statusWritten({ bytes, lag }: { readonly bytes: number; readonly lag: number }): void {
    this.#statusWrites.inc({ result: 'written' });
    this.#statusBytes.observe(bytes);
    this.#statusLag.observe(Math.max(0, lag) / 1_000);
  }

  statusFailed(): void {
    this.#statusWrites.inc({ result: 'failed' });
    this.#errors.inc({ what: 'status' });
  }

  failed(what: 'finalizer' | 'event' | 'read'): void {
    this.#errors.inc({ what });
  }

  refused(traces: number): void {
    this.#refused.set(traces);
  }

  async text(): Promise<{ readonly contentType: string; readonly text: string }> {
    const readings = this.#readings();
    for (const { gauge, of } of this.#read) gauge.set(of(readings));
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  #counter<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.#registry] });
  }

  #gauge(name: string, help: string): Gauge {
    return new Gauge({ name, help, registers: [this.#registry] });
  }

  #histogram(name: string, { help, buckets }: { readonly help: string; readonly buckets: readonly number[] }): Histogram {
    return new Histogram({ name, help, buckets: [...buckets], registers: [this.#registry] });
  }
}
