// Command definitions as a commander program: parsing, help and messages. Nothing of commander is known elsewhere.

import { Command, CommanderError, Option } from 'commander';
import type { ArgumentDefinition, CommandDefinition, FlagDefinition } from './command-definition.ts';
import { GENERAL_FLAGS } from './common-flags.ts';
import { UsageError } from './errors.ts';
import { Flags } from './flags.ts';

/** What the user asked for: a command with its arguments and flags, or text such as help to print. */
export type Parsed =
  | { readonly kind: 'call'; readonly definition: CommandDefinition; readonly args: readonly string[]; readonly flags: Flags }
  | { readonly kind: 'text'; readonly text: string };

export type ProgramOptions = {
  /** As the user typed it. */
  readonly program: string;
  readonly summary: string;
  readonly definitions: readonly CommandDefinition[];
  readonly columns: number;
};

/** args: normalised. @throws UsageError with one line */
export function parseCommandLine(args: readonly string[], options: ProgramOptions): Parsed {
  let printed = '';
  let complaint = '';
  let call: Parsed | undefined;
  const program = new Command(options.program);
  program
    .description(options.summary)
    .exitOverride()
    .helpOption('-h, --help', 'this text')
    .helpCommand('help [command]', 'help for a command')
    .showSuggestionAfterError(true)
    .configureHelp({ helpWidth: Math.max(40, options.columns), sortOptions: false })
    .configureOutput({
      writeOut: (text) => {
        printed += text;
      },
      writeErr: (text) => {
        complaint += text;
      },
    });
  const words = hoistCommand(args, options.definitions);
  addCommands(program, options.definitions, {
    words,
    called: (found) => {
      call = found;
    },
  });
  try {
    program.parse([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'text', text: printed };
    if (error.code === 'commander.help') return { kind: 'text', text: complaint };
    const called = calledBy(words, options.definitions);
    const path = [options.program, ...called.map(({ name }) => name)].join(' ');
    throw new UsageError(complaintOf(error, called.at(-1)), { hint: `see ${path} --help` });
  }
  return call ?? { kind: 'text', text: program.helpInformation() };
}

/** commander's words as a line of ours, with what a missing argument is. */
function complaintOf({ message }: CommanderError, called: CommandDefinition | undefined): string {
  const line = message
    .replace(/^error: /, '')
    .replace(/\n/g, ' ')
    .replace(/'\. Expected/, "': expected")
    .replace(/\.$/, '');
  const [, name] = /^missing required argument '([^']+)'$/.exec(line) ?? [];
  const missing = called?.arguments.find((argument) => argument.name === name);
  const [, unknown] = /^unknown option '--([a-z-]+)'$/.exec(line) ?? [];
  const meant = unknown === undefined ? undefined : longerFlag(unknown, called);
  if (meant !== undefined) return `${line} (Did you mean ${meant}?)`;
  return missing === undefined ? line : `${line}: ${missing.text}`;
}

/** The flag of a command whose last words are those of another command's shorter one: --cel-state-evaluation-expression for 'expression'. */
function longerFlag(name: string, called: CommandDefinition | undefined): string | undefined {
  const names = (called?.flags ?? []).flatMap(({ flags }) => /--[a-z-]+/.exec(flags) ?? []);
  return names.find((flag) => flag.endsWith(`-${name}`));
}

/** The command that the words name, and the one of its own that they name. */
function calledBy([word = '', ...rest]: readonly string[], definitions: readonly CommandDefinition[]): readonly CommandDefinition[] {
  const named = definitions.find((definition) => isNamed(definition, word));
  return named === undefined ? [] : [named, ...calledBy(rest, named.commands ?? [])];
}

type Line = { readonly words: readonly string[]; readonly called: (call: Parsed) => void };

/** The one that the first word names, or all of them for help and suggestions: making each takes time. */
function addCommands(parent: Command, definitions: readonly CommandDefinition[], { words, called }: Line): void {
  const [word = '', ...rest] = words;
  const named = definitions.find((definition) => isNamed(definition, word));
  for (const definition of named === undefined ? definitions : [named]) addCommand(parent, definition, { words: rest, called });
}

function isNamed({ name, aliases }: CommandDefinition, word: string): boolean {
  return name === word || aliases?.includes(word) === true;
}

function addCommand(parent: Command, definition: CommandDefinition, { words, called }: Line): void {
  const command = parent.command(definition.name, { hidden: definition.hidden === true });
  command
    .summary(definition.summary)
    .description([definition.summary, definition.details ?? ''].filter((text) => text !== '').join('\n\n'));
  if (definition.aliases !== undefined) command.aliases([...definition.aliases]);
  for (const argument of definition.arguments) command.argument(argumentWord(argument), argument.text);
  addCommands(command, definition.commands ?? [], { words, called });
  if (definition.examples !== undefined)
    command.addHelpText('after', `\nExamples:\n${definition.examples.map((line) => `  ${line}`).join('\n')}`);
  if (definition.run === undefined) return;
  for (const flag of [...definition.flags, ...GENERAL_FLAGS]) command.addOption(optionOf(flag));
  command.action(() => {
    called({ kind: 'call', definition, args: command.args, flags: new Flags(command.opts()) });
  });
}

function argumentWord({ name, required, variadic }: ArgumentDefinition): string {
  const word = `${name}${variadic === true ? '...' : ''}`;
  return required ? `<${word}>` : `[${word}]`;
}

function optionOf({ flags, text, repeatable }: FlagDefinition): Option {
  const option = new Option(flags, text);
  if (repeatable === true) option.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);
  return option;
}

/** Flags may stand before the command, as with kubectl: they are moved behind it. */
function hoistCommand(args: readonly string[], definitions: readonly CommandDefinition[]): readonly string[] {
  const found = nextWord(args, valueFlags(definitions));
  if (found < 0) return args;
  const word = args[found] ?? '';
  const definition = definitions.find((one) => isNamed(one, word));
  const rest = args.toSpliced(found, 1);
  if (definition === undefined) return args;
  return [word, ...(definition.commands === undefined ? rest : hoistCommand(rest, definition.commands))];
}

/** Index of the first argument that is neither a flag nor the value of one, -1 where there is none. */
function nextWord(args: readonly string[], withValue: ReadonlySet<string>): number {
  let at = 0;
  while (at < args.length) {
    const argument = args[at] ?? '';
    if (argument === '--') return -1;
    if (!argument.startsWith('-') || argument === '-') return at;
    at += withValue.has(argument) ? 2 : 1;
  }
  return -1;
}

function valueFlags(definitions: readonly CommandDefinition[]): ReadonlySet<string> {
  const flags = definitions.flatMap(allFlags).concat(GENERAL_FLAGS);
  return new Set(
    flags
      .filter((flag) => flag.flags.includes('<'))
      .flatMap(({ flags: text }) =>
        text
          .replace(/<.*/, '')
          .split(',')
          .map((name) => name.trim()),
      ),
  );
}

function allFlags(definition: CommandDefinition): readonly FlagDefinition[] {
  return [...definition.flags, ...(definition.commands ?? []).flatMap(allFlags)];
}
