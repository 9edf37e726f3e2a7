// Objects of which revisions are missing right before the next one that is told: what that one tells may have happened earlier, and others may have written it.

import type { ObjectRef } from '@rectrace/kube';
import type { RecorderContext } from '../recorder-context.ts';
import type { StoredTimeline } from '../restart/stored-timeline.ts';

/** The revision behind a gap is the first after it; of a gap that is told again it is known already. */
export function noteUnread({ known, order, unread }: RecorderContext, { uid }: ObjectRef, resourceVersion: string): void {
  const { kind } = known.standing(uid, { epoch: order.epoch, resourceVersion });
  if (kind === 'new' || kind === 'newer') unread.add(uid);
}

/** After a restart: gaps behind which nothing was stored any more. */
export function restoreUnread(context: RecorderContext, root: string, stored: StoredTimeline): void {
  for (const { ref, to } of stored.gaps(root)) if (ref !== undefined) noteUnread(context, ref, to);
}
