// An object that is gone: seen to go, or no longer there. Its deletion is told once.

import type { KubeObject, ObjectRef, ResourceScope, Uid } from '@rectrace/kube';
import { formatGroupKind, formatScope } from '@rectrace/kube';
import { admitJoined, releaseChanges } from '../admit-joined.ts';
import type { Certainty, Change, ToldTime } from '../change.ts';
import type { RecorderContext } from '../recorder-context.ts';
import { endOf } from './deletion-time.ts';
import { isEventKind } from './event-details.ts';
import { latestOf } from './told-time.ts';

/** writtenBy: see RecorderMessage. */
type Burial = {
  readonly resourceVersion: string;
  readonly scope: ResourceScope;
  readonly receivedAt: number;
  readonly writtenBy?: number | undefined;
  readonly certainty: Certainty;
  readonly body?: KubeObject;
};

/** An object known to live is no longer there by a version. Events that expire leave no trace. */
export function tellVanished(
  context: RecorderContext,
  uid: Uid,
  at: { readonly before: string; readonly scope: ResourceScope; readonly receivedAt: number },
): void {
  const { known } = context;
  const found = known.get(uid);
  if (found === undefined || found.gone !== 'no') return;
  if (isEventKind(found.ref)) known.forget(uid);
  else tellDeletion(context, found.ref, { resourceVersion: at.before, scope: at.scope, receivedAt: at.receivedAt, certainty: 'inferred' });
}

/** The end of an object that is known. */
export function tellDeletion(context: RecorderContext, ref: ObjectRef, at: Burial): void {
  const { order, known, archive, comparer, fold, unread } = context;
  const { uid } = ref;
  const { resourceVersion, receivedAt, certainty, body } = at;
  const position = order.place(at.scope, { kind: formatGroupKind(ref), resourceVersion });
  const id = `${order.epoch}/${uid}/deleted`;
  known.bury(uid, certainty === 'inferred' ? 'inferred' : 'seen');
  const when = whenGone(at);
  const told = { type: 'Deletion', ref, resourceVersion, position, ...when, receivedAt, diff: [], certainty } as const;
  const change: Change = { kind: 'change', id, ...told, ...(body === undefined ? {} : { body }) };
  archive.hold(uid, comparer.compare(change, archive.body(uid)), formatScope(at.scope));
  fold.add({ kind: 'deletion', type: 'Deletion', uid, change: id, writer: '', position, ...when });
  admitJoined(context);
  releaseChanges(context, uid);
  archive.bury(uid);
  comparer.forget(uid);
  unread.delete(uid);
  if (!fold.graph.remembers(uid)) archive.leave(uid);
}

function whenGone({ certainty, receivedAt, writtenBy, body }: Burial): ToldTime {
  if (certainty === 'recovered') return endOf(body, latestOf({ receivedAt, writtenBy }));
  return certainty === 'inferred' ? { time: receivedAt, noLater: true } : { time: receivedAt };
}
