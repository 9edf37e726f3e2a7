// What tells stored things apart: objects by uid (by name where an Event names no uid), revisions by their own uid and version.

import { formatObjectKey, type KubeObject, type ObjectRef } from '@rectrace/kube';
import type { Certainty, Change } from '@rectrace/trace';
import type { HistoryReader } from './history-reader.ts';
import { keyOfRoot } from './root-name.ts';

/** The uid, or group, kind, namespace and name of a reference without one. */
export function identityOf(ref: ObjectRef): string {
  return ref.uid === '' ? formatObjectKey(ref) : ref.uid;
}

/** True where a root's id is made of this object's name. */
export function isNamedBy(ref: ObjectRef, root: string): boolean {
  return formatObjectKey(ref) === keyOfRoot(root);
}

/** Where a position is kept: one for each collection and root. */
export function placeOf({ scope, root }: { readonly scope: string; readonly root?: string }): string {
  return root === undefined ? scope : `${scope} ${root}`;
}

/** What a history has of a change that is told to it again: the same revision of the same object, or of the same Event, in the same epoch. */
export function storedOf({ id, event, ref, resourceVersion }: Change, history: Pick<HistoryReader, 'revision'>): Change | undefined {
  const stored = history.revision(event?.uid ?? ref.uid, resourceVersion);
  return stored?.id === id ? stored : undefined;
}

/**
 * What is kept of a change that is told again. It replaces one of the same id that was only inferred or reconstructed; of one that was seen, its
 * body where that was none, or metadata alone. undefined: the stored one as it is.
 */
export function revised(change: Change, stored: Change): Change | undefined {
  if (RANK[change.certainty] > RANK[stored.certainty] && RANK[stored.certainty] < RANK.recovered) return change;
  const { body } = change;
  if (body === undefined || change.resourceVersion !== stored.resourceVersion || isMetadata(body)) return undefined;
  return stored.body === undefined || isMetadata(stored.body) ? { ...stored, body } : undefined;
}

function isMetadata(body: KubeObject): boolean {
  return Object.keys(body).every((field) => METADATA.includes(field));
}

const METADATA: readonly string[] = ['apiVersion', 'kind', 'metadata'];
const RANK: Readonly<Record<Certainty, number>> = { reconstructed: 0, inferred: 1, recovered: 2, observed: 3 };
