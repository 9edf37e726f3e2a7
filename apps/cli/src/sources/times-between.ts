// The times between recordings of a root in which its tree was not recorded, and how much was caught up with of each.

import type { RecordedSpan } from '@rectrace/history';
import type { Change } from '@rectrace/trace';
import type { Unrecorded } from './root-story.ts';

/** Oldest first. spans: in the order of their beginnings. changes: all of the root. Where its history begins after a time, nothing is told of that. */
export function timesBetween(spans: readonly RecordedSpan[], changes: readonly Change[]): readonly Unrecorded[] {
  const first = changes.reduce((earliest, { receivedAt }) => Math.min(earliest, receivedAt), Number.POSITIVE_INFINITY);
  return spans.flatMap((span, index): readonly Unrecorded[] => {
    const before = spans[index - 1];
    if (before === undefined || before.until >= span.from || span.from <= first) return [];
    const [from, to] = [before.until, span.from];
    const learnt = changes.filter((change) => isLearnt(change, { from, span }));
    return [{ from, to, told: 'caughtUp', changes: learnt.length }];
  });
}

/** What the recording that went on brought of the time before it, noise and first lists aside. */
function isLearnt(
  { type, noise, certainty, time, receivedAt }: Change,
  { from, span }: { readonly from: number; readonly span: RecordedSpan },
): boolean {
  if (type === 'Present' || noise !== undefined || receivedAt < span.from || receivedAt > span.until || time >= span.from) return false;
  return type === 'Event' ? time >= from : certainty !== 'observed';
}
