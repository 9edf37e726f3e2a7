// Who entered a tree: becomes a member, is told with all that waited for it, and is asked for where something of it is missing.

import type { Uid } from '@rectrace/kube';
import type { RecorderContext } from './recorder-context.ts';

/** Takes in what joined since the last call. */
export function admitJoined(context: RecorderContext): void {
  const { fold, known, archive, draft } = context;
  for (const { root, uid, ref, since } of fold.takeJoined()) {
    draft.members.push({ kind: 'membership', root, ref, since });
    if (ref.kind === 'Namespace' && ref.group === '') draft.wants.push({ kind: 'WatchNamespace', namespace: ref.name });
    const { complete } = archive.admit(uid);
    releaseChanges(context, uid);
    const found = known.get(uid);
    const wanting = !complete || archive.body(uid) === undefined;
    if (wanting && found?.gone === 'no') draft.wants.push({ kind: 'Promote', ref, resourceVersion: found.resourceVersion });
  }
}

/** Tells what waited for an object that is in a tree. */
export function releaseChanges({ known, archive, draft }: RecorderContext, uid: Uid): void {
  const ref = known.get(uid)?.ref;
  for (const change of archive.release(uid)) {
    draft.changes.push(change.type === 'Event' && ref !== undefined ? { ...change, ref } : change);
  }
}
