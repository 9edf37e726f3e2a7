// The bytes of watch events. An object that many watches show is written once: watches of the same form share its bytes as long as they are new.
import type { JsonObject } from '@rectrace/kube';
import type { Representation, WatchEventBody } from '../api/codec/representation.ts';

/** What frames may take in all: watches that are further behind have them written again. */
const MOST_BYTES = 16 * 1024 * 1024;

export class EventFrames {
  readonly #most: number;
  /** The oldest first. */
  readonly #frames = new Map<JsonObject, Map<string, Uint8Array>>();
  #bytes = 0;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  frameOf(event: WatchEventBody, representation: Representation): Uint8Array {
    const known = this.#frames.get(event.object) ?? new Map<string, Uint8Array>();
    const key = `${event.type} ${representation.mediaType}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const frame = representation.writeEvent(event);
    this.#frames.set(event.object, known.set(key, frame));
    this.#bytes += frame.length;
    this.#forgetOldest();
    return frame;
  }

  #forgetOldest(): void {
    for (const [object, frames] of this.#frames) {
      if (this.#bytes <= this.#most) return;
      this.#frames.delete(object);
      for (const { length } of frames.values()) this.#bytes -= length;
    }
  }
}
