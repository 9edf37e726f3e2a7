// A collection for tests: a small API server with one resource, its whole history, a watch window, compaction, and faults on command.

import type {
  ApiResource,
  Cancellation,
  Clock,
  KubeObject,
  ListFrom,
  ListPage,
  ListWatch,
  ListWatchQuery,
  Status,
  WatchMessage,
} from '@rectrace/kube';
import { ApiError } from '../errors.ts';

export type Entry = { readonly version: number; readonly type: 'Added' | 'Modified' | 'Deleted'; readonly object: KubeObject };

export type ListRequest = { readonly query: ListWatchQuery; readonly from: ListFrom };

type OpenWatch = { position: number; dead: boolean; wake(): void; end: 'close' | Error | undefined; readonly extra: WatchMessage[] };

export const WIDGETS: ApiResource = {
  group: 'example.org',
  version: 'v1',
  kind: 'Widget',
  resource: 'widgets',
  singular: 'widget',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: ['list', 'watch'],
};

export class ScriptedCollection implements ListWatch {
  readonly history: Entry[] = [];
  readonly lists: ListRequest[] = [];
  readonly watches: { readonly from: string; readonly at: number }[] = [];
  readonly #clock: Clock;
  readonly #open = new Set<OpenWatch>();
  readonly #listFaults: (Error | ListPage)[] = [];
  readonly #watchFaults: (Error | 'close' | WatchMessage)[] = [];
  readonly #living = new Map<string, KubeObject>();
  pageSize = 500;
  /** Milliseconds each list takes. */
  delayMs = 0;
  #version: number;
  #compacted = 0;
  #windowStart = 0;
  #uids = 0;

  constructor(clock: Clock, { version = 100 }: { readonly version?: number } = {}) {
    this.#clock = clock;
    this.#version = version;
  }

  get version(): number {
    return this.#version;
  }

