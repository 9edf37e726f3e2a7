// When an object's deletion was asked for, and when it was gone, as its last state tells. Its deletionTimestamp lies ahead of the asking by the
// grace period, and is moved to the very end where the object goes before that has passed.

import type { Json, KubeObject } from '@rectrace/kube';
import { asJson, integerAt, listAt, parseInstant } from '@rectrace/kube';
import type { ToldTime } from '../change.ts';

/** Times of writes and deletions are whole seconds, rounded down. */
const SECOND_MS = 1_000;

/** Milliseconds since the epoch; undefined where the object is not being deleted, or does not say since when. */
export function deletionAskedAt(metadata: KubeObject['metadata']): number | undefined {
  const due = parseInstant(metadata.deletionTimestamp);
  const grace = graceOf(metadata);
  return due === undefined || grace < 0 || grace > due ? undefined : due - grace;
}

/**
 * When an object went that nobody saw go, by its last state. What nothing holds goes at once; what something holds no earlier than it was asked
 * to and than it was last written. latest: it was gone by then, milliseconds since the epoch.
 */
export function endOf(body: KubeObject | undefined, latest: number): ToldTime {
  const asked = body === undefined ? undefined : deletionAskedAt(body.metadata);
  if (body === undefined || asked === undefined) return { time: latest, noLater: true };
  const earliest = Math.max(asked, lastWrite(body));
  if (earliest > latest) return { time: latest, noLater: true };
  return isHeld(body, asked) && latest - earliest > SECOND_MS ? { time: earliest, noEarlier: true } : { time: earliest };
}

/** By finalizers (a Namespace's own stand in its spec), by its grace; or it lived on to be written. */
function isHeld(body: KubeObject, asked: number): boolean {
  const finalizers = ['metadata', 'spec'].flatMap((part) => listAt(asJson(body), [part, 'finalizers']));
  return finalizers.length > 0 || graceOf(body.metadata) > 0 || lastWrite(body) > asked;
}

function lastWrite({ metadata }: KubeObject): number {
  return (metadata.managedFields ?? []).reduce((last, { time }) => Math.max(last, parseInstant(time) ?? 0), 0);
}

/** Milliseconds. */
function graceOf(metadata: KubeObject['metadata']): number {
  return Number(integerAt(metadata as Json, ['deletionGracePeriodSeconds']) ?? 0) * 1_000;
}
