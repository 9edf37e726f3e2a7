// Bytes of a value on the wire, and texts cut to a number of them. Counted as the most cautious encoders write JSON: <, >, & and everything
// beyond ASCII as \uXXXX. What is sent, stored, audited or exported is never more.

import type { Json } from '@rectrace/kube';
import { formatJson } from '@rectrace/kube';

const ESCAPED = /[^\x20-\x7e]|[<>&]/g;
const ELLIPSIS = '…';

/** Bytes of the value as JSON. */
export function wireSize(value: Json | object): number {
  return textSize(formatJson(value));
}

/** Bytes of JSON text: six for every unit that is escaped, one for every other. */
export function textSize(text: string): number {
  return text.length + 5 * (text.match(ESCAPED)?.length ?? 0);
}

/** The text itself where its JSON string takes at most `bytes` (quotes aside), else its start and an ellipsis, never half a character. */
export function clipText(text: string, bytes: number): string {
  const whole = text.toWellFormed();
  if (whole.length * 6 <= bytes || stringSize(whole) <= bytes) return whole;
  const room = bytes - stringSize(ELLIPSIS);
  let used = 0;
  let end = 0;
  for (const character of whole) {
    used += stringSize(character);
    if (used > room) break;
    end += character.length;
  }
  return `${whole.slice(0, end)}${ELLIPSIS}`;
}

function stringSize(text: string): number {
  return textSize(JSON.stringify(text)) - 2;
}
