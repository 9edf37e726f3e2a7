// The bytes of watch events. An object that many watches show is written once: watches of the same form share its bytes.
import type { JsonObject } from '@rectrace/kube';
import type { Representation, WatchEventBody } from '../api/codec/representation.ts';

export class EventFrames {
  readonly #frames = new WeakMap<JsonObject, Map<string, Uint8Array>>();

  frameOf(event: WatchEventBody, representation: Representation): Uint8Array {
    const known = this.#frames.get(event.object) ?? new Map<string, Uint8Array>();
    const key = `${event.type} ${representation.mediaType}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const frame = representation.writeEvent(event);
    this.#frames.set(event.object, known.set(key, frame));
    return frame;
  }
}
