// What a reflector knows of its collection: the revision of every living object, and the place up to which everything was told.

import type { KubeObject } from '@rectrace/kube';
import { compareResourceVersions } from '@rectrace/kube';
import type { Moment } from './moment.ts';
import { LONG_AGO } from './moment.ts';
import { ToldSincePlace } from './told-since-place.ts';

export type KnownRevision = {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
};

export type Known = { readonly uid: string; readonly resourceVersion: string };

/** new: no such name; same, newer, older: the known object's revision or another one; replaced: another object of that name. */
export type Standing = { readonly kind: 'new' } | { readonly kind: 'same' | 'newer' | 'older' | 'replaced'; readonly known: Known };

export class KnownCollection {
  /** What a list after a lost place has told so far. */
  readonly told = new ToldSincePlace();
  readonly #byName = new Map<string, Known>();
  #place = '';
  /** When nothing is known to have happened after the place; LONG_AGO: the place comes from an earlier run. */
  currentAt: Moment = LONG_AGO;

  /** '' before the first list. */
  get place(): string {
    return this.#place;
  }

  get size(): number {
    return this.#byName.size;
  }

  /** Moves the place forward; false where it would go back. */
  advance(resourceVersion: string): boolean {
    if (this.#place !== '' && !isNewer(resourceVersion, this.#place)) return false;
    this.#place = resourceVersion;
    return true;
  }

  /** The end of a list: everything up to then is known. at: when it was asked for. */
  reach(resourceVersion: string, at: Moment): void {
    this.advance(resourceVersion);
    this.currentAt = at;
  }

  /** Forgets everything: a new epoch. */
  clear(): void {
    this.#byName.clear();
    this.told.clear();
    this.#place = '';
  }

  restore(place: string, known: Iterable<KnownRevision>): void {
    this.clear();
    this.#place = place;
    for (const { namespace, name, uid, resourceVersion } of known) this.#byName.set(keyOf({ namespace, name }), { uid, resourceVersion });
  }

  standing(object: KubeObject): Standing {
    const known = this.#byName.get(keyOf(object.metadata));
    if (known === undefined) return { kind: 'new' };
    if (known.uid !== (object.metadata.uid ?? '')) return { kind: 'replaced', known };
    switch (compareResourceVersions(object.metadata.resourceVersion ?? '', known.resourceVersion)) {
      case 'equal':
        return { kind: 'same', known };
      case 'less':
        return { kind: 'older', known };
      case 'greater':
      case 'incomparable':
        return { kind: 'newer', known };
    }
  }

  put({ metadata }: KubeObject): void {
    this.#byName.set(keyOf(metadata), { uid: metadata.uid ?? '', resourceVersion: metadata.resourceVersion ?? '' });
  }

  remove(at: { readonly namespace?: string; readonly name: string }): void {
    this.#byName.delete(keyOf(at));
  }

  /** Takes out the objects whose known revision is before a version, and moves the place there where there were any. */
  endBefore(version: string): readonly KnownRevision[] {
    const ended = this.revisions().filter(({ resourceVersion }) => isNewer(version, resourceVersion));
    for (const revision of ended) this.remove(revision);
    if (ended.length > 0) this.advance(version);
    return ended;
  }

  /** All living objects. */
  revisions(): readonly KnownRevision[] {
    return this.missing(new Set());
  }

  /** Living objects whose names are not among the given keys. */
  missing(keys: ReadonlySet<string>): readonly KnownRevision[] {
    return [...this.#byName].flatMap(([key, known]) => (keys.has(key) ? [] : [{ ...nameOf(key), ...known }]));
  }
}

/** 'namespace/name'. */
export function keyOf({ namespace = '', name }: { readonly namespace?: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

/** True where left is later than right, or can't be compared with it. */
export function isNewer(left: string, right: string): boolean {
  const order = compareResourceVersions(left, right);
  return order === 'greater' || order === 'incomparable';
}

function nameOf(key: string): { readonly namespace: string; readonly name: string } {
  const slash = key.indexOf('/');
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
