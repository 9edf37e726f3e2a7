// When revisions that were learnt late were written at the latest: not after the next revision of the same object whose writer left a time.

import { parseInstant } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { writerOf } from '@rectrace/trace';

type Observed = RecorderMessage & { readonly kind: 'Observed' };
type Later = { readonly next: Observed; readonly writtenBy: number | undefined };

/** The messages, in their order, those with such a bound with it. */
export function withWrittenBy(messages: readonly RecorderMessage[]): readonly RecorderMessage[] {
  const later = new Map<string, Later>();
  return messages
    .toReversed()
    .map((message) => bounded(message, later))
    .toReversed();
}

function bounded(message: RecorderMessage, later: Map<string, Later>): RecorderMessage {
  if (message.kind !== 'Observed' || message.by === 'watch') return message;
  const { uid = '' } = message.object.metadata;
  const found = later.get(uid);
  const writtenBy = found === undefined ? undefined : (writtenAt(found.next, message) ?? found.writtenBy);
  later.set(uid, { next: message, writtenBy });
  return writtenBy === undefined ? message : { ...message, writtenBy };
}

/** Of a revision, told by the one before it. */
function writtenAt({ object }: Observed, before: Observed): number | undefined {
  return parseInstant(writerOf(object, before.object)?.time);
}
