// A cycle in words: its cause, its length and its state.

import type { Cycle } from '@rectrace/trace';
import { knownTime } from '@rectrace/trace';
import { causeText } from './cause-text.ts';
import { cleanLine } from './clean-text.ts';
import { formatDuration, formatRoughDuration } from './duration.ts';
import type { Mark } from './mark.ts';

/** 'generation 3→4 by kubectl'; OpsRequests and the like that led to it behind it. */
export function cycleCause({ cause }: Cycle): string {
  const initiators = cause.initiators.map(({ kind, name }) => `${kind}/${name}`).join(', ');
  return cleanLine(initiators === '' ? causeText(cause) : `${causeText(cause)}, led to by ${initiators}`);
}

/** '3m12s' between start and end; of an open cycle until now (milliseconds since the epoch), with '+'; '?' where one of them is not known, or nothing was seen since. A reconstructed cycle's is known to about a second: '<1s', '~12s'. */
export function cycleLength(cycle: Cycle, now?: number): string {
  return lengthOf(cycle, now) ?? '?';
}

/** 'after 3m12s', or that nobody knows after how long. */
export function afterLength(cycle: Cycle): string {
  const length = lengthOf(cycle, undefined);
  return length === undefined ? 'after an unknown time' : `after ${length}`;
}

function lengthOf({ start, end, state, reconstructed }: Cycle, now: number | undefined): string | undefined {
  const [from, to] = [knownTime(start), knownTime(end)];
  if (from === undefined) return undefined;
  if (end !== undefined) return to === undefined ? undefined : lengthText(to - from, reconstructed === true);
  return now === undefined || state === 'closed' || now <= from ? undefined : `${formatDuration(now - from)}+`;
}

function lengthText(ms: number, reconstructed: boolean): string {
  return reconstructed ? formatRoughDuration(ms) : formatDuration(ms);
}

/** 'open', 'ended', 'reached'; a cycle that is over, without evidence of when, is 'end unknown'. */
export function cycleState(cycle: Cycle): { readonly text: string; readonly mark: Mark } {
  if (cycle.state === 'closed' && cycle.end === undefined) return { text: 'end unknown', mark: 'unknown' };
  switch (cycle.state) {
    case 'open':
      return { text: 'open', mark: 'busy' };
    case 'reached':
      return { text: 'reached', mark: 'reached' };
    case 'closed':
      return { text: 'ended', mark: 'closed' };
  }
}
