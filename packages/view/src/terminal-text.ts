// Whether a root has come to rest, in words and with a mark.

import type { TerminalState } from '@rectrace/trace';
import { cleanLine } from './clean-text.ts';
import type { Mark } from './mark.ts';
import { objectName } from './object-name.ts';

/** 'terminal', 'terminal: Paused: …', 'failed: BackoffLimitExceeded: …', 'not terminal: Pod/web-1 Unschedulable', 'state unknown'. home: the namespace that is not named. */
export function terminalText(state: TerminalState, home: string): string {
  const reason = terminalReason(state, home);
  const word = terminalWord(state);
  return reason === '' ? word : `${word}: ${reason}`;
}

/** The same without the word: '' where there is nothing to say. */
export function terminalReason(state: TerminalState, home: string): string {
  switch (state.kind) {
    case 'unknown':
      return '';
    case 'terminal':
      return cleanLine(state.says ?? '');
    case 'failed':
    case 'root':
      return cleanLine(state.says);
    case 'member':
      return cleanLine(`${objectName(state.ref, home)} ${state.says}${state.more === 0 ? '' : ` and ${state.more} more`}`);
    case 'cycle':
      return `cycle ${state.number} is open`;
  }
}

/** 'terminal', 'failed', 'not terminal', 'state unknown'. */
export function terminalWord({ kind }: TerminalState): 'terminal' | 'failed' | 'not terminal' | 'state unknown' {
  if (kind === 'terminal' || kind === 'failed') return kind;
  return kind === 'unknown' ? 'state unknown' : 'not terminal';
}

/** Of a failure the mark of trouble, like that of what is not there yet. */
export function terminalMark({ kind }: TerminalState): Extract<Mark, 'ready' | 'notReady' | 'unknown'> {
  if (kind === 'terminal') return 'ready';
  return kind === 'unknown' ? 'unknown' : 'notReady';
}
