// Which initiators (OpsRequests) led to a cycle: those first seen since the end of the cycle before, if they moved before it opened.

import type { ObjectRef, Uid } from '@rectrace/kube';
import type { Journal } from '../journal.ts';
import { TrackedCell, TrackedMap } from '../journal.ts';

/** Leads to no cycle any more. */
const SPENT = 0;

/** leadsTo: by uid the number of the cycle that each may lead to. moved: those that moved since the last cycle began. */
export type InitiatorsState = { readonly leadsTo: ReadonlyMap<Uid, number>; readonly moved: readonly ObjectRef[] };

/** None has been seen. */
export const NO_INITIATORS: InitiatorsState = { leadsTo: new Map(), moved: [] };

export class Initiators {
  /** The cycle that each may lead to, by number. */
  readonly #leadsTo: TrackedMap<Uid, number>;
  readonly #moved: TrackedCell<readonly ObjectRef[]>;

  constructor(journal: Journal, { leadsTo, moved }: InitiatorsState = NO_INITIATORS) {
    this.#leadsTo = new TrackedMap(journal);
    this.#moved = new TrackedCell(journal, moved);
    for (const [uid, number] of leadsTo) this.#leadsTo.set(uid, number);
  }

  state(): InitiatorsState {
    return { leadsTo: new Map(this.#leadsTo.entries()), moved: this.#moved.value };
  }

  /** Those that are gone for good come no more. */
  letGo(isGone: (uid: Uid) => boolean): void {
    for (const uid of [...this.#leadsTo.keys()]) if (isGone(uid)) this.#leadsTo.delete(uid);
  }

  /** next: the cycle that opens next, from 1; undefined inside a cycle that has not reached its end. moved: it was watched, not found. */
  see(ref: ObjectRef, { next, moved }: { readonly next: number | undefined; readonly moved: boolean }): void {
    const leadsTo = this.#leadsTo.get(ref.uid) ?? next ?? SPENT;
    this.#leadsTo.set(ref.uid, leadsTo);
    const known = this.#moved.value.some(({ uid }) => uid === ref.uid);
    if (moved && next !== undefined && leadsTo === next && !known) this.#moved.set([...this.#moved.value, ref]);
  }

  /** A cycle opens, or goes on: those that led to it. */
  take(): readonly ObjectRef[] {
    const moved = this.#moved.value;
    this.#moved.set([]);
    return moved;
  }
}
