// Numbers made up from a seed: the same ones for the same seed, everywhere.

export class Chance {
  #state: number;

  /** Any integer. */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** From 0 up to, not including, the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** @throws RangeError for an empty list. */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('nothing to pick from');
    return items[this.below(items.length)] as Item;
  }

  happens(share: number): boolean {
    return this.next() < share;
  }

  /** A seed for numbers of their own. */
  seed(): number {
    return this.below(2 ** 32);
  }
}
