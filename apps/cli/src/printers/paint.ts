// Tones as ANSI colours, or as nothing where colour is off.

import type { Line, Tone } from '@rectrace/view';
import { plainText } from '@rectrace/view';

export type ColourChoice = 'always' | 'never' | 'auto';

const CODES: { readonly [tone in Tone]: string } = { good: '32', change: '33', bad: '31', info: '36', faint: '2', strong: '1' };

/** auto: only on a terminal, and not where NO_COLOR is set to anything or TERM is dumb. */
export function wantsColour(
  choice: ColourChoice,
  { isTerminal, env }: { readonly isTerminal: boolean; readonly env: { readonly [name: string]: string | undefined } },
): boolean {
  if (choice !== 'auto') return choice === 'always';
  return isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}

/** The line as text to be written, without its line break. */
export function paintLine(line: Line, colour: boolean): string {
  if (!colour) return plainText(line);
  return line
    .map(({ text, tone }) => (tone === undefined || text.trim() === '' ? text : `\u001b[${CODES[tone]}m${text}\u001b[0m`))
    .join('');
}
