// Hides what lets in, in headers of HTTP: Authorization: Basic x, Cookie: a=b, X-Auth-Token: x, and a scheme with its token wherever they stand.
// Every search is bounded, so that the time grows with the length of the text.

import { isLiteral } from './literal.ts';
import { bytesOfBase64 } from './secret-bytes.ts';

type Mask = (text: string) => string;

const HEADER =
  /(?<![\w-])((?:(?:proxy-)?authorization|(?:set-)?cookie|x-[a-z-]{0,40}(?:auth|key|secret|token)[a-z-]{0,40})\s{0,3}:[ \t]{0,8}(?:(?:apikey|basic|bearer|digest|negotiate|token)\s{1,8})?)([^"'`\r\n]+)/gi;
const BEARER = /\b(Bearer\s{1,8})([A-Za-z0-9._~+/=-]{8,})/gi;
const BASIC = /\b(Basic\s{1,8})([A-Za-z0-9+/]{4,4096}={0,2})/gi;
const MORE_THAN_A_WORD = /[\s:]/;
const ANY_HEADER = /authorization|cookie|\bx-|bearer|basic/i;
const WORD = /^[a-z]+[.,:]?$/;
const PRINTABLE = /^[\x20-\x7e\x80-\xff]+$/;

/** In any text: after Bearer a sentence may go on, so that a plain word there is shown. */
export function redactHeaders(text: string, mask: Mask): string {
  return hideHeaders(text, { mask, isShown: (_front, token) => WORD.test(token) });
}

/** In a command or the value of a variable, where what follows Bearer, written as in a header, is a token. */
export function redactHeadersOfCommand(line: string, mask: Mask): string {
  return hideHeaders(line, { mask, isShown: (front, token) => WORD.test(token) && !front.startsWith('Bearer') });
}

/** isShown: of what follows a scheme. */
type Hiding = { readonly mask: Mask; readonly isShown: (front: string, token: string) => boolean };

function hideHeaders(text: string, { mask, isShown }: Hiding): string {
  if (!MORE_THAN_A_WORD.test(text) || !ANY_HEADER.test(text)) return text;
  return text
    .replace(HEADER, (whole: string, front: string, value: string) => (isLiteral(value.trim()) ? `${front}${mask(value)}` : whole))
    .replace(BEARER, (whole: string, front: string, token: string) =>
      isLiteral(token) && !isShown(front, token) ? `${front}${mask(token)}` : whole,
    )
    .replace(BASIC, (whole: string, front: string, value: string) => (isUserAndPassword(value) ? `${front}${mask(value)}` : whole));
}

function isUserAndPassword(value: string): boolean {
  const bytes = bytesOfBase64(value);
  return bytes !== value && bytes.includes(':') && PRINTABLE.test(bytes);
}
