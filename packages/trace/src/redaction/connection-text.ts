// Hides the passwords in texts by which programs connect, in whatever field they stand: Server=db;User Id=sa;Password=x (ADO.NET, ODBC, Azure),
// host=db user=app password=x (libpq), host:6379,password=x (caches), LoginModule required password="x"; (JAAS), run --password=x.
// Every search is bounded, so that the time grows with the length of the text.

import { holdsSecret, isSecretText } from './field-lines.ts';
import { LineWriting } from './line-writing.ts';
import { isMasked } from './literal.ts';
import { beginsWithPlaceholder } from './placeholder.ts';
import { maskQuoted, withoutQuotes } from './quoted-text.ts';

type Mask = (text: string) => string;

const HINT = /pass|pwd|pw|cred|key|secret|token|signature/i;
const PASSWORD = /pass|pwd|pw/i;
const SIGNATURE = /accesssignature$/i;
/** Of a list of pairs between semicolons, in which a name may have spaces and a value all but a semicolon. */
const PAIR = /^(\s{0,8}([A-Za-z][A-Za-z0-9 _.-]{0,60}?)\s{0,8}=\s{0,8})([\s\S]*)$/;
const NAMED = /(?<![A-Za-z0-9_.-])([A-Za-z0-9_.-]+) {0,2}=(?![=~>]) {0,2}/g;
/** In quotes, also where those are quoted; else up to a space, to the next pair, or to the quote around the whole. Placeholders are read as one. */
const VALUE =
  /\\"[^"\\]*\\"|"(?:\$\([^()]{0,400}\)|[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|(?:\$\([^()]{0,400}\)|\$\{[^{}]{0,400}\}|\{\{[^{}]{0,400}\}\}|`[^`]{1,400}`|(?![,;&](?:["'`\s]|$|[A-Za-z][A-Za-z0-9 _.-]{0,60}=))(?!["'`](?:$|[\s,;:)}\]]))(?!\\["'])\S)+/y;
const SWITCH = /^(?:yes|no|on|off|none|null|required|optional|[0-9]{1,3})$/i;
const WORKING_FOLDER = /^(?:OLD)?PWD {0,2}= {0,2}$/;
const PATH = /^\.{0,2}\//;

/** The text as it may be shown; the same where no password in it is named. */
export function redactConnections(text: string, mask: Mask): string {
  if (!text.includes('=') || !HINT.test(text)) return text;
  return text
    .split('\n')
    .map((line) => redactConnection(line, mask))
    .join('\n');
}

function redactConnection(line: string, mask: Mask): string {
  if (!line.includes('=') || !HINT.test(line)) return line;
  const pairs = line.split(';');
  return isList(pairs) ? pairs.map((pair) => redactPair(pair, mask)).join(';') : redactNamed(line, mask);
}

function isList(pairs: readonly string[]): boolean {
  const filled = pairs.filter((pair) => /\S/.test(pair));
  return filled.length > 1 && filled.every((pair) => PAIR.test(pair));
}

function redactPair(pair: string, mask: Mask): string {
  const [, front = '', name = '', rest = ''] = PAIR.exec(pair) ?? [];
  const value = rest.trimEnd();
  const joined = name.replaceAll(' ', '');
  const isSecret = (holdsSecret(joined) || SIGNATURE.test(joined)) && isGiven(value) && !beginsWithPlaceholder(value);
  return isSecret ? front + maskQuoted(value, mask) + rest.slice(value.length) : redactNamed(pair, mask);
}

/** Only what is called a password: texts of other kinds say token= and secret= of what is none. */
function redactNamed(line: string, mask: Mask): string {
  const isUrl = line.includes('?');
  const reading = new RegExp(VALUE);
  const written = new LineWriting(line);
  for (const { 0: front, 1: name = '', index } of line.matchAll(NAMED)) {
    if (index < written.done || !isPassword(name) || (isUrl && /[?&]/.test(line.charAt(index - 1)))) continue;
    const start = index + front.length;
    reading.lastIndex = start;
    const value = reading.exec(line)?.[0] ?? '';
    if (isGiven(value) && !(WORKING_FOLDER.test(front) && PATH.test(value))) written.replace(start, value, maskQuoted(value, mask));
  }
  return written.text;
}

function isPassword(name: string): boolean {
  return PASSWORD.test(name) && holdsSecret(name);
}

/** Whether the value is a secret itself: neither hidden before, nor a switch or a reference. */
function isGiven(value: string): boolean {
  const plain = withoutQuotes(value);
  return !isMasked(plain) && !SWITCH.test(plain) && isSecretText(plain);
}
