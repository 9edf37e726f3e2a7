// Secrets that programs take by where they stand among their words: rabbitmqctl add_user name x, htpasswd -b file name x, mc alias set a url key x,
// ACL SETUSER name >x, requirepass x, and what is written to one that reads a password: echo x | docker login --password-stdin. From their manuals.

import { isPlaceholder } from './placeholder.ts';

/** Words of a shell line, quotes kept; separators are words, too. */
const WORDS = /"(?:[^"\\]|\\[\s\S])*"?|'[^']*'?|[;&|()\n]+|(?:[^\s;&|()"'`\\]|\\[\s\S])+/g;
const SEPARATOR = /^[;&|()\n]+$/;
const PROGRAMS = /rabbitmqctl|htpasswd|alias|host|setuser|requirepass|masterauth|chpasswd|-stdin/i;
const USER_COMMANDS = new Set(['add_user', 'change_password', 'authenticate_user']);
const READS_PASSWORD = /^(?:chpasswd|--password-stdin|--stdin)$/;
const WRITES = /^(?:echo|printf)$/;
const OPTION_OF_WRITER = /^-(?:[neE]{1,3}|-)$/;
/** Of printf, with nothing of its own: '%s:%s\n'. */
const FORMAT = /^(?:%[-+ #0-9.]{0,8}[a-zA-Z%]|\\.|[\s:;,./_-])+$/;

/** start: where the word begins in its line. */
export type PlacedWord = { readonly text: string; readonly start: number };

/** The words of a shell line; none where no program is named that would matter. */
export function wordsOfLine(line: string): readonly PlacedWord[] {
  if (!PROGRAMS.test(line)) return [];
  return [...line.matchAll(WORDS)].map(({ 0: text, index }) => ({ text, start: index }));
}

/** The places of the words that are secrets, or hold one. */
export function placesOfSecrets(words: readonly string[]): ReadonlySet<number> {
  if (!words.some((word) => PROGRAMS.test(word))) return new Set();
  const commands = commandsOf(words);
  return new Set(commands.flatMap((command, index) => placesIn(command, commands[index - 1] ?? [])));
}

type Word = { readonly word: string; readonly place: number };

/** The words between separators. */
function commandsOf(words: readonly string[]): readonly (readonly Word[])[] {
  const commands: Word[][] = [[]];
  for (const [place, word] of words.entries()) {
    if (SEPARATOR.test(word)) commands.push([]);
    else commands.at(-1)?.push({ word: withoutEndQuotes(word), place });
  }
  return commands;
}

/** written: the command before, whose output this one may read. */
function placesIn(command: readonly Word[], written: readonly Word[]): readonly number[] {
  if (command.some(({ word }) => READS_PASSWORD.test(word))) return placesWritten(written);
  return command.flatMap(({ word }, index) => placesBehind(word.toLowerCase(), command.slice(index + 1, index + 33)));
}

function placesWritten(written: readonly Word[]): readonly number[] {
  const echo = written.findIndex(({ word }) => WRITES.test(word));
  return echo < 0 ? [] : written.slice(echo + 1).flatMap(({ word, place }) => (saysNothing(word) ? [] : [place]));
}

function saysNothing(word: string): boolean {
  return OPTION_OF_WRITER.test(word) || FORMAT.test(word) || isPlaceholder(word);
}

/** rest: the words that follow, as many as matter. */
function placesBehind(word: string, rest: readonly Word[]): readonly number[] {
  const at = (index: number): readonly number[] => rest.slice(index, index + 1).map(({ place }) => place);
  if (USER_COMMANDS.has(word)) return at(1);
  if (word === 'requirepass' || word === 'masterauth') return at(0);
  if (word === 'alias' || word === 'host') return /^(?:set|add)$/.test(rest[0]?.word ?? '') ? at(4) : [];
  if (word === 'setuser') return rest.flatMap((next) => (/^[<>#!]./.test(next.word) ? [next.place] : []));
  return word.endsWith('htpasswd') ? placesOfHtpasswd(rest) : [];
}

/** With -b the password is the last word. */
function placesOfHtpasswd(rest: readonly Word[]): readonly number[] {
  const named = rest.filter(({ word }) => !word.startsWith('-'));
  return rest.some(({ word }) => /^-[a-zA-Z]*b/.test(word)) && named.length > 1 ? named.slice(-1).map(({ place }) => place) : [];
}

/** Also where only one end is quoted, as in words of a line that is cut short. */
function withoutEndQuotes(word: string): string {
  return word.replace(/^["']|["']$/g, '');
}
