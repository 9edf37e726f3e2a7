import type { TerminalState } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { terminalMark, terminalText } from './terminal-text.ts';
import { sampleRef } from './testing/sample-objects.ts';

const POD = sampleRef('Pod', 'web-1');

test.each<[TerminalState, string, string]>([
  [{ kind: 'terminal' }, 'terminal', 'ready'],
  [{ kind: 'terminal', says: 'Paused: spec.paused is true' }, 'terminal: Paused: spec.paused is true', 'ready'],
  [{ kind: 'failed', says: 'BackoffLimitExceeded: too often' }, 'failed: BackoffLimitExceeded: too often', 'notReady'],
  [{ kind: 'root', says: '' }, 'not terminal', 'notReady'],
  [{ kind: 'member', ref: POD, says: 'Unschedulable', more: 0 }, 'not terminal: Pod/web-1 Unschedulable', 'notReady'],
  [{ kind: 'member', ref: POD, says: 'a\nb', more: 2 }, 'not terminal: Pod/web-1 a ⏎ b and 2 more', 'notReady'],
  [{ kind: 'cycle', number: 3 }, 'not terminal: cycle 3 is open', 'notReady'],
  [{ kind: 'unknown' }, 'state unknown', 'unknown'],
])('%j is told in one line with a mark', (state, text, mark) => {
  expect(terminalText(state, POD.namespace)).toBe(text);
  expect(terminalMark(state)).toBe(mark);
});
