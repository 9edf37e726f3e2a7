// Identities of everything seen: which revision of which object is known, under which name, of which kind. Bodies are not kept here.

import type { ObjectRef, Uid } from '@rectrace/kube';
import { compareResourceVersions, formatGroupKind } from '@rectrace/kube';

export type Known = {
  readonly ref: ObjectRef;
  readonly epoch: number;
  readonly resourceVersion: string;
  readonly gone: 'no' | 'inferred' | 'seen';
};

/**
 * new: unknown uid, or one that a restored storage brings back; newer: a later revision; same: this revision is known; older: one before the
 * known; dead: of an object known to be gone.
 */
export type Standing = { readonly kind: 'new' } | { readonly kind: 'newer' | 'same' | 'older' | 'dead'; readonly known: Known };

type Named = Pick<ObjectRef, 'group' | 'kind' | 'namespace' | 'name'>;

export class KnownObjects {
  readonly #byUid = new Map<Uid, Known>();
  /** By kind: groups that have objects of it, in the order in which they were seen, and how many. */
  readonly #groups = new Map<string, Map<string, number>>();
  /** By kind and namespace: uids by name. */
  readonly #byName = new Map<string, Map<string, Uid>>();
  /** The dead, the longest dead first. */
  readonly #tombs = new Set<Uid>();
  #forgotten: Uid[] = [];
  readonly maxTombs: number;

  /** @param maxTombs how many dead objects are remembered, so that repeated deletions add nothing */
  constructor(maxTombs: number) {
    this.maxTombs = maxTombs;
  }

  get(uid: Uid): Known | undefined {
    return this.#byUid.get(uid);
  }

  /** The living or last object of a name. */
  byName(ref: Named): Known | undefined {
    const uid = this.#byName.get(placeOf(ref))?.get(ref.name);
    return uid === undefined ? undefined : this.#byUid.get(uid);
  }

  /** As byName, where the group is not known (Events without an apiVersion): of several the living one, else the one of the newest group. */
  byBareName(ref: Omit<Named, 'group'>): Known | undefined {
    const found = [...(this.#groups.get(ref.kind)?.keys() ?? [])].flatMap((group) => this.byName({ ...ref, group }) ?? []);
    return found.findLast(({ gone }) => gone === 'no') ?? found.at(-1);
  }

  /** Living objects of a kind ('Deployment.apps') in a namespace, '' = in all of them. Cost: all that are known. */
  living(kind: string, namespace: string): readonly Known[] {
    const living: Known[] = [];
    for (const known of this.#byUid.values()) {
      const { ref, gone } = known;
      if (gone === 'no' && (namespace === '' || ref.namespace === namespace) && formatGroupKind(ref) === kind) living.push(known);
    }
    return living;
  }

  standing(uid: Uid, revision: { readonly epoch: number; readonly resourceVersion: string }): Standing {
    const known = this.#byUid.get(uid);
    if (known === undefined) return { kind: 'new' };
    if (known.epoch !== revision.epoch) return known.gone === 'no' ? { kind: 'newer', known } : { kind: 'new' };
    if (known.gone !== 'no') return { kind: 'dead', known };
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
    this.#tombs.delete(ref.uid);
    if (before?.gone !== 'no' && !this.#isNamedLater(ref, at)) this.#name(ref);
  }

  /** What another knows of an object that is not known here. */
  takeOver({ ref, gone, ...at }: Known): void {
    if (this.#byUid.has(ref.uid)) return;
    this.put(ref, at);
    if (gone !== 'no') this.bury(ref.uid, gone);
  }

  bury(uid: Uid, how: 'inferred' | 'seen'): void {
    const known = this.#byUid.get(uid);
    if (known === undefined) return;
    this.#tombs.add(uid);
    this.#byUid.set(uid, { ...known, gone: how });
    if (this.#tombs.size > this.maxTombs) this.#dropOldestTomb();
  }

  /** The dead that are remembered no longer, since the last call. */
  takeForgotten(): readonly Uid[] {
    if (this.#forgotten.length === 0) return this.#forgotten;
    const forgotten = this.#forgotten;
    this.#forgotten = [];
    return forgotten;
  }

  /** Forgets an object without a trace: an expired Event. */
  forget(uid: Uid): void {
    const known = this.#byUid.get(uid);
    if (known === undefined) return;
    this.#byUid.delete(uid);
    this.#unname(known.ref);
  }

  #dropOldestTomb(): void {
    const [uid] = this.#tombs;
    const known = uid === undefined ? undefined : this.#byUid.get(uid);
    if (uid === undefined || known === undefined) return;
    this.#tombs.delete(uid);
    this.#byUid.delete(uid);
    this.#unname(known.ref);
    this.#forgotten.push(uid);
  }

  /** A living object has the name that is newer than this one. */
  #isNamedLater(ref: ObjectRef, at: { readonly epoch: number; readonly resourceVersion: string }): boolean {
    const named = this.byName(ref);
    return named !== undefined && this.standing(named.ref.uid, at).kind === 'older';
  }

  #name(ref: ObjectRef): void {
    const place = placeOf(ref);
    const names = this.#byName.get(place);
    if (names?.has(ref.name) !== true) this.#count(ref, 1);
    if (names === undefined) this.#byName.set(place, new Map([[ref.name, ref.uid]]));
    else names.set(ref.name, ref.uid);
  }

  #unname(ref: ObjectRef): void {
    const place = placeOf(ref);
    const names = this.#byName.get(place);
    if (names?.get(ref.name) !== ref.uid) return;
    names.delete(ref.name);
    if (names.size === 0) this.#byName.delete(place);
    this.#count(ref, -1);
  }

  /** One name more or less of a kind. */
  #count({ kind, group }: ObjectRef, by: 1 | -1): void {
    const groups = this.#groups.get(kind) ?? new Map<string, number>();
    const names = (groups.get(group) ?? 0) + by;
    if (names > 0) groups.set(group, names);
    else groups.delete(group);
    if (groups.size > 0) this.#groups.set(kind, groups);
    else this.#groups.delete(kind);
  }
}

function placeOf(ref: Omit<Named, 'name'>): string {
  return `${formatGroupKind(ref)}/${ref.namespace}`;
}
