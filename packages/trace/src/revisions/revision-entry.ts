// A revision as the fold takes it, whether it was just told or is read back from a history.

import type { Change } from '../change.ts';
import { changedSpec } from '../cycles/changed-fields.ts';
import type { RevisionEntry } from '../entry.ts';

/** As that change was told: what it was compared with decides what is known of its fields. */
export function revisionEntry(
  { id, noise, writer, position, diff, noLater }: Change,
  { type, facts, time }: Pick<RevisionEntry, 'type' | 'facts' | 'time'>,
): RevisionEntry {
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
    time,
    ...(noLater === undefined ? {} : { noLater }),
  };
}
