// What tells stored things apart: objects by uid (by name where an Event names no uid), revisions by their own uid and version.

import { formatGroupKind, type ObjectRef } from '@rectrace/kube';
import type { Certainty } from '@rectrace/trace';

/** The uid, or group, kind, namespace and name of a reference without one. */
export function identityOf(ref: ObjectRef): string {
  return ref.uid === '' ? `${formatGroupKind(ref)}/${ref.namespace}/${ref.name}` : ref.uid;
}

/** True where a root's id is the plain one of this object ('Kind.group/namespace/name'). */
export function isNamedBy(ref: ObjectRef, root: string): boolean {
  return `${formatGroupKind(ref)}/${ref.namespace}/${ref.name}` === root;
}

/** A change that was seen replaces one of the same id that was only inferred or reconstructed. */
export function replaces(change: { readonly certainty: Certainty }, stored: { readonly certainty: Certainty }): boolean {
  return RANK[change.certainty] > RANK[stored.certainty] && RANK[stored.certainty] < RANK.recovered;
}

const RANK: Readonly<Record<Certainty, number>> = { reconstructed: 0, inferred: 1, recovered: 2, observed: 3 };
