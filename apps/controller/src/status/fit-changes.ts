// The newest changes that fit into a number of bytes, without a hole, the newest one always among them.

import type { TraceChange } from '@rectrace/trace-api';
import { clipText, wireSize } from './wire-size.ts';

export type ChangeLimits = {
  /** Bytes for all of them; the newest one is taken even where it alone exceeds them. */
  readonly room: number;
  /** Bytes of the newest one's description, and of its localDescription. */
  readonly newestText: number;
  /** The same for the others; absent = whole texts. */
  readonly text?: number;
};

/** bytes: their JSON and a comma each. texts: how many had a text cut. */
export type FittedChanges = { readonly changes: readonly TraceChange[]; readonly bytes: number; readonly texts: number };

/** all and the result: oldest first. */
export function fitChanges(all: readonly TraceChange[], limits: ChangeLimits): FittedChanges {
  const newest = all.at(-1);
  if (newest === undefined) return { changes: [], bytes: 0, texts: 0 };
  const first = shortChange(newest, limits.newestText);
  const changes = [first];
  let bytes = wireSize(first) + 1;
  let texts = first === newest ? 0 : 1;
  for (const whole of all.slice(0, -1).reverse()) {
    const change = shortChange(whole, limits.text);
    bytes += wireSize(change) + 1;
    if (bytes > limits.room) return { changes: changes.reverse(), bytes: bytes - wireSize(change) - 1, texts };
    changes.push(change);
    texts += change === whole ? 0 : 1;
  }
  return { changes: changes.reverse(), bytes, texts };
}

function shortChange(change: TraceChange, bytes: number | undefined): TraceChange {
  if (bytes === undefined) return change;
  const description = clipText(change.description, bytes);
  const local = change.localDescription === undefined ? undefined : clipText(change.localDescription, bytes);
  if (description === change.description && local === change.localDescription) return change;
  return { ...change, description, ...(local === undefined ? {} : { localDescription: local }) };
}