  /** Creates or changes an object; returns its version. */
  write(name: string): number {
    const before = this.#living.get(name);
    this.#version += 1;
    this.#uids += before === undefined ? 1 : 0;
    const uid = before?.metadata.uid ?? `uid-${this.#uids}`;
    const object = widget({ name, uid, version: this.#version });
    this.#living.set(name, object);
    this.#append({ version: this.#version, type: before === undefined ? 'Added' : 'Modified', object });
    return this.#version;
  }

  /** Deletes an object; its deletion has a version of its own. */
  remove(name: string): number {
    const before = this.#living.get(name);
    if (before === undefined) return this.#version;
    this.#version += 1;
    this.#living.delete(name);
    const object = { ...before, metadata: { ...before.metadata, resourceVersion: String(this.#version) } };
    this.#append({ version: this.#version, type: 'Deleted', object });
    return this.#version;
  }

  /** Something else in the storage changed. */
  skip(versions = 1): void {
    this.#version += versions;
  }

  /** Exact lists below this version answer 410. */
  compact(version = this.#version): void {
    this.#compacted = version;
  }

  /** Watches from below this version answer 410: the API server was restarted. */
  forget(version = this.#version): void {
    this.#windowStart = version;
  }

  /** The storage is put back to an older state: what came later never happened, and new versions repeat old numbers. */
  restore(version: number): void {
    const kept = this.history.filter((entry) => entry.version <= version);
    this.history.splice(0, this.history.length, ...kept);
    this.#version = version;
    this.#living.clear();
    for (const { type, object } of kept) {
      if (type === 'Deleted') this.#living.delete(object.metadata.name);
      else this.#living.set(object.metadata.name, object);
    }
  }

  /** The next lists fail with these, or answer these pages, in order. */
  failLists(...faults: readonly (Error | ListPage)[]): void {
    this.#listFaults.push(...faults);
  }

  /** The next watches end with these before their first message, in order. */
  failWatches(...faults: readonly (Error | 'close' | WatchMessage)[]): void {
    this.#watchFaults.push(...faults);
  }

  /** Ends all open watches. */
  cut(end: 'close' | Error): void {
    for (const watch of this.#open) {
      watch.end = end;
      watch.wake();
    }
  }

  /** Open watches tell nothing any more and do not end. */
  kill(): void {
    for (const watch of this.#open) watch.dead = true;
  }

  /** All open watches send this once. */
  send(message: WatchMessage): void {
    for (const watch of this.#open) {
      watch.extra.push(message);
      watch.wake();
    }
  }

  bookmark(): void {
    this.send({ kind: 'Bookmark', resourceVersion: String(this.#version), initialEventsEnd: false, receivedAt: this.#clock.now() });
  }

  get openWatches(): number {
    return this.#open.size;
  }

  async *list(
    query: ListWatchQuery,
    { from, signal, limit = this.pageSize }: { readonly from: ListFrom; readonly signal: Cancellation; readonly limit?: number },
  ): AsyncGenerator<ListPage> {
    this.lists.push({ query, from });
    signal.throwIfAborted();
    if (this.delayMs > 0) await this.#clock.after(this.delayMs, { purpose: 'progress', signal });
    const items = this.#itemsAt(query, from);
    const resourceVersion = from.kind === 'exact' ? from.resourceVersion : String(this.#version);
    for (let start = 0; start === 0 || start < items.length; start += limit) {
      const fault = this.#listFaults.shift();
      if (fault instanceof Error) throw fault;
      yield fault ?? { resourceVersion, items: items.slice(start, start + limit) };
    }
  }

  async *watch(
    _query: ListWatchQuery,
    { from, signal }: { readonly from: string; readonly signal: Cancellation; readonly timeoutSeconds: number },
  ): AsyncGenerator<WatchMessage> {
    this.watches.push({ from, at: this.#clock.now() });
    const fault = this.#watchFaults.shift();
    if (fault instanceof Error) throw fault;
    if (fault === 'close') return;
    if (fault !== undefined) yield fault;
    if (Number(from) < this.#windowStart) {
      yield { kind: 'Failure', status: EXPIRED, receivedAt: this.#clock.now() };
      return;
    }
    yield* this.#follow(Number(from), signal);
  }

  async *#follow(from: number, signal: Cancellation): AsyncGenerator<WatchMessage> {
    const watch: OpenWatch = { position: from, dead: false, wake: () => undefined, end: undefined, extra: [] };
    const onAbort = (): void => watch.wake();
    signal.addEventListener('abort', onAbort);
    this.#open.add(watch);
    try {
      for (;;) {
        signal.throwIfAborted();
        const next = this.#nextMessage(watch);
        if (next !== undefined) yield next;
        else if (watch.end === 'close') return;
        else if (watch.end !== undefined) throw watch.end;
        else
          await new Promise<void>((resolve) => {
            watch.wake = resolve;
          });
      }
    } finally {
      this.#open.delete(watch);
      signal.removeEventListener('abort', onAbort);
    }
  }

  #nextMessage(watch: OpenWatch): WatchMessage | undefined {
    if (watch.dead) return undefined;
    const entry = this.history.find(({ version }) => version > watch.position);
    if (watch.end !== undefined || entry === undefined) return watch.end === undefined ? watch.extra.shift() : undefined;
    watch.position = entry.version;
    return { kind: entry.type, object: entry.object, receivedAt: this.#clock.now() };
  }

  #itemsAt(query: ListWatchQuery, from: ListFrom): readonly KubeObject[] {
    if (from.kind === 'notOlderThan' && Number(from.resourceVersion) > this.#version)
      throw new ApiError(TOO_LARGE, { method: 'GET', path: '/widgets' });
    const items = from.kind === 'exact' ? this.#stateAt(Number(from.resourceVersion)) : [...this.#living.values()];
    const name = query.fieldSelector?.replace('metadata.name=', '');
    const selected = name === undefined ? items : items.filter((object) => object.metadata.name === name);
    return selected.toSorted((left, right) => (left.metadata.name < right.metadata.name ? -1 : 1));
  }

  #stateAt(version: number): readonly KubeObject[] {
    if (version < this.#compacted) throw new ApiError(EXPIRED, { method: 'GET', path: '/widgets' });
    const state = new Map<string, KubeObject>();
    for (const entry of this.history) {
      if (entry.version > version) break;
      if (entry.type === 'Deleted') state.delete(entry.object.metadata.name);
      else state.set(entry.object.metadata.name, entry.object);
    }
    return [...state.values()];
  }

  #append(entry: Entry): void {
    this.history.push(entry);
    for (const watch of this.#open) watch.wake();
  }
}

/** What an API server answers for a version it no longer holds. */
export const EXPIRED: Status = { code: 410, reason: 'Expired', message: 'too old resource version' };

/** What an API server answers for a version it has not reached. */
export const TOO_LARGE: Status = {
  code: 504,
  reason: 'Timeout',
  message: 'Too large resource version',
  details: { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }], retryAfterSeconds: 1 },
};

export function widget({ name, uid, version }: { readonly name: string; readonly uid: string; readonly version: number }): KubeObject {
  return {
    apiVersion: 'example.org/v1',
    kind: 'Widget',
    metadata: { name, namespace: 'plain', uid, resourceVersion: String(version) },
    spec: { value: version },
  };
}
