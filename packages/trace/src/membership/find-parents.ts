// Whose child an object is: whoever it seeks and finds, each by the best of its reasons. Membership and trees are both read from this.

import type { Uid } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import type { Seek } from '../facts.ts';
import { isByUid } from './departed.ts';

/** Among whom parents are looked for. */
export type ParentSource = {
  /** The object's own uid where it is among them. */
  withUid(uid: Uid): Uid | undefined;
  offering(key: string): Iterable<Uid>;
};

/** By parent the seek it is found by: of several that of the lowest rank, then the first. Nobody is a parent of its own. */
export function findParents(
  child: Uid,
  { seeks, among }: { readonly seeks: readonly Seek[]; readonly among: ParentSource },
): ReadonlyMap<Uid, Seek> {
  const parents = new Map<Uid, Seek>();
  for (const seek of seeks) {
    for (const parent of found(seek, among)) {
      if (parent !== child && seek.rank < (parents.get(parent)?.rank ?? Number.POSITIVE_INFINITY)) parents.set(parent, seek);
    }
  }
  return parents;
}

function found(seek: Seek, among: ParentSource): Iterable<Uid> {
  if (!isByUid(seek)) return among.offering(seek.key);
  const owner = among.withUid(asUid(seek.key));
  return owner === undefined ? [] : [owner];
}
