// Undoable state: maps, sets and cells that remember how to take a step back, so that a fold can rewind to where a late message belongs.

type Undo = () => void;

/** Collects the inverse of every write of one step. Without an open frame writes are final. */
export class Journal {
  #frame: Undo[] | undefined;
  #step = 0;

  /** Number of the step under way, or of the last one. */
  get step(): number {
    return this.#step;
  }

  /** Starts a step; everything written until take() can be undone with what take() returns. */
  open(): void {
    this.#step += 1;
    this.#frame = [];
  }

  /** Ends the step. */
  take(): readonly Undo[] {
    const frame = this.#frame ?? [];
    this.#frame = undefined;
    return frame;
  }

  note(undo: Undo): void {
    this.#frame?.push(undo);
  }

  get recording(): boolean {
    return this.#frame !== undefined;
  }
}

/** Undoes a step's writes, newest first. */
export function undoStep(frame: readonly Undo[]): void {
  for (let index = frame.length - 1; index >= 0; index -= 1) frame[index]?.();
}

/** One value. */
export class TrackedCell<T> {
  #value: T;
  readonly #journal: Journal;

  constructor(journal: Journal, value: T) {
    this.#journal = journal;
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    const before = this.#value;
    if (before === value) return;
    if (this.#journal.recording) {
      this.#journal.note(() => {
        this.#value = before;
      });
    }
    this.#value = value;
  }
}

/** A map whose writes can be undone. Iteration order is not kept over an undo; whoever prints sorts. */
export class TrackedMap<K, V> {
  readonly #map = new Map<K, V>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  get size(): number {
    return this.#map.size;
  }

  get(key: K): V | undefined {
    return this.#map.get(key);
  }

  has(key: K): boolean {
    return this.#map.has(key);
  }

  keys(): IterableIterator<K> {
    return this.#map.keys();
  }

  values(): IterableIterator<V> {
    return this.#map.values();
  }

  entries(): IterableIterator<[K, V]> {
    return this.#map.entries();
  }

  set(key: K, value: V): void {
    this.#remember(key);
    this.#map.set(key, value);
  }

  delete(key: K): void {
    if (!this.#map.has(key)) return;
    this.#remember(key);
    this.#map.delete(key);
  }

  #remember(key: K): void {
    if (!this.#journal.recording) return;
    const before = this.#map.get(key);
    const had = this.#map.has(key);
    this.#journal.note(() => {
      if (had) this.#map.set(key, before as V);
      else this.#map.delete(key);
    });
  }
}

/** A set whose writes can be undone. */
export class TrackedSet<T> {
  readonly #set = new Set<T>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  get size(): number {
    return this.#set.size;
  }

  has(item: T): boolean {
    return this.#set.has(item);
  }

  values(): IterableIterator<T> {
    return this.#set.values();
  }

  add(item: T): void {
    if (this.#set.has(item)) return;
    this.#set.add(item);
    this.#journal.note(() => {
      this.#set.delete(item);
    });
  }

  delete(item: T): void {
    if (!this.#set.delete(item)) return;
    this.#journal.note(() => {
      this.#set.add(item);
    });
  }

  clear(): void {
    for (const item of [...this.#set]) this.delete(item);
  }

  /** Adds or removes, so that membership equals the condition. */
  put(item: T, present: boolean): void {
    if (present) this.add(item);
    else this.delete(item);
  }
}
