// Who entered a tree: becomes a member, is told with all that waited for it; what of it was let go is a gap, and its body is asked for.

import type { ObjectRef, Uid } from '@rectrace/kube';
import type { Gap } from './change.ts';
import type { RecorderContext } from './recorder-context.ts';
import type { TurnedOut } from './waiting-room.ts';

/** Takes in what joined since the last call. */
export function admitJoined(context: RecorderContext): void {
  const { fold, draft, known, archive } = context;
  for (const { root, ref, since } of fold.takeJoined()) {
    draft.members.push({ kind: 'membership', root, ref, since });
    if (ref.kind === 'Namespace' && ref.group === '') draft.wants.push({ kind: 'WatchNamespace', namespace: ref.name });
    admitMember(context, ref);
    if (known.get(ref.uid) !== undefined) continue;
    // Gone for so long that it is told now or never.
    archive.dismiss(ref.uid);
    fold.forgetMember(ref.uid);
  }
}

/** What waited for a member is told; what was let go of it is a gap, and its body is asked for. */
export function admitMember(context: RecorderContext, ref: ObjectRef): void {
  const { known, archive, draft } = context;
  const { uid } = ref;
  const turnedOut = archive.admit(uid);
  if (turnedOut !== undefined) draft.gaps.push(gapOf(context, { ref, turnedOut }));
  releaseChanges(context, uid);
  const found = known.get(uid);
  const wanting = turnedOut !== undefined || archive.body(uid) === undefined;
  if (!wanting || found?.gone !== 'no') return;
  const after = turnedOut === undefined || turnedOut.from === '' ? {} : { after: turnedOut.from };
  draft.wants.push({ kind: 'Promote', ref, resourceVersion: found.resourceVersion, ...after });
}

function gapOf({ order, fold }: RecorderContext, { ref, turnedOut }: { readonly ref: ObjectRef; readonly turnedOut: TurnedOut }): Gap {
  const { scope, from, to, changes } = turnedOut;
  const id = `${order.epoch}/${scope}/${ref.uid}/${from}-${to}`;
  const reason = `${changes} changes from before it joined a tree were let go: there is room for so many bytes of what may yet join one`;
  return { kind: 'gap', id, scope, from, to, reason, ref, receivedAt: fold.now };
}

/** Tells what waited for an object that is in a tree. */
export function releaseChanges({ known, archive, draft }: RecorderContext, uid: Uid): void {
  const ref = known.get(uid)?.ref;
  for (const change of archive.release(uid)) {
    draft.changes.push(change.type === 'Event' && ref !== undefined ? { ...change, ref } : change);
  }
}
