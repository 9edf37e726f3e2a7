// Events go some time after their last write. What is due goes before the next request is answered, and as long as somebody watches Events, when its time comes.
import type { Cancellation, Clock } from '@rectrace/kube';
import type { OrderedMap } from '../../storage/ordered-map.ts';
import { emptyMap, firstEntry, withEntry, withoutEntry } from '../../storage/ordered-map.ts';
import type { Store, StoreWatch } from '../../storage/store.ts';
import type { LogRecord, ObjectKey } from '../../storage/stored-object.ts';
import { resourceVersionOf } from '../metadata.ts';
import { timePasses } from './time-passes.ts';

/** As the store names them, of both groups. */
export const EVENTS = 'events';
export const DEFAULT_EVENT_TTL_MS = 3_600_000;

type Life = { readonly key: ObjectKey; readonly dueMs: number };

/** By the revision of the last write. All live equally long, so this is the order in which they are due. */
export type EventLives = OrderedMap<number, Life>;

export const NO_LIVES: EventLives = emptyMap();

export type ExpiryOptions = {
  readonly clock: Clock;
  /** 0: they are kept. */
  readonly ttlMs: number;
  /** Of the Events that are in the store already. */
  readonly lives: EventLives;
};

const BATCH = 256;

export class EventExpiry {
  readonly #store: Store;
  readonly #options: ExpiryOptions;
  readonly #writes: StoreWatch | undefined;
  #lives: EventLives;

  constructor(store: Store, options: ExpiryOptions) {
    this.#store = store;
    this.#options = options;
    this.#lives = options.lives;
    const opened = options.ttlMs === 0 ? undefined : store.watch(EVENTS, { after: store.revision, onWrite: () => this.#note() });
    this.#writes = opened?.kind === 'watch' ? opened.watch : undefined;
  }

  /** A value: what is noted later does not change it. */
  get lives(): EventLives {
    return this.#lives;
  }

  /** Removes what is due. */
  sweep(): void {
    const now = this.#options.clock.now();
    for (let first = firstEntry(this.#lives); first !== undefined && first.value.dueMs <= now; first = firstEntry(this.#lives)) {
      const place = { resource: EVENTS, key: first.value.key };
      const stored = this.#store.get(place);
      if (stored?.revision === first.key) this.#store.delete(place, { object: stored.object, expected: stored.revision });
      this.#lives = withoutEntry(this.#lives, first.key);
    }
  }

  /** Sweeps whenever something is due, until the signal. A watcher of Events holds it. */
  async keepSweeping(signal: Cancellation): Promise<void> {
    const { clock, ttlMs } = this.#options;
    let waiting = ttlMs > 0;
    while (waiting && !signal.aborted) {
      this.sweep();
      const dueMs = firstEntry(this.#lives)?.value.dueMs ?? clock.now() + ttlMs;
      waiting = await timePasses(clock.after(dueMs - clock.now(), { signal, purpose: 'periodic' }));
    }
  }

  #note(): void {
    const read = this.#writes?.read(BATCH);
    if (read?.kind === 'records') for (const record of read.records) this.#noteOne(record);
  }

  #noteOne({ kind, key, revision, previous }: LogRecord): void {
    const { clock, ttlMs } = this.#options;
    if (previous !== undefined) this.#lives = withoutEntry(this.#lives, Number(resourceVersionOf(previous)));
    if (kind !== 'deleted') this.#lives = withEntry(this.#lives, revision, { key, dueMs: clock.now() + ttlMs });
  }
}

/** What a watch of Events tells; what is due goes as long as it is read. */
export async function* sweptWhileRead<Told>(expiry: EventExpiry, told: AsyncIterable<Told>): AsyncGenerator<Told> {
  const end = new AbortController();
  void expiry.keepSweeping(end.signal);
  try {
    yield* told;
  } finally {
    end.abort();
  }
}
