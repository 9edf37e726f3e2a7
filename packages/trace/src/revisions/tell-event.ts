// An Event: a change of the object it is about, which may not be known yet.

import type { KubeObject, ObjectRef, ResourceScope } from '@rectrace/kube';
import { formatGroupKind, formatScope } from '@rectrace/kube';
import { releaseChanges } from '../admit-joined.ts';
import type { Certainty, Change } from '../change.ts';
import type { RecorderContext } from '../recorder-context.ts';
import { noteHeld } from '../restart/note-held.ts';
import { readEvent } from './event-details.ts';
import { writerOf } from './writer.ts';

type SeenEvent = { readonly object: KubeObject; readonly scope: ResourceScope; readonly receivedAt: number };

/** listed: found by a list, so that time does not pass by it. */
export function tellEvent(
  context: RecorderContext,
  { object, scope, receivedAt }: SeenEvent,
  { ref, listed, certainty }: { readonly ref: ObjectRef; readonly listed: boolean; readonly certainty: Certainty },
): void {
  const { order, known, desk, archive, fold } = context;
  const body = context.redact(object);
  const { details, involved, happenedAt } = readEvent(body);
  const resourceVersion = object.metadata.resourceVersion ?? '';
  known.put(ref, { epoch: order.epoch, resourceVersion });
  const position = order.place(scope, { kind: formatGroupKind(ref), resourceVersion });
  const target = desk.address(involved);
  const writer = writerOf(body);
  const change: Change = {
    kind: 'change',
    id: `${order.epoch}/${ref.uid}/${resourceVersion}`,
    type: 'Event',
    ref: target.ref,
    resourceVersion,
    position,
    time: happenedAt ?? receivedAt,
    receivedAt,
    diff: [],
    certainty,
    event: details,
    body,
    ...(writer === undefined ? {} : { writer }),
  };
  archive.hold(target.uid, change, formatScope(scope));
  if (!listed) noteHeld(context, target.uid, { scope, resourceVersion, receivedAt });
  if (!listed) fold.add({ kind: 'time', tick: false, position, time: receivedAt });
  releaseChanges(context, target.uid);
}
