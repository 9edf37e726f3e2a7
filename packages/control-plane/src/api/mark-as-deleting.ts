// Marks an object that finalizers hold as one that is being deleted.
import type { Draft } from './draft.ts';
import { generationOf, metadataOf, millisOf } from './metadata.ts';

/** `now`: RFC 3339, to the second. */
export function markAsDeleting(marked: Draft, now: string): void {
  const metadata = metadataOf(marked);
  const known = metadata['deletionTimestamp'];
  if (known === undefined && generationOf(marked) > 0) metadata['generation'] = generationOf(marked) + 1;
  if (typeof known !== 'string' || millisOf(known) > millisOf(now)) metadata['deletionTimestamp'] = now;
  metadata['deletionGracePeriodSeconds'] = 0;
}
