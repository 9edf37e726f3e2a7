// The changes of a root's latest cycle and the idle time after it: the newest ones as far as a status could hold them, the rest as counts.

import type { Change, Position } from '@rectrace/trace';
import { comparePositions } from '@rectrace/trace';
import type { LeanChange } from './status/trace-change.ts';
import { isShown, leanChange } from './status/trace-change.ts';

/** What a change takes in a status beside its texts. */
const FRAME_BYTES = 300;

export class CycleWindow {
  readonly #bytes: number;
  readonly #textBytes: number;
  /** By position; equal positions as they came. */
  #changes: LeanChange[] = [];
  #held = 0;
  #shown = 0;
  #noise = 0;

  /** bytes: of the largest status. textBytes: how much of one text a status that is short of room shows. */
  constructor({ bytes, textBytes }: { readonly bytes: number; readonly textBytes: number }) {
    this.#bytes = bytes;
    this.#textBytes = textBytes;
  }

  /** Oldest first. */
  get changes(): readonly LeanChange[] {
    return this.#changes;
  }

  get totals(): { readonly shown: number; readonly noise: number } {
    return { shown: this.#shown, noise: this.#noise };
  }

  /** Counts a change without holding it. */
  count(change: Pick<Change, 'noise' | 'type'>): void {
    if (change.noise !== undefined) this.#noise += 1;
    if (isShown(change)) this.#shown += 1;
  }

  /** Takes changes that were counted, from the newest back, as far as there is room. */
  fill(newestFirst: Iterable<Change>): void {
    const taken: LeanChange[] = [];
    for (const change of newestFirst) {
      if (!isShown(change)) continue;
      const lean = leanChange(change);
      taken.push(lean);
      this.#held += this.#sizeOf(lean);
      if (this.#held > this.#bytes) break;
    }
    this.#changes = [...taken.reverse(), ...this.#changes];
  }

  /** A change that has not been added before, or one that replaces a change of its id. */
  add(change: LeanChange): void {
    const known = this.#changes.findIndex(({ id }) => id === change.id);
    if (known >= 0) {
      this.#changes.splice(known, 1, change);
      return;
    }
    this.count(change);
    if (!isShown(change)) return;
    this.#insert(change);
    while (this.#held > this.#bytes && this.#changes.length > 1) this.#dropOldest();
  }

  #insert(change: LeanChange): void {
    let at = this.#changes.length;
    while (at > 0 && isAfter(this.#changes[at - 1]?.position, change.position)) at -= 1;
    this.#changes.splice(at, 0, change);
    this.#held += this.#sizeOf(change);
  }

  #dropOldest(): void {
    const oldest = this.#changes.shift();
    if (oldest !== undefined) this.#held -= this.#sizeOf(oldest);
  }

  #sizeOf({ event }: LeanChange): number {
    return FRAME_BYTES + Math.min(this.#textBytes, event?.message.length ?? 0);
  }
}

function isAfter(position: Position | undefined, other: Position): boolean {
  return position !== undefined && comparePositions(position, other) > 0;
}
