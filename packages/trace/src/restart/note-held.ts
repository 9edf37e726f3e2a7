// Remembers what was told of an object in no tree, so that a restart hears it again.

import type { ResourceScope, Uid } from '@rectrace/kube';
import { formatScope } from '@rectrace/kube';
import type { RecorderContext } from '../recorder-context.ts';

export function noteHeld(
  { archive, recent }: RecorderContext,
  uid: Uid,
  at: { readonly scope: ResourceScope; readonly resourceVersion: string; readonly receivedAt: number },
): void {
  if (!archive.isMember(uid)) recent.note({ ...at, uid, scope: formatScope(at.scope) });
}
