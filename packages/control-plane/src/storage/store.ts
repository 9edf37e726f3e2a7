// The one store of a control plane: objects of all resources under a single counter of revisions, with a log of writes that watches read.
// What is written is frozen: it belongs to the store from then on.
// Its whole state is a persistent value, so a fork costs the same for ten objects and for a million, and neither side sees the other's writes.
import type { JsonObject } from '@rectrace/kube';
import type { Collection, Objects } from './collection.ts';
import { appended, countAfter, EMPTY_COLLECTION, objectsAt, recordsAfter, trimmed } from './collection.ts';
import { freeze } from './frozen.ts';
import type { OrderedMap } from './ordered-map.ts';
import { emptyMap, firstEntry, valueIn, withEntry, withoutEntry } from './ordered-map.ts';
import type { LogRecord, ObjectKey, ResourceName, StoredObject } from './stored-object.ts';
import { atRevision } from './stored-object.ts';

export type StoreOptions = {
  /** How many revisions back watches may start and lists may look. Default 20,000. */
  readonly window?: number;
  /** About how many bytes the writes of the window may take in all: fewer are kept of large objects. Default 256 MiB. */
  readonly windowBytes?: number;
  /** How many unread writes a watch may be behind before it is cut. Default 10,000. */
  readonly backlog?: number;
};

export type CreateResult =
  | { readonly kind: 'created'; readonly stored: StoredObject }
  | { readonly kind: 'exists'; readonly stored: StoredObject };

/** 'conflict' where the object is at another revision than expected, or gone. */
export type UpdateResult = { readonly kind: 'updated'; readonly stored: StoredObject } | { readonly kind: 'conflict' };
export type DeleteResult = { readonly kind: 'deleted'; readonly stored: StoredObject } | { readonly kind: 'conflict' };

export type Snapshot =
  | { readonly kind: 'snapshot'; readonly revision: number; readonly objects: Objects }
  /** The revision is older than what is kept. */
  | { readonly kind: 'compacted' }
  /** The revision is still to come. */
  | { readonly kind: 'future'; readonly current: number };

/** The place of one write: what object it is, and which revision of it the writer saw. */
export type Place = { readonly resource: ResourceName; readonly key: ObjectKey };

export type WatchRead =
  | { readonly kind: 'records'; readonly records: readonly LogRecord[] }
  /** Nothing new up to this revision. */
  | { readonly kind: 'idle'; readonly revision: number }
  /** The reader was too slow: writes it has not seen are no longer kept, or too many are waiting. */
  | { readonly kind: 'lost' };

/** A reader of one resource's writes. It holds no queue of its own: the log is the queue. */
export interface StoreWatch {
  /** The next writes, at most that many. */
  read(most: number): WatchRead;
  close(): void;
}

/** `after`: the revision of the last write that is known. `onWrite` is called at every write to the resource. */
export type WatchStart = { readonly after: number; readonly onWrite: () => void };

export type WatchResult =
  | { readonly kind: 'watch'; readonly watch: StoreWatch }
  /** Some of the writes after it are no longer kept. */
  | { readonly kind: 'compacted'; readonly oldest: number };

/** Of the writes of the window: about how many bytes each takes, by revision, and all together. */
type Weight = { readonly each: OrderedMap<number, number>; readonly all: number };

type State = {
  readonly revision: number;
  readonly compacted: number;
  readonly collections: ReadonlyMap<ResourceName, Collection>;
  readonly weight: Weight;
};

const WINDOW = 20_000;
const WINDOW_BYTES = 256 * 1024 * 1024;
const BACKLOG = 10_000;
/** The first revision of an empty store. */
const FIRST_REVISION = 1;
const TRIM_STEP = 4;

export class Store {
  readonly #window: number;
  readonly #windowBytes: number;
  readonly #backlog: number;
  #revision = FIRST_REVISION;
  #compacted = 0;
  #weight: Weight = { each: emptyMap(), all: 0 };
  readonly #collections: Map<ResourceName, Collection>;
  readonly #watching = new Map<ResourceName, Set<Pick<WatchStart, 'onWrite'>>>();
  /** Which collection is trimmed next beside the one written to. */
  #sweep = 0;

  constructor(options: StoreOptions = {}, state?: State) {
    this.#window = options.window ?? WINDOW;
    this.#windowBytes = options.windowBytes ?? WINDOW_BYTES;
    this.#backlog = options.backlog ?? BACKLOG;
    this.#collections = new Map(state?.collections);
    if (state === undefined) return;
    this.#revision = state.revision;
    this.#compacted = state.compacted;
    this.#weight = state.weight;
  }

  /** Revision of the newest write. */
  get revision(): number {
    return this.#revision;
  }

  /** The oldest revision that lists of the past may name. */
  get compacted(): number {
    return this.#compacted;
  }

