// Hides the secrets that a text shows by their form alone, wherever the text stands: user:password@ and tokens in URLs, headers that let in, private
// keys in PEM, signed tokens. Every search is bounded, so that the time grows with the length of the text.

import { isLiteral } from './literal.ts';
import { isPlaceholder } from './placeholder.ts';
import { redactHeaders } from './secret-headers.ts';
import { isSensitiveLiteral } from './sensitive-name.ts';

type Mask = (text: string) => string;

const URL_PASSWORD = /([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/<]{0,256}:)([^\s/]{1,512})@/gi;
/** A password with / in it, no port and path. */
const URL_PASSWORD_WITH_SLASH = /([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/[<]{0,256}:)(?![0-9]{1,5}[/?#,])([^\s@"'<>]{1,512})@/gi;
const URL_USER = /(https?:\/\/)([^\s:@/"'<>]{8,256})@/gi;
const URL_HOOK = /(hooks\.slack\.com\/services\/|discord(?:app)?\.com\/api\/webhooks\/)([^\s"'<>]{8,256})/gi;
const URL_PARAMETER = /([?&])([\w.-]{1,64})=([^&\s"'#<>]{1,2048})/g;
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/g;
const KEY_FOOTER = 'PRIVATE KEY-----';
const SIGNED_TOKEN = /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4096}\.eyJ[A-Za-z0-9_-]{2,16384}\.[A-Za-z0-9_-]{8,4096}/g;

/** The text as it may be shown; the same text where nothing in it is secret. */
export function redactForms(text: string, mask: Mask): string {
  let shown = text;
  if (shown.includes('-----BEGIN')) shown = redactPrivateKeys(shown, mask);
  if (shown.includes('.eyJ')) shown = shown.replace(SIGNED_TOKEN, mask);
  shown = redactHeaders(shown, mask);
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

/** Passwords and tokens in URLs. */
function redactUrls(text: string, mask: Mask): string {
  const hide = (whole: string, front: string, password: string): string => (isLiteral(password) ? `${front}${mask(password)}@` : whole);
  const hooks = text.includes('/services/') || text.includes('/webhooks/');
  const shown = hooks ? text.replace(URL_HOOK, (_whole, front: string, path: string) => `${front}${mask(path)}`) : text;
  if (!shown.includes('@')) return shown;
  return shown
    .replace(URL_PASSWORD, hide)
    .replace(URL_PASSWORD_WITH_SLASH, hide)
    .replace(URL_USER, (whole: string, front: string, user: string) => (isToken(user) ? hide(whole, front, user) : whole));
}

/** Where only the name of a user may stand. */
function isToken(user: string): boolean {
  return /[0-9A-Z_]/.test(user) && !isPlaceholder(user);
}

function redactParameters(text: string, mask: Mask): string {
  return text.replace(URL_PARAMETER, (...[whole, front, name, value]: readonly string[]) =>
    hidesParameter(name, value) ? `${front}${name}=${mask(value ?? '')}` : (whole ?? ''),
  );
}

function hidesParameter(name = '', value = ''): boolean {
  return isSensitiveLiteral(name, value) && isLiteral(value);
}
