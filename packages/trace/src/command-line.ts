// Hides secrets in the words of a command: --password=x, --token x, PASSWORD=x, -p x, the same inside a shell line, and user:password@ in URLs.

import { isReference, isSensitiveLiteral } from './sensitive-name.ts';

type Mask = (text: string) => string;

const ASSIGNMENT = /^(-{0,2}[A-Za-z0-9_.-]+)=(.+)$/s;
const FLAG = /^-{1,2}([A-Za-z0-9_.-]+)$/;
const SHELL_ASSIGNMENT = /(^|[\s;&|("'`])(-{0,2}[A-Za-z0-9_.-]+)=("[^"]*"|'[^']*'|[^\s;&|"'`]+)/g;
const SHELL_FLAG = /(^|[\s;&|("'`])(-{1,2}[A-Za-z0-9_.-]+)(\s+)("[^"]*"|'[^']*'|[^\s;&|"'`-][^\s;&|"'`]*)/g;
const URL_PASSWORD = /([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/]*:)([^\s/]+)@/gi;
const ATTACHED = /^-p(.+)$/s;
const SHELL_ATTACHED = /(^|[\s;&|("'`])-p("[^"]*"|'[^']*'|[^\s;&|"'`]+)/g;
const PORT = /^[0-9]{1,5}$/;

/** What some clients call their password: redis-cli -a, curl -u; attached: mysql -ppassword. */
type Habits = { readonly flags: ReadonlySet<string>; readonly attached: boolean; readonly mask: Mask };

/** The words of a command or of its arguments, each as it may be shown. */
export function redactWords(words: readonly string[], mask: Mask): readonly string[] {
  const line = words.join(' ');
  const habits: Habits = {
    flags: new Set(['p', ...(/(?:redis|valkey)-cli/.test(line) ? ['a'] : []), ...(/curl/.test(line) ? ['u', 'user'] : [])]),
    attached: /mysql|mariadb/.test(line),
    mask,
  };
  return words.map((word, index) => redactWord(word, words[index - 1], habits));
}

/** Text with the passwords of its URLs hidden. */
export function redactUrls(text: string, mask: Mask): string {
  if (!text.includes('://') || !text.includes('@')) return text;
  return text.replace(URL_PASSWORD, (whole, front: string, password: string) =>
    isReference(password) ? whole : `${front}${mask(password)}@`,
  );
}

function redactWord(word: string, previous: string | undefined, habits: Habits): string {
  const { mask } = habits;
  const flag = FLAG.exec(previous ?? '')?.[1];
  if (flag !== undefined && !word.startsWith('-') && hides(flag, word, habits)) return mask(word);
  const [, name = '', value = ''] = ASSIGNMENT.exec(word) ?? [];
  if (isSensitiveLiteral(name, value)) return `${name}=${mask(value)}`;
  if (/\s/.test(word)) return redactUrls(redactShell(word, habits), mask);
  const attached = habits.attached ? ATTACHED.exec(word)?.[1] : undefined;
  return attached === undefined || isReference(attached) ? redactUrls(word, mask) : `-p${mask(attached)}`;
}

function redactShell(line: string, habits: Habits): string {
  const assigned = line.replace(SHELL_ASSIGNMENT, (...[whole = '', front = '', name = '', value = '']: string[]) =>
    isSensitiveLiteral(name, unquote(value)) ? `${front}${name}=${maskQuoted(value, habits.mask)}` : whole,
  );
  const flagged = assigned.replace(SHELL_FLAG, (...[whole = '', front = '', flag = '', space = '', value = '']: string[]) =>
    hides(flag.replace(/^-+/, ''), unquote(value), habits) ? `${front}${flag}${space}${maskQuoted(value, habits.mask)}` : whole,
  );
  if (!habits.attached) return flagged;
  return flagged.replace(SHELL_ATTACHED, (...[whole = '', front = '', value = '']: string[]) =>
    isReference(unquote(value)) || isMasked(value) ? whole : `${front}-p${maskQuoted(value, habits.mask)}`,
  );
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
