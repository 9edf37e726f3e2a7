// Hides the secrets that a text shows by their form alone, wherever the text stands: user:password@ and tokens in URLs, headers that let in, private
// keys in PEM, signed tokens. Every search is bounded, so that the time grows with the length of the text.

import { bytesOfBase64 } from './secret-bytes.ts';
import { isReference, isSensitiveLiteral } from './sensitive-name.ts';

type Mask = (text: string) => string;

const URL_PASSWORD = /([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/<]{0,256}:)([^\s/]{1,512})@/gi;
/** A password with / in it, no port and path. */
const URL_PASSWORD_WITH_SLASH = /([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/[<]{0,256}:)(?![0-9]{1,5}[/?#,])([^\s@"'<>]{1,512})@/gi;
const URL_USER = /(https?:\/\/)([^\s:@/"'<>$]{8,256})@/gi;
const URL_HOOK = /(hooks\.slack\.com\/services\/|discord(?:app)?\.com\/api\/webhooks\/)([^\s"'<>]{8,256})/gi;
const URL_PARAMETER = /([?&])([\w.-]{1,64})=([^&\s"'#<>]{1,2048})/g;
const HEADER =
  /(?<![\w-])((?:(?:proxy-)?authorization|(?:set-)?cookie|x-[a-z-]{0,40}(?:auth|key|secret|token)[a-z-]{0,40})\s{0,3}:[ \t]{0,8}(?:(?:apikey|basic|bearer|digest|negotiate|token)\s{1,8})?)([^"'`\r\n]+)/gi;
const BEARER = /\b(Bearer\s{1,8})([A-Za-z0-9._~+/=-]{8,})/gi;
const BASIC = /\b(Basic\s{1,8})([A-Za-z0-9+/]{4,4096}={0,2})/gi;
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/g;
const KEY_FOOTER = 'PRIVATE KEY-----';
const SIGNED_TOKEN = /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4096}\.eyJ[A-Za-z0-9_-]{2,16384}\.[A-Za-z0-9_-]{8,4096}/g;
const MORE_THAN_A_WORD = /[\s:]/;
const ANY_HEADER = /authorization|cookie|\bx-|bearer|basic/i;

/** The text as it may be shown; the same text where nothing in it is secret. */
export function redactForms(text: string, mask: Mask): string {
  let shown = text;
  if (shown.includes('-----BEGIN')) shown = redactPrivateKeys(shown, mask);
  if (shown.includes('.eyJ')) shown = shown.replace(SIGNED_TOKEN, mask);
  if (MORE_THAN_A_WORD.test(shown) && ANY_HEADER.test(shown)) shown = redactHeaders(shown, mask);
  if (shown.includes('://')) shown = redactUrls(shown, mask);
  return shown.includes('?') && shown.includes('=') ? redactParameters(shown, mask) : shown;
}

function redactPrivateKeys(text: string, mask: Mask): string {
  const parts: string[] = [];
  let done = 0;
  for (const { index } of text.matchAll(PRIVATE_KEY)) {
    if (index < done) continue;
    const end = endOfKey(text, index);
    parts.push(text.slice(done, index), mask(text.slice(index, end)));
    done = end;
  }
  return done === 0 ? text : parts.join('') + text.slice(done);
}

/** Where the block that begins there ends, or the text does. */
function endOfKey(text: string, start: number): number {
  const footer = text.indexOf('-----END ', start);
  const last = footer < 0 ? -1 : text.indexOf(KEY_FOOTER, footer);
  return last < 0 ? text.length : last + KEY_FOOTER.length;
}

function redactHeaders(text: string, mask: Mask): string {
  return text
    .replace(HEADER, (whole: string, front: string, value: string) => (isShown(value.trim()) ? whole : `${front}${mask(value)}`))
    .replace(BEARER, (whole: string, front: string, value: string) =>
      isShown(value) || /^[a-z]+[.,:]?$/.test(value) ? whole : `${front}${mask(value)}`,
    )
    .replace(BASIC, (whole: string, front: string, value: string) => {
      const bytes = bytesOfBase64(value);
      return bytes !== value && bytes.includes(':') && /^[\x20-\x7e\x80-\xff]+$/.test(bytes) ? `${front}${mask(value)}` : whole;
    });
}

/** Passwords and tokens in URLs. */
function redactUrls(text: string, mask: Mask): string {
  const hide = (whole: string, front: string, password: string): string => (isShown(password) ? whole : `${front}${mask(password)}@`);
  const hooks = text.includes('/services/') || text.includes('/webhooks/');
  const shown = hooks ? text.replace(URL_HOOK, (_whole, front: string, path: string) => `${front}${mask(path)}`) : text;
  if (!shown.includes('@')) return shown;
  return shown
    .replace(URL_PASSWORD, hide)
    .replace(URL_PASSWORD_WITH_SLASH, hide)
    .replace(URL_USER, (whole: string, front: string, user: string) => (/[0-9A-Z_]/.test(user) ? hide(whole, front, user) : whole));
}

function redactParameters(text: string, mask: Mask): string {
  return text.replace(URL_PARAMETER, (...[whole, front, name, value]: readonly string[]) =>
    hidesParameter(name, value) ? `${front}${name}=${mask(value ?? '')}` : (whole ?? ''),
  );
}

function hidesParameter(name = '', value = ''): boolean {
  return isSensitiveLiteral(name, value) && !isShown(value);
}

function isShown(value: string): boolean {
  return value.startsWith('<redacted:') || isReference(value);
}
