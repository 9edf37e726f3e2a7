// When a revision happened and who wrote it, as far as that is known of what nobody saw being written.

import type { KubeObject } from '@rectrace/kube';
import { parseInstant } from '@rectrace/kube';
import type { Change } from '../change.ts';
import { endOf } from './tell-deletion.ts';
import { wroteBetween } from './writer.ts';

type ToldTime = Pick<Change, 'time' | 'noLater'>;

/** writtenBy: see RecorderMessage. */
type Telling = { readonly object: KubeObject; readonly receivedAt: number; readonly writtenBy?: number };

/**
 * missing: revisions right before it are, so that what it tells may have happened earlier. listed: a list showed it; of what was Present there,
 * nothing says that it began.
 */
export function timeOf(
  change: Change,
  telling: Telling,
  { missing, listed }: { readonly missing: boolean; readonly listed: boolean },
): ToldTime {
  const told = change.certainty === 'recovered' ? writtenAt(change, telling) : { time: change.time };
  return change.type !== 'Present' && (missing || listed) ? { ...told, noLater: true } : told;
}

/**
 * What was learnt late: its writer's time, in whole seconds, is nearer to when it happened than its arrival is. Where the writer left none, what
 * later revisions say of it, or the deletion it asks for.
 */
export function writtenAt({ writer }: Change, { object, receivedAt, writtenBy }: Telling): ToldTime {
  const written = parseInstant(writer?.time);
  if (written !== undefined) return { time: Math.min(written, writtenBy ?? receivedAt, receivedAt) };
  const asked = endOf(object, receivedAt);
  if (writtenBy === undefined && asked < receivedAt) return { time: asked };
  return { time: Math.min(writtenBy ?? receivedAt, receivedAt), noLater: true };
}

/** Where several wrote what is missing, nobody knows whose of it is what; before: the last revision that is known. */
export function withSureWriter(change: Change, before: KubeObject | undefined): Change {
  const { writer: _writer, ...unsigned } = change;
  const { body } = change;
  return before === undefined || body === undefined || wroteBetween(before, body) === 'one' ? change : unsigned;
}
