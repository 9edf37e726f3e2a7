// How many revisions a story holds: distinct versions of everything that was ever in the tree. Events are not revisions of the tree.

import type { Change } from '@rectrace/trace';

/** Deletions that nobody saw have no revision of their own. */
export function countRevisions(changes: Iterable<Change>): number {
  const seen = new Set<string>();
  for (const { type, certainty, ref, resourceVersion } of changes) {
    if (type !== 'Event' && certainty !== 'inferred') seen.add(`${ref.uid} ${resourceVersion}`);
  }
  return seen.size;
}
