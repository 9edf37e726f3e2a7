// `completion bash|zsh` prints a script for the shell; that script, and kubectl for its plugin, ask `__complete` what may come next.

import type { CommandDefinition, Invocation } from '../command-definition.ts';
import { completionsFor } from '../completion/complete-words.ts';
import { completionScript } from '../completion/shell-scripts.ts';
import { UsageError } from '../errors.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT_CODES } from '../exit-code.ts';

/** commands: what can be completed. */
export function completionCommands(commands: readonly CommandDefinition[]): readonly CommandDefinition[] {
  const script = scriptCommand();
  return [
    script,
    {
      name: '__complete',
      summary: 'what may come next, for shells',
      hidden: true,
      arguments: [
        { name: 'words', text: 'the words so far, the last one unfinished', required: false, variadic: true, completes: 'nothing' },
      ],
      flags: [],
      run: (invocation) => complete(invocation, [...commands, script]),
    },
  ];
}

function scriptCommand(): CommandDefinition {
  return {
    name: 'completion',
    summary: 'a completion script for bash or zsh',
    details: 'For `kubectl rectrace`, kubectl 1.26 or newer calls kubectl_complete-rectrace, which this package installs.',
    examples: ['source <(rectrace completion bash)', 'rectrace completion zsh > ~/.zsh/completions/_rectrace'],
    arguments: [{ name: 'shell', text: 'bash or zsh', required: true, completes: { values: ['bash', 'zsh'] } }],
    flags: [],
    run: printScript,
  };
}

async function printScript({ args, screen }: Invocation): Promise<ExitCode> {
  const [shell = ''] = args;
  const script = completionScript(shell);
  if (script === undefined) throw new UsageError(`completion ${shell}: bash and zsh are known`);
  screen.text(script);
  return EXIT_CODES.success;
}

/** Lines of 'word<TAB>description', then ':4' (no files) or ':0' (files too): the protocol of cobra, which kubectl speaks. */
async function complete({ args, surroundings }: Invocation, commands: readonly CommandDefinition[]): Promise<ExitCode> {
  const { candidates, files } = await completionsFor(args, { commands, surroundings });
  for (const { word, text } of candidates) surroundings.stdout.write(text === '' ? `${word}\n` : `${word}\t${text}\n`);
  surroundings.stdout.write(files ? ':0\n' : ':4\n');
  return EXIT_CODES.success;
}
