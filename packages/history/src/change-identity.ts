// What tells stored things apart: roots by name, places by collection and root, revisions by their own uid and version.

import { formatObjectKey, type ObjectRef } from '@rectrace/kube';
import { type Certainty, type Change, isMetadataOnly } from '@rectrace/trace';
import type { HistoryReader } from './history-reader.ts';
import { keyOfRoot } from './root-name.ts';

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
  if (body === undefined || change.resourceVersion !== stored.resourceVersion || isMetadataOnly(body)) return undefined;
  return stored.body === undefined || isMetadataOnly(stored.body) ? { ...stored, body } : undefined;
}

const RANK: Readonly<Record<Certainty, number>> = { reconstructed: 0, inferred: 1, recovered: 2, observed: 3 };
