// Changes of objects that are in no tree (yet): a PersistentVolume before its claim names it, an Event before its Pod. Bounded by bytes;
// the oldest go first, and who was turned out is remembered as incomplete, so that a later joiner is read back instead.

import type { Uid } from '@rectrace/kube';
import type { Change } from './change.ts';

type Held = { readonly change: Change; readonly bytes: number };

export class WaitingRoom {
  readonly #held = new Map<Uid, Held[]>();
  readonly #limit: number;
  #bytes = 0;
  #evicted = 0;

  /** @param limit bytes, as estimated by the caller */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Changes turned out so far. */
  get evicted(): number {
    return this.#evicted;
  }

  hold(uid: Uid, held: Held): void {
    const list = this.#held.get(uid);
    if (list === undefined) this.#held.set(uid, [held]);
    else list.push(held);
    this.#bytes += held.bytes;
    if (this.#bytes > this.#limit) this.#evict();
  }

  /** The newest waiting revision of the object itself, Events about it left out. */
  latest(uid: Uid): Change | undefined {
    return this.#held.get(uid)?.findLast(({ change }) => change.type !== 'Event')?.change;
  }

  /** Takes out all that waits for an object, in order of arrival. */
  take(uid: Uid): readonly Change[] {
    const list = this.#held.get(uid) ?? [];
    this.#held.delete(uid);
    for (const { bytes } of list) this.#bytes -= bytes;
    return list.map(({ change }) => change);
  }

  /** Hands what waits under one name over to another. */
  move(from: Uid, to: Uid): void {
    const list = this.#held.get(from);
    if (list === undefined) return;
    this.#held.delete(from);
    this.#held.set(to, [...(this.#held.get(to) ?? []), ...list]);
  }

  /** Turns out whole objects, the longest waiting first, until a tenth of the room is free. */
  #evict(): void {
    for (const [uid, list] of this.#held) {
      if (this.#bytes <= this.#limit * 0.9) return;
      this.#held.delete(uid);
      this.#evicted += list.length;
      for (const { bytes } of list) this.#bytes -= bytes;
    }
  }
}
