// A cycle in words: its cause, its length and its state.

import type { Cycle } from '@rectrace/trace';
import { causeText } from './cause-text.ts';
import { cleanLine } from './clean-text.ts';
import { formatAge, formatDuration } from './duration.ts';
import type { Mark } from './mark.ts';

/** 'generation 3→4 by kubectl'; OpsRequests and the like that led to it behind it. */
export function cycleCause({ cause }: Cycle): string {
  const initiators = cause.initiators.map(({ kind, name }) => `${kind}/${name}`).join(', ');
  return cleanLine(initiators === '' ? causeText(cause) : `${causeText(cause)}, led to by ${initiators}`);
}

/** '3m12s' between start and end; of an open cycle until now (milliseconds since the epoch), with '+'; '?' where neither is known, or nothing was seen since. A reconstructed cycle's is known to about a second: '<1s', '~12s'. */
export function cycleLength(cycle: Cycle, now?: number): string {
  if (cycle.end !== undefined) return lengthText(cycle.end.time - cycle.start.time, cycle.reconstructed === true);
  return now === undefined || cycle.state === 'closed' || now <= cycle.start.time ? '?' : `${formatDuration(now - cycle.start.time)}+`;
}

function lengthText(ms: number, reconstructed: boolean): string {
  if (!reconstructed) return formatDuration(ms);
  return ms < 1_000 ? '<1s' : `~${formatAge(ms)}`;
}

/** 'open', 'ended', 'reached'; a reconstructed cycle that is over, without evidence of when, is 'end unknown'. */
export function cycleState(cycle: Cycle): { readonly text: string; readonly mark: Mark } {
  if (cycle.reconstructed === true && cycle.end === undefined && cycle.state === 'closed') return { text: 'end unknown', mark: 'unknown' };
  switch (cycle.state) {
    case 'open':
      return { text: 'open', mark: 'busy' };
    case 'reached':
      return { text: 'reached', mark: 'reached' };
    case 'closed':
      return { text: 'ended', mark: 'closed' };
  }
}
