// Hides secrets in the words of a command and in lines of text: --password=x, --token x, PASSWORD=x, password: x, -p x, headers that let in, and
// user:password@ in URLs and in the texts by which drivers connect.

import { isReference, isSensitiveLiteral, isSensitiveName } from './sensitive-name.ts';

type Mask = (text: string) => string;

const ASSIGNMENT = /^(-{0,2}[A-Za-z0-9_.-]+)=(.+)$/s;
const FLAG = /^-{1,2}([A-Za-z0-9_.-]+)$/;
const NAMED = /(?<![A-Za-z0-9_.-])([A-Za-z0-9_.-]+)(?:=|:[ \t]+)/g;
const VALUE = /"[^"]*"?|'[^']*'?|[^\s;&|"'`]+/y;
const SHELL_FLAG = /(^|[\s;&|("'`])(-{1,2}[A-Za-z0-9_.-]+)(\s+)("[^"]*"|'[^']*'|[^\s;&|"'`-][^\s;&|"'`]*)/g;
const URL_PASSWORD = /([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/]*:)([^\s/]+)@/gi;
const DRIVER_PASSWORD = /(?<![^\s:@/=;"'(])([^\s:@/=;"'(]+:)([^\s(]+)@(?=[a-z0-9]{0,10}\()/g;
const HEADER =
  /(?<![\w-])((?:(?:proxy-)?authorization|(?:set-)?cookie|x-[a-z-]{0,40}(?:auth|key|secret|token)[a-z-]{0,40})\s{0,3}:[ \t]{0,8}(?:(?:apikey|basic|bearer|digest|negotiate|token)\s+)?)([^"'`\r\n]+)/gi;
const SCHEME = /^(?:apikey|basic|bearer|digest|negotiate|token)$/i;
const BEARER = /\b(Bearer\s+)([A-Za-z0-9._~+/=-]{8,})/g;
const ATTACHED = /^-p(.+)$/s;
const SHELL_ATTACHED = /(^|[\s;&|("'`])-p("[^"]*"|'[^']*'|[^\s;&|"'`]+)/g;
const PORT = /^[0-9]{1,5}$/;

/** What some clients call their password: redis-cli -a, curl -u; attached: mysql -ppassword. */
type Habits = { readonly flags: ReadonlySet<string>; readonly attached: boolean; readonly mask: Mask };

/** The words of a command or of its arguments, each as it may be shown. */
export function redactWords(words: readonly string[], mask: Mask): readonly string[] {
  const habits = habitsOf(words.join(' '), mask);
  return words.map((word, index) => redactWord(word, words[index - 1], habits));
}

/** A shell line, or any text that may hold options or assignments, as it may be shown. */
export function redactLine(line: string, mask: Mask): string {
  return /[=:\s]/.test(line) ? redactShell(line, habitsOf(line, mask)) : line;
}

function habitsOf(line: string, mask: Mask): Habits {
  const flags = new Set(['p', ...(/(?:redis|valkey)-cli/.test(line) ? ['a'] : []), ...(/curl/.test(line) ? ['u', 'user'] : [])]);
  return { flags, attached: /mysql|mariadb/.test(line), mask };
}

function redactWord(word: string, previous: string | undefined, habits: Habits): string {
  const { mask } = habits;
  const flag = FLAG.exec(previous ?? '')?.[1];
  if (flag !== undefined && !word.startsWith('-') && hides(flag, word, habits)) return mask(word);
  const [, name = '', value = ''] = ASSIGNMENT.exec(word) ?? [];
  if (isSensitiveLiteral(name, value)) return `${name}=${mask(value)}`;
  const attached = habits.attached && !/\s/.test(word) ? ATTACHED.exec(word)?.[1] : undefined;
  return attached === undefined || isReference(attached) ? redactShell(word, habits) : `-p${mask(attached)}`;
}

function redactShell(line: string, habits: Habits): string {
  const { mask } = habits;
  const flagged = redactNamed(redactHeaders(line, mask), mask).replace(
    SHELL_FLAG,
    (...[whole = '', front = '', flag = '', space = '', value = '']: string[]) =>
      hides(flag.replace(/^-+/, ''), unquote(value), habits) ? `${front}${flag}${space}${maskQuoted(value, mask)}` : whole,
  );
  return redactAddresses(redactAttached(flagged, habits), mask);
}

/** Assignments and fields, also within the values of others: --set=a.password=x, OPTS="-Dpassword=x", Server=a;Password=x. */
function redactNamed(line: string, mask: Mask): string {
  const read = new RegExp(VALUE);
  const shown: string[] = [];
  let done = 0;
  for (const { 0: front, 1: name = '', index } of line.matchAll(NAMED)) {
    const start = index + front.length;
    if (start < done || !isSensitiveName(name)) continue;
    read.lastIndex = start;
    const [value = ''] = read.exec(line) ?? [];
    if (!isSensitiveLiteral(name, unquote(value)) || isMasked(value) || SCHEME.test(value)) continue;
    shown.push(line.slice(done, start), maskQuoted(value, mask));
    done = start + value.length;
  }
  return shown.length === 0 ? line : shown.join('') + line.slice(done);
}

function redactAttached(line: string, { attached, mask }: Habits): string {
  if (!attached) return line;
  return line.replace(SHELL_ATTACHED, (...[whole = '', front = '', value = '']: string[]) =>
    isReference(unquote(value)) || isMasked(value) ? whole : `${front}-p${maskQuoted(value, mask)}`,
  );
}

function redactHeaders(line: string, mask: Mask): string {
  const hide = (whole: string, front: string, value: string): string =>
    isReference(value.trim()) || isMasked(value) ? whole : `${front}${mask(value)}`;
  return line.replace(HEADER, hide).replace(BEARER, hide);
}

/** Passwords in URLs, and in addresses as user:password@tcp(host). */
function redactAddresses(text: string, mask: Mask): string {
  if (!text.includes('@')) return text;
  const hide = (whole: string, front: string, password: string): string => (isReference(password) ? whole : `${front}${mask(password)}@`);
  const urls = text.includes('://') ? text.replace(URL_PASSWORD, hide) : text;
  return /@[a-z0-9]{0,10}\(/.test(urls) ? urls.replace(DRIVER_PASSWORD, hide) : urls;
}

/** Is it the secret that follows this flag? What looks like a port, a path or a reference after -p is none. */
function hides(flag: string, value: string, { flags }: Habits): boolean {
  if (isMasked(value)) return false;
  if (!flags.has(flag)) return isSensitiveLiteral(flag, value);
  return value !== '' && !PORT.test(value) && !value.includes('/') && !isReference(value);
}

function isMasked(text: string): boolean {
  return text.startsWith('<redacted:');
}

function unquote(text: string): string {
  return /^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text;
}

function maskQuoted(value: string, mask: Mask): string {
  const plain = unquote(value);
  return plain === value ? mask(plain) : `${value.charAt(0)}${mask(plain)}${value.charAt(0)}`;
}
