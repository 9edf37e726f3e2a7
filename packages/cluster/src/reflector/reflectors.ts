// All collections a process follows: one reflector each, whoever asks for it, and one stream of messages out of them.

import type { ApiResource, ListWatch, ListWatchQuery, ResourceScope, SteadyClock } from '@rectrace/kube';
import { formatScope } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import type { KindNews } from '../discovery/kind-news.ts';
import { KnownCollection } from './known-collection.ts';
import { MessageQueue } from './message-queue.ts';
import { reflect } from './reflect.ts';
import type { ReflectorTimings, ResumePlace, WalkBackLimits } from './reflect-options.ts';
import { ReflectorCounters } from './reflector-counters.ts';

export type ReflectorsOptions = {
  readonly source: ListWatch;
  readonly clock: SteadyClock;
  random(): number;
  readonly walkBack?: WalkBackLimits;
  readonly timings?: Partial<ReflectorTimings>;
  /** Messages that may wait for their reader before watches are read no further. Default 4,096. */
  readonly queueLimit?: number;
  /** Milliseconds between ticks. Default 500. */
  readonly tickMs?: number;
  /** What is known of a kind from elsewhere than its own lists and watches. */
  newsOf?(resource: ApiResource): KindNews;
  /** The resource as it is served now, where its version may have changed. */
  currentResource?(resource: ApiResource): ApiResource;
};

export type ReflectorStats = {
  readonly scope: string;
  readonly metadataOnly: boolean;
  readonly objects: number;
  readonly place: string;
  readonly restarts: number;
  readonly relists: number;
  readonly recovered: number;
  readonly gaps: number;
  readonly droppedOlder: number;
  /** Milliseconds since the epoch; 0 before the first message. */
  readonly lastMessageAt: number;
  /** Milliseconds from the arrival of the newest message taken to its taking. */
  readonly lagMs: number;
};

type Entry = {
  readonly scope: ResourceScope;
  readonly counters: ReflectorCounters;
  readonly known: KnownCollection;
  query: ListWatchQuery;
  stop: AbortController;
  running: Promise<void>;
  epochs: number;
  lagMs: number;
};

const QUEUE_LIMIT = 4_096;
const TICK_MS = 500;

export class Reflectors implements AsyncDisposable {
  readonly #options: ReflectorsOptions;
  readonly #queue: MessageQueue;
  readonly #entries = new Map<string, Entry>();
  readonly #life = new AbortController();
  readonly #leaving = new Set<Promise<void>>();
  #ticking: Promise<void> | undefined;
  #tickWaits = false;
  #epochs = 0;

  constructor(options: ReflectorsOptions) {
    this.#options = options;
    this.#queue = new MessageQueue(options.queueLimit ?? QUEUE_LIMIT);
  }

  /**
   * Follows a collection from now on. Asked for again with bodies where only metadata was followed, it goes on from its place with bodies;
   * any other repetition changes nothing.
   */
  want(query: ListWatchQuery, { resume }: { readonly resume?: ResumePlace } = {}): void {
    const scope = scopeOf(query);
    const entry = this.#entries.get(formatScope(scope));
    if (entry === undefined) this.#begin(scope, { query, resume });
    else if (entry.query.metadataOnly === true && query.metadataOnly !== true) this.#promoteAll(entry, query);
  }

  /** Stops following; messages already queued still come. */
  drop(scope: ResourceScope): void {
    const key = formatScope(scope);
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    entry.stop.abort();
    this.#leave(entry.running);
  }

