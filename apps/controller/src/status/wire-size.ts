// Bytes of a value on the wire, and texts cut to a number of them. Counted as the API server's own encoder writes JSON (it escapes <, >, &
// and two line separators), which is never less than what is sent.

import type { Json } from '@rectrace/kube';
import { formatJson } from '@rectrace/kube';

const ESCAPED = /[<>&]/g;
const SEPARATORS = /[\u2028\u2029]/g;
const ELLIPSIS = '…';

/** UTF-8 bytes of the value as JSON. */
export function wireSize(value: Json | object): number {
  return textSize(formatJson(value));
}

/** UTF-8 bytes of JSON text once the API server has written it. */
export function textSize(text: string): number {
  const escaped = text.match(ESCAPED)?.length ?? 0;
  const separators = text.match(SEPARATORS)?.length ?? 0;
  return Buffer.byteLength(text) + 5 * escaped + 3 * separators;
}

/** The text itself where its JSON string takes at most `bytes` (quotes aside), else its start and an ellipsis, never half a character. */
export function clipText(text: string, bytes: number): string {
  const whole = text.toWellFormed();
  if (whole.length * 6 <= bytes || stringSize(whole) <= bytes) return whole;
  const room = bytes - Buffer.byteLength(ELLIPSIS);
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
