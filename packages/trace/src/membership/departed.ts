// The dead on which nothing hangs any more. They are in no tree's picture, but still somebody's owner or child: an object that is first seen after
// its owner went, or whose parent joins a tree only after it is gone itself, is found through them. Bounded: the longest gone are let go first.

import type { Uid } from '@rectrace/kube';
import type { Facts, Seek } from '../facts.ts';
import type { Journal } from '../journal.ts';
import { TrackedMap } from '../journal.ts';
import { TrackedIndex } from './tracked-index.ts';

export class Departed {
  readonly #facts: TrackedMap<Uid, Facts>;
  /** By a parent's uid. */
  readonly #children: TrackedIndex<Uid>;
  readonly #max: number;

  /** @param max how many are remembered */
  constructor(journal: Journal, max: number) {
    this.#facts = new TrackedMap(journal);
    this.#children = new TrackedIndex(journal);
    this.#max = max;
  }

  get(uid: Uid): Facts | undefined {
    return this.#facts.get(uid);
  }

  values(): IterableIterator<Facts> {
    return this.#facts.values();
  }

  /** Those who hung on the object. */
  childrenOf(uid: Uid): Iterable<Uid> {
    return this.#children.get(uid);
  }

  /** Takes one in whose seeks all name an uid; returns who has to be let go for it. */
  add(facts: Facts): Uid | undefined {
    const { uid } = facts.ref;
    this.#facts.set(uid, facts);
    for (const { key } of facts.seeks) this.#children.add(key, uid);
    return this.#facts.size > this.#max ? this.#facts.keys().next().value : undefined;
  }

  /** Forgets one; returns what was known of it. */
  take(uid: Uid): Facts | undefined {
    const facts = this.#facts.get(uid);
    if (facts === undefined) return undefined;
    this.#facts.delete(uid);
    for (const { key } of facts.seeks) this.#children.delete(key, uid);
    return facts;
  }
}

/**
 * What is kept of an object's facts: it offers nothing, so that nobody takes it for a living object of its name, and of a rule's keys it seeks
 * whom they led to while it lived, whoever offers them later.
 */
export function departedFacts({ selects, templateLabels, ...facts }: Facts, parentsBy: (key: string) => Iterable<Uid>): Facts {
  const bind = (seek: Seek): readonly Seek[] =>
    isByUid(seek) ? [seek] : [...parentsBy(seek.key)].map((key) => ({ ...seek, key, byUid: true }));
  const seeks = facts.seeks.every(isByUid) ? facts.seeks : facts.seeks.flatMap(bind);
  return { ...facts, offers: [], seeks, links: [], linkFrom: [], linkTo: [] };
}

/** Owners are sought by their uid, which no key of a rule can be taken for. */
export function isByUid({ reason, byUid }: Seek): boolean {
  return reason.kind === 'owner' || byUid === true;
}
