// What may come next on a command line: commands, flags, values of flags, kinds and names.

import type { CommandDefinition, Completes, FlagDefinition } from '../command-definition.ts';
import { GENERAL_FLAGS } from '../common-flags.ts';
import type { Surroundings } from '../surroundings.ts';
import { liveCandidates } from './live-candidates.ts';

export type Candidate = { readonly word: string; readonly text: string };
/** files: the shell may offer file names where nothing else fits. */
export type Completions = { readonly candidates: readonly Candidate[]; readonly files: boolean };

type Around = { readonly commands: readonly CommandDefinition[]; readonly surroundings: Surroundings };
type Standing = { readonly commands: readonly CommandDefinition[]; readonly command?: CommandDefinition; readonly place: number };

const NONE: Completions = { candidates: [], files: false };

/** words: what follows the program's name, the last one unfinished (maybe ''). */
export async function completionsFor(words: readonly string[], { commands, surroundings }: Around): Promise<Completions> {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const standing = standingAt(before, commands);
  const flags = flagsOf(standing);
  const equals = current.indexOf('=');
  if (current.startsWith('--') && equals > 0) {
    const name = current.slice(0, equals);
    const found = await valuesOf(flagNamed(flags, name)?.completes, { current: current.slice(equals + 1), before, surroundings });
    return { ...found, candidates: found.candidates.map(({ word, text }) => ({ word: `${name}=${word}`, text })) };
  }
  const pending = flagNamed(flags, before.at(-1) ?? '');
  if (pending?.flags.includes('<') === true) return valuesOf(pending.completes, { current, before, surroundings });
  if (current.startsWith('-')) return { candidates: flagCandidates(flags, current), files: false };
  if (standing.command?.run === undefined) return { candidates: commandCandidates(standing.commands, current), files: false };
  const argument = standing.command.arguments[standing.place] ?? standing.command.arguments.findLast(({ variadic }) => variadic === true);
  return valuesOf(argument?.completes, { current, before, surroundings });
}

/** Which command the words lead to, and how many of its arguments stand already. */
function standingAt(words: readonly string[], commands: readonly CommandDefinition[]): Standing {
  let standing: Standing = { commands, place: 0 };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word.startsWith('-')) {
      if (flagNamed(flagsOf(standing), word)?.flags.includes('<') === true) at++;
      continue;
    }
    standing = afterWord(standing, word);
  }
  return standing;
}

function afterWord(standing: Standing, word: string): Standing {
  if (standing.command?.run !== undefined) return { ...standing, place: standing.place + 1 };
  const command = standing.commands.find(({ name, aliases }) => name === word || aliases?.includes(word) === true);
  return command === undefined ? standing : { commands: command.commands ?? [], command, place: 0 };
}

type Asked = { readonly current: string; readonly before: readonly string[]; readonly surroundings: Surroundings };

async function valuesOf(completes: Completes | undefined, { current, before, surroundings }: Asked): Promise<Completions> {
  if (completes === undefined || completes === 'nothing') return NONE;
  if (completes === 'file') return { candidates: [], files: true };
  if (typeof completes === 'object') {
    return { candidates: completes.values.filter((word) => word.startsWith(current)).map((word) => ({ word, text: '' })), files: false };
  }
  const words = await liveCandidates(completes, { current, before, surroundings });
  return { candidates: words.map((word) => ({ word, text: '' })), files: completes === 'object' };
}

function commandCandidates(commands: readonly CommandDefinition[], current: string): readonly Candidate[] {
  return commands
    .filter(({ name, hidden }) => hidden !== true && name.startsWith(current))
    .map(({ name, summary }) => ({ word: name, text: summary }));
}

function flagCandidates(flags: readonly FlagDefinition[], current: string): readonly Candidate[] {
  return flags
    .flatMap((flag) => namesOf(flag).map((word) => ({ word, text: flag.text })))
    .filter(({ word }) => word.startsWith('--') && word.startsWith(current));
}

/** Before its command any flag may stand. */
function flagsOf({ command, commands }: Standing): readonly FlagDefinition[] {
  const own = command?.run === undefined ? commands.flatMap(allFlags) : command.flags;
  return [...own, ...GENERAL_FLAGS];
}

function allFlags({ flags, commands = [] }: CommandDefinition): readonly FlagDefinition[] {
  return [...flags, ...commands.flatMap(allFlags)];
}

function flagNamed(flags: readonly FlagDefinition[], name: string): FlagDefinition | undefined {
  return flags.find((flag) => namesOf(flag).includes(name));
}

function namesOf({ flags }: FlagDefinition): readonly string[] {
  return flags
    .replace(/[<[].*/, '')
    .split(',')
    .map((name) => name.trim());
}
