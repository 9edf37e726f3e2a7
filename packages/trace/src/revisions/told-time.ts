// When a revision happened and who wrote it, as far as that is known of what nobody saw being written.

import type { KubeObject } from '@rectrace/kube';
import { parseInstant } from '@rectrace/kube';
import type { Change, ToldTime } from '../change.ts';
import { deletionAskedAt, endOf } from './deletion-time.ts';
import { wroteBetween } from './writer.ts';

/** writtenBy: see RecorderMessage. */
type Telling = { readonly object: KubeObject; readonly receivedAt: number; readonly writtenBy?: number | undefined };

/**
 * missing: revisions right before it are, so that what it tells may have happened earlier. listed: a list showed it; of what was Present there,
 * nothing says that it began.
 */
export function timeOf(
  change: Change,
  telling: Telling,
  { missing, listed }: { readonly missing: boolean; readonly listed: boolean },
): ToldTime {
  const told: ToldTime = change.certainty === 'recovered' ? writtenAt(change, telling) : { time: change.time };
  if (change.type === 'Present' || !(missing || listed)) return told;
  return { time: told.noEarlier === true ? latestOf(telling) : told.time, noLater: true };
}

/**
 * What was learnt late: its writer's time, in whole seconds, is nearer to when it happened than its arrival is. Where the writer left none, the
 * deletion that it asks for, or what is known of its deletion and of later revisions.
 */
export function writtenAt(change: Change, telling: Telling): ToldTime {
  const latest = latestOf(telling);
  const written = parseInstant(change.writer?.time);
  if (written !== undefined) return { time: Math.min(written, latest) };
  const asked = asksForDeletion(change) ? deletionAskedAt(telling.object.metadata) : undefined;
  return asked === undefined || asked > latest ? endOf(telling.object, latest) : { time: asked };
}

/** When it was written, or its object was gone, at the latest. */
export function latestOf({ receivedAt, writtenBy }: Omit<Telling, 'object'>): number {
  return Math.min(writtenBy ?? receivedAt, receivedAt);
}

function asksForDeletion({ diff }: Change): boolean {
  return diff.some(({ path, before }) => path[0] === 'metadata' && path[1] === 'deletionTimestamp' && before === undefined);
}

/** Where several wrote what is missing, nobody knows whose of it is what; before: the last revision that is known. */
export function withSureWriter(change: Change, before: KubeObject | undefined): Change {
  const { writer: _writer, ...unsigned } = change;
  const { body } = change;
  return before === undefined || body === undefined || wroteBetween(before, body) === 'one' ? change : unsigned;
}
