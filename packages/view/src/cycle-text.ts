// A cycle in words: its cause, its length and its state.

import type { Cycle } from '@rectrace/trace';
import { cleanLine } from './clean-text.ts';
import { formatDuration } from './duration.ts';
import type { Mark } from './mark.ts';

/** 'generation 3→4 by kubectl'; OpsRequests and the like that led to it behind it. */
export function cycleCause({ cause }: Cycle): string {
  const initiators = cause.initiators.map(({ kind, name }) => `${kind}/${name}`).join(', ');
  return cleanLine(initiators === '' ? cause.text : `${cause.text}, led to by ${initiators}`);
}

/** '3m12s' between start and end; of an open cycle until now (milliseconds since the epoch), with '+'; '?' where neither is known, or nothing was seen since. */
export function cycleLength(cycle: Cycle, now?: number): string {
  if (cycle.end !== undefined) return formatDuration(cycle.end.time - cycle.start.time);
  return now === undefined || cycle.state === 'closed' || now <= cycle.start.time ? '?' : `${formatDuration(now - cycle.start.time)}+`;
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
