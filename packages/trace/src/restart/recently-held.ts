// Which messages a restart must hear again: those of objects in no tree that came so lately that they may well join one.

import type { Uid } from '@rectrace/kube';
import { compareDecimals, isOrderable } from '@rectrace/kube';

type Held = { readonly uid: Uid; readonly scope: string; readonly resourceVersion: string; readonly receivedAt: number };

const LEAST_ROOM = 1_024;

export class RecentlyHeld {
  readonly #windowMs: number;
  #held: Held[] = [];
  #room = LEAST_ROOM;

  /** @param windowMs how long after its message an object is expected to join, milliseconds of message time */
  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  note(held: Held): void {
    this.#held.push(held);
    if (this.#held.length <= this.#room) return;
    this.#held = this.#held.filter(({ receivedAt }) => receivedAt > held.receivedAt - this.#windowMs);
    this.#room = Math.max(LEAST_ROOM, this.#held.length * 2);
  }

  /** Per collection the oldest version still held back; a stored position must stay below it. */
  oldest(options: { readonly now: number; readonly isMember: (uid: Uid) => boolean }): ReadonlyMap<string, string> {
    this.#held = this.#held.filter(({ uid, receivedAt }) => receivedAt > options.now - this.#windowMs && !options.isMember(uid));
    const oldest = new Map<string, string>();
    for (const { scope, resourceVersion } of this.#held) {
      const known = oldest.get(scope);
      if (isOrderable(resourceVersion) && (known === undefined || compareDecimals(resourceVersion, known) < 0))
        oldest.set(scope, resourceVersion);
    }
    return oldest;
  }
}
