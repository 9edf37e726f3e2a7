// When revisions that were learnt late were written at the latest, and objects gone: not after the next revision of the same object whose writer
// left a time, nor after the creation of the next object of that name.

import { parseInstant } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { writerOf } from '@rectrace/trace';

type Observed = RecorderMessage & { readonly kind: 'Observed' };
type Later = { readonly next: Observed; readonly writtenBy: number | undefined };

/** The messages of one collection, in their order, those with such a bound with it. */
export function withWrittenBy(messages: readonly RecorderMessage[]): readonly RecorderMessage[] {
  const later = new Map<string, Later>();
  return messages
    .toReversed()
    .map((message) => bounded(message, later))
    .toReversed();
}

function bounded(message: RecorderMessage, later: Map<string, Later>): RecorderMessage {
  if (message.kind !== 'Observed' || message.by === 'watch') return message;
  const { namespace = '', name } = message.object.metadata;
  const key = `${namespace}/${name}`;
  const found = later.get(key);
  const writtenBy = found === undefined ? undefined : (writtenAt(found.next, message) ?? found.writtenBy);
  later.set(key, { next: message, writtenBy });
  return writtenBy === undefined ? message : { ...message, writtenBy };
}

/** Of a revision, told by the one before it of that name. */
function writtenAt({ object }: Observed, before: Observed): number | undefined {
  if (object.metadata.uid !== before.object.metadata.uid) return parseInstant(object.metadata.creationTimestamp);
  return parseInstant(writerOf(object, before.object)?.time);
}
