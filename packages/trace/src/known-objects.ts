// Identities of everything seen: which revision of which object is known, under which name, of which kind. Bodies are not kept here.

import type { ObjectRef, Uid } from '@rectrace/kube';
import { compareResourceVersions } from '@rectrace/kube';
import { targetKey } from './root-target.ts';
import { kindKey } from './rule-index.ts';

export type Known = {
  readonly ref: ObjectRef;
  readonly epoch: number;
  readonly resourceVersion: string;
  readonly gone: 'no' | 'inferred' | 'seen';
};

/** new: unknown uid; newer: a later revision; same: this revision is known; older: one before the known; dead: of an object known to be gone. */
export type Standing = { readonly kind: 'new' } | { readonly kind: 'newer' | 'same' | 'older' | 'dead'; readonly known: Known };

export class KnownObjects {
  readonly #byUid = new Map<Uid, Known>();
  readonly #byName = new Map<string, Uid>();
  readonly #byBareName = new Map<string, Uid>();
  readonly #living = new Map<string, Set<Uid>>();
  readonly #tombs: Uid[] = [];
  readonly #maxTombs: number;

  /** @param maxTombs how many dead objects are remembered, so that repeated deletions add nothing */
  constructor(maxTombs: number) {
    this.#maxTombs = maxTombs;
  }

  get(uid: Uid): Known | undefined {
    return this.#byUid.get(uid);
  }

  /** The living or last object of a name. */
  byName(ref: Pick<ObjectRef, 'group' | 'kind' | 'namespace' | 'name'>): Known | undefined {
    const uid = this.#byName.get(targetKey(ref));
    return uid === undefined ? undefined : this.#byUid.get(uid);
  }

  /** As byName, where the group is not known (Events without an apiVersion). */
  byBareName(ref: Pick<ObjectRef, 'kind' | 'namespace' | 'name'>): Known | undefined {
    const uid = this.#byBareName.get(bareKey(ref));
    return uid === undefined ? undefined : this.#byUid.get(uid);
  }

  /** Living objects of a kind ('Deployment.apps') in a namespace, '' = in all of them. */
  living(kind: string, namespace: string): readonly Known[] {
    const known = [...(this.#living.get(kind) ?? [])].flatMap((uid) => this.#byUid.get(uid) ?? []);
    return namespace === '' ? known : known.filter(({ ref }) => ref.namespace === namespace);
  }

  standing(uid: Uid, revision: { readonly epoch: number; readonly resourceVersion: string }): Standing {
    const known = this.#byUid.get(uid);
    if (known === undefined) return { kind: 'new' };
    if (known.gone !== 'no') return { kind: 'dead', known };
    if (known.epoch !== revision.epoch) return { kind: 'newer', known };
    switch (compareResourceVersions(revision.resourceVersion, known.resourceVersion)) {
      case 'equal':
        return { kind: 'same', known };
      case 'less':
        return { kind: 'older', known };
      case 'greater':
      case 'incomparable':
        return { kind: 'newer', known };
    }
  }

  put(ref: ObjectRef, at: { readonly epoch: number; readonly resourceVersion: string }): void {
    const before = this.#byUid.get(ref.uid);
    this.#byUid.set(ref.uid, { ref, epoch: at.epoch, resourceVersion: at.resourceVersion, gone: 'no' });
    if (before !== undefined) return;
    const living = this.#living.get(kindKey(ref)) ?? new Set();
    living.add(ref.uid);
    this.#living.set(kindKey(ref), living);
    this.#byName.set(targetKey(ref), ref.uid);
    this.#byBareName.set(bareKey(ref), ref.uid);
  }

  bury(uid: Uid, how: 'inferred' | 'seen'): void {
    const known = this.#byUid.get(uid);
    if (known === undefined) return;
    if (known.gone === 'no') this.#tombs.push(uid);
    this.#byUid.set(uid, { ...known, gone: how });
    this.#living.get(kindKey(known.ref))?.delete(uid);
    while (this.#tombs.length > this.#maxTombs) this.#dropOldestTomb();
  }

  /** Forgets an object without a trace: an expired Event. */
  forget(uid: Uid): void {
    const known = this.#byUid.get(uid);
    if (known === undefined) return;
    this.#byUid.delete(uid);
    this.#living.get(kindKey(known.ref))?.delete(uid);
    this.#unname(known.ref);
  }

  #dropOldestTomb(): void {
    const uid = this.#tombs.shift();
    const known = uid === undefined ? undefined : this.#byUid.get(uid);
    if (uid === undefined || known === undefined) return;
    this.#byUid.delete(uid);
    this.#unname(known.ref);
  }

  #unname(ref: ObjectRef): void {
    if (this.#byName.get(targetKey(ref)) === ref.uid) this.#byName.delete(targetKey(ref));
    if (this.#byBareName.get(bareKey(ref)) === ref.uid) this.#byBareName.delete(bareKey(ref));
  }
}

function bareKey(ref: Pick<ObjectRef, 'kind' | 'namespace' | 'name'>): string {
  return `${ref.kind}/${ref.namespace}/${ref.name}`;
}
