// Hides secrets in the words of a command and in lines of text: --password=x, --token x, PASSWORD=x, password: x, what the clients they name call
// their password, headers that let in, SQL that sets a password, and user:password@ in URLs and in the texts by which drivers connect.

import type { Habits } from './client-habits.ts';
import { habitsIn } from './client-habits.ts';
import { LineWriting } from './line-writing.ts';
import { isLiteral, isMasked } from './literal.ts';
import { maskQuoted, withoutQuotes } from './quoted-text.ts';
import { redactHeaders, redactHeadersOfCommand } from './secret-headers.ts';
import { placesOfSecrets, wordsOfLine } from './secret-places.ts';
import { redactForms } from './secret-text.ts';
import { isSensitiveLiteral, isSensitiveName } from './sensitive-name.ts';

type Mask = (text: string) => string;

/** line: all that says which clients run, where that is more than the words themselves. before: the word that precedes the first. */
export type WordsContext = { readonly mask: Mask; readonly line?: string; readonly before?: string | undefined };

/** prose: sentences, in which what follows 'key: ' or 'token: ' is mostly no secret. */
type Context = { readonly mask: Mask; readonly habits: Habits; readonly prose?: boolean };

/** What follows is a line for a shell. */
const SHELL = /^-[a-z]{0,4}c$/;
const ASSIGNMENT = /^(-{0,2}[A-Za-z0-9_.-]+)=(.+)$/s;
const FLAG = /^-{1,2}([A-Za-z0-9_.-]+)$/;
const NAMED = /(?<![A-Za-z0-9_.-])([A-Za-z0-9_.-]+)(?:=|:[ \t]+)/g;
const VALUE = /"(?:[^"\\]|\\[\s\S])*"?(?:[^\s;&|"'`\\]|\\[\s\S])*|'[^']*'?|(?:[^\s;&|"'`\\]|\\[\s\S])+/y;
/** At the beginning of a word of a shell line. */
const OPTION = /(?<=^|[\s;&|("'`])-{1,2}[A-Za-z0-9_.#-]+/g;
const OPTION_OR_WORD = /(?<=^|[\s;&|("'`])(?:-{1,2}[A-Za-z0-9_.#-]+|[A-Za-z]+)/g;
const SPACE = /\s+/y;
const SQL_PASSWORD =
  /\b((?:identified\s{1,8}(?:with\s{1,8}[\w"'.]{1,80}\s{1,8})?(?:by|as)|password(?:\s{1,8}for\s{1,8}[^\s=]{1,160})?(?:\s{0,8}=)?)(?:[\s(]{1,8}|(?<==)))('(?:[^'\\]|''|\\[\s\S])*'|"(?:[^"\\]|""|\\[\s\S])*"|\\"[^"\\]*\\")/gi;
const DRIVER_PASSWORD = /(?<![^\s:@/=;"'(])([^\s:@/=;"'(]+:)([^\s(]+)@(?=[a-z0-9]{0,10}\()/g;
/** The scheme of a header; in YAML what says that lines follow, or a comment. */
const NO_VALUE = /^(?:apikey|basic|bearer|digest|negotiate|token|>[-+0-9]{0,2}|#)$/i;
const MAY_QUOTE = /=|\s-|:\/\/|pass|pwd|bearer|basic|authorization|cookie|x-|eyJ|-----BEGIN|requirepass|rabbitmqctl|\bauth\b/i;
/** What may stand before a secret in a sentence. */
const PROSE_NAME = /pass(?:word|wd|phrase)s?["']?:|=/i;
const PORT = /^[0-9]{1,5}$/;

/** The words of a command or of its arguments, each as it may be shown. */
export function redactWords(words: readonly string[], { mask, line = words.join(' '), before }: WordsContext): readonly string[] {
  const context = { mask, habits: habitsIn(line) };
  const places = placesOfSecrets(words);
  return words.map((word, index) =>
    places.has(index) && isLiteral(word) ? mask(word) : redactWord(word, index === 0 ? before : words[index - 1], context),
  );
}

/** A shell line, or any text that may hold options or assignments, as it may be shown. clients: what else says which clients run. */
export function redactLine(line: string, mask: Mask, clients = ''): string {
  return /[=:\s]/.test(line) ? redactShell(line, { mask, habits: habitsIn(clients === '' ? line : `${clients} ${line}`) }) : line;
}

/** A sentence that may quote a command line, a URL or a header: the message of an Event or of a condition. */
export function redactMessage(text: string, mask: Mask): string {
  return MAY_QUOTE.test(text) ? redactShell(text, { mask, habits: habitsIn(text), prose: true }) : text;
}

function redactWord(word: string, previous: string | undefined, context: Context): string {
  const { mask, habits } = context;
  if (SHELL.test(previous ?? '')) return redactShell(word, context);
  if (previous !== undefined && !word.startsWith('-') && hidesNext(previous, word, habits)) return mask(word);
  const [, name = '', value = ''] = ASSIGNMENT.exec(word) ?? [];
  if (hidesValue(name, value, habits)) return `${name}=${mask(value)}`;
  const front = frontOf(word, habits);
  const attached = front === '' ? '' : word.slice(front.length);
  return isLiteral(attached) ? `${front}${mask(attached)}` : redactShell(word, context);
}

/** The option that a word begins with, where its value may follow at once. */
function frontOf(word: string, { front }: Habits): string {
  return front?.exec(word)?.[0] ?? '';
}

function redactShell(line: string, context: Context): string {
  const { mask, prose = false } = context;
  const placed = redactPlaces(line, mask);
  const headed = prose ? redactHeaders(placed, mask) : redactHeadersOfCommand(placed, mask);
  return redactAddresses(redactSql(redactOptions(redactNamed(headed, context), context), mask), mask);
}

/** What programs take for a secret by where it stands. */
function redactPlaces(line: string, mask: Mask): string {
  const words = wordsOfLine(line);
  const places = placesOfSecrets(words.map(({ text }) => text));
  if (places.size === 0) return line;
  const written = new WordWriting(line);
  for (const [index, { text, start }] of words.entries()) {
    if (places.has(index) && isLiteral(withoutQuotes(text))) written.replace(start, text, maskQuoted(text, mask));
  }
  return written.text;
}

/** Assignments and fields, also within the values of others: --set=a.password=x, OPTS="-Dpassword=x", Server=a;Password=x. */
function redactNamed(line: string, { mask, habits, prose = false }: Context): string {
  const written = new WordWriting(line);
  for (const { 0: front, 1: name = '', index } of line.matchAll(NAMED)) {
    const start = index + front.length;
    if (start < written.done || !(prose ? isNameInProse(front, name) : mayHide(name))) continue;
    const value = written.valueAt(start);
    if (!hidesValue(name, withoutQuotes(value), habits) || isMasked(value) || NO_VALUE.test(value)) continue;
    written.replace(start, value, maskQuoted(value, mask));
  }
  return written.text;
}

function mayHide(name: string): boolean {
  return isSensitiveName(name) || name.startsWith('-');
}

/** front: the name and what assigns to it. */
function isNameInProse(front: string, name: string): boolean {
  return mayHide(name) && PROSE_NAME.test(front) && name.toLowerCase() !== 'key';
}

/** Options with a secret behind them, and what clients take for one. */
function redactOptions(line: string, { mask, habits }: Context): string {
  const written = new WordWriting(line);
  for (const { 0: option, index } of line.matchAll(habits.words.size === 0 ? OPTION : OPTION_OR_WORD)) {
    if (index < written.done) continue;
    const attached = index + frontOf(option, habits).length;
    const start = hidesAttached(written, { index, attached })
      ? attached
      : hiddenAfter(written, { option, end: index + option.length, habits });
    if (start === undefined) continue;
    const value = written.valueAt(start);
    written.replace(start, value, maskQuoted(value, mask));
  }
  return written.text;
}

function hidesAttached(written: WordWriting, { index, attached }: { readonly index: number; readonly attached: number }): boolean {
  return attached > index && isLiteral(withoutQuotes(written.valueAt(attached)));
}

/** Where the secret begins that follows an option, if one does. */
function hiddenAfter(
  written: WordWriting,
  { option, end, habits }: { readonly option: string; readonly end: number; readonly habits: Habits },
): number | undefined {
  const start = written.spaceAt(end);
  const value = start === end ? '' : written.valueAt(start);
  return value !== '' && !value.startsWith('-') && hidesNext(option, withoutQuotes(value), habits) ? start : undefined;
}

/** Words of a shell line as they are found while it is written. */
class WordWriting extends LineWriting {
  readonly #value = new RegExp(VALUE);
  readonly #space = new RegExp(SPACE);

  /** The value that begins there, '' for none. */
  valueAt(start: number): string {
    this.#value.lastIndex = start;
    return this.#value.exec(this.line)?.[0] ?? '';
  }

  /** Where the space that begins there ends. */
  spaceAt(start: number): number {
    this.#space.lastIndex = start;
    return start + (this.#space.exec(this.line)?.[0].length ?? 0);
  }
}

function redactSql(line: string, mask: Mask): string {
  return line.replace(SQL_PASSWORD, (whole: string, front: string, value: string) =>
    isLiteral(withoutQuotes(value)) ? `${front}${maskQuoted(value, mask)}` : whole,
  );
}

/** Passwords in addresses as user:password@tcp(host), and all that shows itself by its form: in URLs, headers, keys. */
function redactAddresses(text: string, mask: Mask): string {
  const shown = redactForms(text, mask);
  if (!shown.includes('@')) return shown;
  const hide = (whole: string, front: string, password: string): string => (isLiteral(password) ? `${front}${mask(password)}@` : whole);
  return /@[a-z0-9]{0,10}\(/.test(shown) ? shown.replace(DRIVER_PASSWORD, hide) : shown;
}

/** Is it the secret that follows this word? */
function hidesNext(word: string, value: string, habits: Habits): boolean {
  const flag = FLAG.exec(word)?.[1];
  if (flag === undefined) return habits.words.has(word.toLowerCase()) && isLiteral(value);
  const isWholeFront = frontOf(word, habits) === word && habits.flags.has(word.slice(-1));
  return isWholeFront ? isLiteral(value) : flagHides(flag, value, habits);
}

/** Is it the secret that is assigned to this name? */
function hidesValue(name: string, value: string, habits: Habits): boolean {
  return isSensitiveLiteral(name, value) || (name.startsWith('-') && flagHides(name.replace(/^-+/, ''), value, habits));
}

/** What looks like a port or a path after a -p that no client is known to take for its password is none. */
function flagHides(flag: string, value: string, { flags }: Habits): boolean {
  if (!isLiteral(value)) return false;
  if (flags.has(flag) || isSensitiveLiteral(flag, value)) return true;
  return flag === 'p' && !PORT.test(value) && !value.includes('/');
}
