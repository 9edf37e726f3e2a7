// An empty list of managedFields says that nobody shall manage the object any more. Everywhere else empty and absent are one.
import type { Json } from '@rectrace/kube';
import { valueAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { metadataOf } from '../metadata.ts';

/** `value`: what the draft was read from. */
export function keepReset(draft: Draft, value: Json): Draft {
  const sent = valueAt(value, ['metadata', 'managedFields']);
  if (Array.isArray(sent) && sent.length === 0) metadataOf(draft)['managedFields'] = [];
  return draft;
}
