// Counts per kind: objects, not changes, net against the tree at the start of the cycle. The root is part of that tree from its first revision on, as
// in KubeBlocks' own traces: in the cycle in which it was created it counts as updated, not as added.

import type { ObjectRef, Uid } from '@rectrace/kube';
import { formatApiVersion } from '@rectrace/kube';

export type ObjectSummary = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly total: number;
  readonly added: number;
  readonly updated: number;
  readonly deleted: number;
};
/** Sorted by apiVersion, then kind. */
export type Summary = { readonly objectSummaries: readonly ObjectSummary[] };

/** resourceVersion of the newest change worth reading, noise left out. */
export type Counted = { readonly ref: ObjectRef; readonly resourceVersion: string };

/** Compares two sets of members by uid and version. */
export function summarize(initial: ReadonlyMap<Uid, Counted>, current: ReadonlyMap<Uid, Counted>): Summary {
  const rows = new Map<string, { apiVersion: string; kind: string; total: number; added: number; updated: number; deleted: number }>();
  const rowOf = (ref: ObjectRef): { total: number; added: number; updated: number; deleted: number } => {
    const apiVersion = formatApiVersion(ref.group, ref.version);
    const key = `${apiVersion}\u0000${ref.kind}`;
    const known = rows.get(key);
    if (known !== undefined) return known;
    const made = { apiVersion, kind: ref.kind, total: 0, added: 0, updated: 0, deleted: 0 };
    rows.set(key, made);
    return made;
  };
  for (const [uid, { ref, resourceVersion }] of current) {
    const row = rowOf(ref);
    const before = initial.get(uid);
    row.total += 1;
    if (before === undefined) row.added += 1;
    else if (before.resourceVersion !== resourceVersion) row.updated += 1;
  }
  for (const [uid, { ref }] of initial) if (!current.has(uid)) rowOf(ref).deleted += 1;
  return { objectSummaries: [...rows.entries()].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row) };
}
