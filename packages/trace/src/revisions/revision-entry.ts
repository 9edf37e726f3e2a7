// A revision as the fold takes it, whether it was just told or is read back from a history.

import type { Change } from '../change.ts';
import { changedSpec } from '../cycles/changed-fields.ts';
import { toldTimeOf } from '../cycles/known-time.ts';
import type { RevisionEntry } from '../entry.ts';

/** As that change was told: what it was compared with decides what is known of its fields. */
export function revisionEntry(change: Change, { type, facts }: Pick<RevisionEntry, 'type' | 'facts'>): RevisionEntry {
  const { id, noise, writer, position, diff } = change;
  const fields = changedSpec(diff);
  return {
    kind: 'revision',
    type,
    facts,
    ...(fields === undefined ? {} : { fields }),
    noise: noise !== undefined,
    change: id,
    writer: writer?.manager ?? '',
    position,
    ...toldTimeOf(change),
  };
}
