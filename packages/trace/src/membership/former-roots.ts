// Roots that have a successor of their name. Whoever is owned by one of them, by uid, is told with the root it was made for, though it stands in
// no tree: the tree is the successor's.

import type { Uid } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import type { Facts } from '../facts.ts';
import type { Journal } from '../journal.ts';
import { TrackedMap } from '../journal.ts';

export class FormerRoots {
  /** By uid: ids of the roots whose name it had. */
  readonly #ids: TrackedMap<Uid, readonly string[]>;

  constructor(journal: Journal) {
    this.#ids = new TrackedMap(journal);
  }

  add(uid: Uid, id: string): void {
    const ids = this.#ids.get(uid) ?? [];
    if (!ids.includes(id)) this.#ids.set(uid, [...ids, id]);
  }

  /** Those of one root. */
  of(id: string): readonly Uid[] {
    return [...this.#ids.entries()].flatMap(([uid, ids]) => (ids.includes(id) ? [uid] : []));
  }

  /** An object is gone for so long that nobody asks for it any more. */
  forget(uid: Uid): void {
    this.#ids.delete(uid);
  }

  /** A root is no longer traced. */
  remove(id: string): void {
    for (const uid of this.of(id)) {
      const ids = (this.#ids.get(uid) ?? []).filter((other) => other !== id);
      if (ids.length === 0) this.#ids.delete(uid);
      else this.#ids.set(uid, ids);
    }
  }

  /** Ids of the roots whose name an owner of the object had, or an owner of that one. */
  above(start: Uid, factsOf: (uid: Uid) => Facts | undefined): readonly string[] {
    if (this.#ids.size === 0) return [];
    const above = new Set<Uid>([start]);
    for (const uid of above) for (const owner of ownersOf(factsOf(uid))) above.add(owner);
    return [...new Set([...above].flatMap((uid) => (uid === start ? [] : (this.#ids.get(uid) ?? []))))];
  }
}

function ownersOf(facts: Facts | undefined): readonly Uid[] {
  return (facts?.seeks ?? []).flatMap(({ key, reason }) => (reason.kind === 'owner' ? [asUid(key)] : []));
}