  get({ resource, key }: Place): StoredObject | undefined {
    return valueIn(this.#collection(resource).objects, key);
  }

  create(place: Place, object: JsonObject): CreateResult {
    const stored = this.get(place);
    if (stored !== undefined) return { kind: 'exists', stored };
    return { kind: 'created', stored: this.#write(place, { kind: 'created', object, previous: undefined }) };
  }

  /** Replaces the object if it still is at the expected revision. */
  update(place: Place, { object, expected }: { readonly object: JsonObject; readonly expected: number }): UpdateResult {
    const current = this.get(place);
    if (current?.revision !== expected) return { kind: 'conflict' };
    return { kind: 'updated', stored: this.#write(place, { kind: 'updated', object, previous: current.object }) };
  }

  /** Removes the object if it still is at the expected revision; `object` is the state to tell watches as its last. */
  delete(place: Place, { object, expected }: { readonly object: JsonObject; readonly expected: number }): DeleteResult {
    const current = this.get(place);
    if (current?.revision !== expected) return { kind: 'conflict' };
    return { kind: 'deleted', stored: this.#write(place, { kind: 'deleted', object, previous: current.object }) };
  }

  /** The objects of a resource now, or as they were at a revision. */
  snapshot(resource: ResourceName, at?: number): Snapshot {
    const collection = this.#collection(resource);
    if (at === undefined) return { kind: 'snapshot', revision: this.#revision, objects: collection.objects };
    if (at > this.#revision) return { kind: 'future', current: this.#revision };
    if (at < this.#compacted || at < collection.trimmedTo) return { kind: 'compacted' };
    return { kind: 'snapshot', revision: at, objects: objectsAt(collection, at) };
  }

  /** A reader of the writes to a resource after a revision. */
  watch(resource: ResourceName, start: WatchStart): WatchResult {
    const { trimmedTo } = this.#collection(resource);
    if (start.after < trimmedTo) return { kind: 'compacted', oldest: trimmedTo };
    return { kind: 'watch', watch: this.#openWatch(resource, start) };
  }

  /** Forgets what is older than the revision, as etcd's compaction does. */
  compact(revision: number): void {
    this.#compacted = Math.max(this.#compacted, Math.min(revision, this.#revision));
    for (const [resource, collection] of this.#collections) {
      const kept = trimmed(collection, this.#compacted, Number.POSITIVE_INFINITY);
      this.#collections.set(resource, { ...kept, trimmedTo: Math.max(kept.trimmedTo, this.#compacted) });
    }
  }

  /** A store that starts with everything in this one, log included. Neither sees the other's later writes. Costs nothing per object. */
  fork(): Store {
    const state = { revision: this.#revision, compacted: this.#compacted, collections: this.#collections, weight: this.#weight };
    return new Store({ window: this.#window, windowBytes: this.#windowBytes, backlog: this.#backlog }, state);
  }

  /** Names of the resources that hold or held objects, in the order of their first write. */
  resources(): readonly ResourceName[] {
    return [...this.#collections.keys()];
  }

  #collection(resource: ResourceName): Collection {
    return this.#collections.get(resource) ?? EMPTY_COLLECTION;
  }

  #write({ resource, key }: Place, write: Pick<LogRecord, 'kind' | 'object' | 'previous'>): StoredObject {
    this.#revision += 1;
    const revision = this.#revision;
    const object = atRevision(write.object, revision);
    const bytes = freeze(object);
    const record: LogRecord = { kind: write.kind, revision, key, object, previous: write.previous };
    this.#collections.set(resource, appended(this.#collection(resource), record));
    this.#compacted = Math.max(this.#compacted, revision - this.#window);
    this.#weigh(revision, bytes);
    this.#trim(resource);
    this.#trimNext();
    this.#wake(resource);
    return { revision, object };
  }

  /** The oldest writes go once those of the window are too large in all; the newest stays. */
  #weigh(revision: number, bytes: number): void {
    let each = withEntry(this.#weight.each, revision, bytes);
    let all = this.#weight.all + bytes;
    for (let oldest = firstEntry(each); oldest !== undefined && oldest.key < revision; oldest = firstEntry(each)) {
      if (oldest.key > this.#compacted && all <= this.#windowBytes) break;
      this.#compacted = Math.max(this.#compacted, oldest.key);
      each = withoutEntry(each, oldest.key);
      all -= oldest.value;
    }
    this.#weight = { each, all };
  }

  #trim(resource: ResourceName): void {
    const collection = this.#collection(resource);
    const kept = trimmed(collection, this.#compacted, TRIM_STEP);
    if (kept !== collection) this.#collections.set(resource, kept);
  }

  /** A resource that is no longer written to forgets its log too, a few entries with each write to any other. */
  #trimNext(): void {
    if (this.#compacted <= FIRST_REVISION) return;
    const names = [...this.#collections.keys()];
    this.#sweep = (this.#sweep + 1) % names.length;
    const name = names[this.#sweep];
    if (name !== undefined) this.#trim(name);
  }

  #openWatch(resource: ResourceName, { after, onWrite }: WatchStart): StoreWatch {
    let position = after;
    const watching = this.#watching.get(resource) ?? new Set();
    const wake = { onWrite };
    this.#watching.set(resource, watching.add(wake));
    return {
      read: (most) => {
        const collection = this.#collection(resource);
        if (position < collection.trimmedTo || countAfter(collection, position) > this.#backlog) return { kind: 'lost' };
        const records = recordsAfter(collection, position, most);
        position = records.at(-1)?.revision ?? Math.max(position, this.#revision);
        return records.length === 0 ? { kind: 'idle', revision: position } : { kind: 'records', records };
      },
      close: () => void watching.delete(wake),
    };
  }

  #wake(resource: ResourceName): void {
    for (const { onWrite } of this.#watching.get(resource) ?? []) onWrite();
  }
}