  /** What is followed, sorted by scope. */
  stats(): readonly ReflectorStats[] {
    const keys = [...this.#entries.keys()].sort();
    return keys.flatMap((key) => {
      const entry = this.#entries.get(key);
      return entry === undefined ? [] : [statsOf(key, entry)];
    });
  }

  /** Messages waiting to be taken. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Everything that happens in all collections, and ticks. For one reader; ends after close(). @throws a defect of a reflector */
  async *messages(): AsyncGenerator<RecorderMessage, void> {
    this.#ticking ??= this.#tick();
    for (let message = await this.#queue.take(); message !== undefined; message = await this.#queue.take()) {
      this.#note(message);
      yield message;
    }
  }

  /** Puts a message of the caller's into the stream: an answer to a want. */
  async tell(message: RecorderMessage): Promise<void> {
    await this.#queue.push(message);
  }

  /** Ends all reflectors and then the stream. */
  async close(): Promise<void> {
    this.#life.abort();
    this.#queue.close();
    const running = [...this.#entries.values()].map((entry) => entry.running);
    this.#entries.clear();
    await Promise.all([...running, ...this.#leaving, this.#ticking]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #begin(scope: ResourceScope, { query, resume }: { readonly query: ListWatchQuery; readonly resume: ResumePlace | undefined }): void {
    const stop = new AbortController();
    const counters = new ReflectorCounters();
    const known = new KnownCollection();
    const entry: Entry = { scope, counters, known, query, stop, running: Promise.resolve(), epochs: this.#epochs, lagMs: 0 };
    this.#entries.set(formatScope(scope), entry);
    entry.running = this.#run(entry, { stop, resume });
  }

  #promoteAll(entry: Entry, query: ListWatchQuery): void {
    const before = entry.running;
    const stop = new AbortController();
    entry.stop.abort();
    entry.stop = stop;
    entry.query = query;
    entry.running = before.then(() => this.#run(entry, { stop, resume: placeOf(entry) }));
  }

  async #run(entry: Entry, { stop, resume }: { readonly stop: AbortController; readonly resume: ResumePlace | undefined }): Promise<void> {
    const { source, clock, walkBack, timings, newsOf } = this.#options;
    const signal = AbortSignal.any([stop.signal, this.#life.signal]);
    const messages = reflect({
      source,
      query: entry.query,
      currentQuery: () => this.#currentQuery(entry),
      scope: entry.scope,
      clock,
      random: this.#options.random,
      counters: entry.counters,
      known: entry.known,
      signal,
      ...(resume === undefined ? {} : { resume }),
      ...(walkBack === undefined ? {} : { walkBack }),
      ...(timings === undefined ? {} : { timings }),
      ...(newsOf === undefined ? {} : { news: newsOf(entry.query.resource) }),
    });
    try {
      for await (const message of messages) {
        if (message.kind !== 'EpochBegin' || this.#isNewEpoch(entry)) await this.#queue.push(message);
      }
    } catch (error) {
      this.#queue.fail(error);
    }
  }

  #currentQuery(entry: Entry): ListWatchQuery {
    const { currentResource } = this.#options;
    return currentResource === undefined ? entry.query : { ...entry.query, resource: currentResource(entry.query.resource) };
  }

  /** A restored storage is seen by every reflector; it is one epoch. */
  #isNewEpoch(entry: Entry): boolean {
    entry.epochs += 1;
    if (entry.epochs <= this.#epochs) return false;
    this.#epochs = entry.epochs;
    return true;
  }

  #leave(running: Promise<void>): void {
    const left = running.finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
  }

  #note(message: RecorderMessage): void {
    if (message.kind === 'Tick') {
      this.#tickWaits = false;
      return;
    }
    const entry = this.#entries.get(formatScope(message.scope));
    if (entry !== undefined) entry.lagMs = this.#options.clock.now() - message.receivedAt;
  }

  /** One tick at a time waits in the queue: a slow reader is not flooded with them. */
  async #tick(): Promise<void> {
    const { clock, tickMs = TICK_MS } = this.#options;
    try {
      for (;;) {
        await clock.after(tickMs, { purpose: 'periodic', signal: this.#life.signal });
        if (this.#tickWaits) continue;
        this.#tickWaits = true;
        await this.#queue.push({ kind: 'Tick', receivedAt: clock.now() });
      }
    } catch (error) {
      if (!this.#life.signal.aborted) this.#queue.fail(error);
    }
  }
}

function scopeOf({ resource, namespace }: ListWatchQuery): ResourceScope {
  return { group: resource.group, resource: resource.resource, namespace: resource.namespaced ? namespace : '' };
}

function placeOf({ known }: Entry): ResumePlace | undefined {
  return known.place === '' ? undefined : { resourceVersion: known.place, known: known.revisions() };
}

function statsOf(scope: string, { query, counters, known, lagMs }: Entry): ReflectorStats {
  const { place, restarts, relists, recovered, gaps, droppedOlder, lastMessageAt } = counters;
  const metadataOnly = query.metadataOnly === true;
  return { scope, metadataOnly, objects: known.size, place, restarts, relists, recovered, gaps, droppedOlder, lastMessageAt, lagMs };
}
