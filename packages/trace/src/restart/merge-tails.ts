// Changes of several roots in one order, each once: a heap of what each root tells next, so that one more root costs a change hardly more.

import type { Change } from '../change.ts';
import type { Position } from '../position.ts';
import { comparePositions } from '../position.ts';

/** Changes of one root in order, the next one at hand. */
export type Tail = { head: Change; readonly rest: Iterator<Change>; readonly order: number };

/** order: of the root among the others; where changes stand at one place, the earlier root's comes first. undefined where there are no changes. */
export function tailOf(changes: Iterable<Change>, order: number): Tail | undefined {
  const rest = changes[Symbol.iterator]();
  const { done, value } = rest.next();
  return done === true ? undefined : { head: value, rest, order };
}

/** Read as it is asked for; uses the tails up. */
export function* mergeTails(tails: readonly Tail[]): Generator<Change> {
  const heap = [...tails].sort(compareTails);
  let told = new Set<string>();
  let at: Position | undefined;
  for (let first = heap[0]; first !== undefined; first = heap[0]) {
    const change = first.head;
    step(heap, first);
    if (at === undefined || comparePositions(at, change.position) !== 0) told = new Set();
    at = change.position;
    if (!told.has(change.id)) yield change;
    told.add(change.id);
  }
}

/** The first of the heap goes on to its next change, or goes. */
function step(heap: Tail[], first: Tail): void {
  const { done, value } = first.rest.next();
  if (done !== true) first.head = value;
  else {
    const last = heap.pop();
    if (last === undefined || last === first) return;
    heap[0] = last;
  }
  sink(heap);
}

function sink(heap: Tail[]): void {
  let place = 0;
  for (;;) {
    const least = leastOf(heap, place);
    const [here, there] = [heap[place], heap[least]];
    if (least === place || here === undefined || there === undefined) return;
    [heap[place], heap[least]] = [there, here];
    place = least;
  }
}

/** Of a place and the two below it the one whose change comes first. */
function leastOf(heap: readonly Tail[], place: number): number {
  let least = place;
  for (const below of [2 * place + 1, 2 * place + 2]) {
    const [one, other] = [heap[below], heap[least]];
    if (one !== undefined && other !== undefined && compareTails(one, other) < 0) least = below;
  }
  return least;
}

function compareTails(left: Tail, right: Tail): number {
  return comparePositions(left.head.position, right.head.position) || left.order - right.order;
}
