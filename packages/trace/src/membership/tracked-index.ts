// A map from texts to sets whose writes can be undone. Most sets of an object graph hold one item, so one item stands for itself; no item is a Set.

import type { Journal } from '../journal.ts';

export class TrackedIndex<Item extends string | object> {
  readonly #entries = new Map<string, Item | Set<Item>>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** The items under a key, none of them twice. */
  get(key: string): Iterable<Item> {
    const found = this.#entries.get(key);
    if (found === undefined) return [];
    return found instanceof Set ? found : [found];
  }

  has(key: string, item: Item): boolean {
    const found = this.#entries.get(key);
    return found instanceof Set ? found.has(item) : found === item;
  }

  add(key: string, item: Item): void {
    if (this.has(key, item)) return;
    this.#put(key, item);
    this.#journal.note(() => this.#take(key, item));
  }

  delete(key: string, item: Item): void {
    if (!this.has(key, item)) return;
    this.#take(key, item);
    this.#journal.note(() => this.#put(key, item));
  }

  #put(key: string, item: Item): void {
    const found = this.#entries.get(key);
    if (found === undefined) this.#entries.set(key, item);
    else if (found instanceof Set) found.add(item);
    else this.#entries.set(key, new Set([found, item]));
  }

  #take(key: string, item: Item): void {
    const found = this.#entries.get(key);
    if (!(found instanceof Set) || found.size === 1) this.#entries.delete(key);
    else found.delete(item);
  }
}
