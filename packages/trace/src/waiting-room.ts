// Changes of objects that are in no tree (yet): a PersistentVolume before its claim names it, an Event before its Pod. Bounded by bytes;
// the oldest go first, and what was turned out of whom is remembered, so that it is a gap where the object joins later.

import type { Json, Uid } from '@rectrace/kube';
import { compareDecimals, isJsonObject, isOrderable, previousResourceVersion } from '@rectrace/kube';
import type { Change } from './change.ts';
import type { Position } from './position.ts';
import { comparePositions } from './position.ts';

/** scope: the collection of the object's own revisions; that of the Events about it where there is none of these. */
type Held = { readonly changes: Change[]; scope: string; weighed: number; bytes: number };

/** What was turned out of an object: so many changes after one version (exclusive, '' = all of them), up to and with another. */
export type TurnedOut = { readonly scope: string; readonly from: string; readonly to: string; readonly changes: number };

const OVERHEAD = 64;
/** Of so many objects it is remembered that something of them was turned out; what was turned out first is forgotten first. */
const MOST_TURNED_OUT = 65_536;

export class WaitingRoom {
  readonly #held = new Map<Uid, Held>();
  readonly #turnedOut = new Map<Uid, TurnedOut>();
  #left: Uid[] = [];
  readonly #limit: number;
  #bytes = 0;
  #evicted = 0;

  /** @param limit bytes, roughly as JSON text; Infinity for a bounded recording */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Changes turned out so far. */
  get evicted(): number {
    return this.#evicted;
  }

  /** Lets a change in; it is weighed only if it is still here at settle(). */
  hold(uid: Uid, change: Change, scope: string): void {
    const held = this.#held.get(uid);
    if (held === undefined) this.#held.set(uid, { changes: [change], scope, weighed: 0, bytes: 0 });
    else {
      held.changes.push(change);
      if (change.type !== 'Event') held.scope = scope;
    }
  }

  /** Weighs what has stayed, and turns out the oldest where the room is full. */
  settle(uid: Uid): void {
    const held = this.#held.get(uid);
    if (held === undefined || this.#limit === Number.POSITIVE_INFINITY) return;
    for (const change of held.changes.slice(held.weighed)) this.#weigh(held, roughSize(change.body as Json | undefined));
    held.weighed = held.changes.length;
    if (this.#bytes > this.#limit) this.#evict();
  }

  /** The newest waiting revision of the object itself, Events about it left out. */
  latest(uid: Uid): Change | undefined {
    return this.#held.get(uid)?.changes.findLast((change) => change.type !== 'Event');
  }

  all(): Change[] {
    return [...this.#held.values()].flatMap(({ changes }) => changes);
  }

  /** Puts a change in the place of the one of its id. */
  amend(change: Change): void {
    const changes = this.#held.get(change.ref.uid)?.changes ?? [];
    const place = changes.findIndex(({ id }) => id === change.id);
    if (place >= 0) changes[place] = change;
  }

  /** Takes out all that waits for an object, in order of arrival. */
  take(uid: Uid): readonly Change[] {
    const held = this.#held.get(uid);
    if (held === undefined) return [];
    this.#held.delete(uid);
    this.#bytes -= held.bytes;
    return held.changes;
  }

  /** What was turned out of an object; told once. */
  takeTurnedOut(uid: Uid): TurnedOut | undefined {
    const turnedOut = this.#turnedOut.get(uid);
    this.#turnedOut.delete(uid);
    return turnedOut;
  }

  /** Whose changes were turned out since the last call. */
  takeLeft(): readonly Uid[] {
    if (this.#left.length === 0) return this.#left;
    const left = this.#left;
    this.#left = [];
    return left;
  }

  /** Hands what waits under one name over to another. */
  move(from: Uid, to: Uid): void {
    const held = this.#held.get(from);
    for (const change of this.take(from)) this.hold(to, change, held?.scope ?? '');
  }

  /** Gives every waiting Event a new place, in the order they had. */
  placeEvents(place: () => Position): void {
    const waiting = [...this.#held.values()].flatMap(({ changes }) => changes.map((change, index) => ({ changes, index, change })));
    const events = waiting.filter(({ change }) => change.type === 'Event');
    for (const { changes, index, change } of events.sort((left, right) => comparePositions(left.change.position, right.change.position)))
      changes[index] = { ...change, position: place() };
  }

  #weigh(held: Held, bytes: number): void {
    held.bytes += bytes;
    this.#bytes += bytes;
  }

  /** Turns out whole objects, the longest waiting first, until a tenth of the room is free. */
  #evict(): void {
    for (const [uid, held] of this.#held) {
      if (this.#bytes <= this.#limit * 0.9) return;
      this.#held.delete(uid);
      this.#left.push(uid);
      this.#remember(uid, held);
      this.#evicted += held.changes.length;
      this.#bytes -= held.bytes;
    }
  }

  #remember(uid: Uid, { changes, scope }: Held): void {
    const before = this.#turnedOut.get(uid);
    const versions = [before?.to ?? '', ...changes.map(({ resourceVersion }) => resourceVersion)].filter(isOrderable).sort(compareDecimals);
    const from = before?.from ?? previousResourceVersion(versions[0] ?? '') ?? '';
    this.#turnedOut.delete(uid);
    this.#turnedOut.set(uid, { scope, from, to: versions.at(-1) ?? '', changes: changes.length + (before?.changes ?? 0) });
    const [oldest] = this.#turnedOut.size > MOST_TURNED_OUT ? this.#turnedOut.keys() : [];
    if (oldest !== undefined) this.#turnedOut.delete(oldest);
  }
}

/** About the length of a value's JSON text, at a tenth of the price of writing it. */
function roughSize(value: Json | undefined): number {
  let size = OVERHEAD;
  const open: Json[] = value === undefined ? [] : [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    size += ownSize(next);
    for (const part of partsOf(next)) open.push(part);
  }
  return size;
}

function partsOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  return isJsonObject(value) ? Object.values(value) : [];
}

function ownSize(value: Json): number {
  if (typeof value === 'string') return value.length + 2;
  if (!isJsonObject(value)) return 8;
  let size = 2;
  for (const key in value) size += key.length + 4;
  return size;
}
