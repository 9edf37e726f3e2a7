// From arguments to an exit code: parse, run the command, and say what went wrong in one line.

import { normaliseArguments } from './argument-habits.ts';
import type { CommandDefinition } from './command-definition.ts';
import type { Parsed } from './commander-program.ts';
import { parseCommandLine } from './commander-program.ts';
import { Interrupted } from './errors.ts';
import type { ExitCode } from './exit-code.ts';
import { EXIT_CODES } from './exit-code.ts';
import { failureOf, failureText } from './failure.ts';
import { Progress } from './printers/progress.ts';
import { Screen } from './printers/screen.ts';
import type { Surroundings } from './surroundings.ts';
import { unlessInterrupted } from './unless-interrupted.ts';

const SUMMARY = 'Shows what an operator did and is doing to an object tree, as a timeline of reconciliation cycles.';

/** Never throws: every failure becomes one line on stderr and an exit code. */
export async function runCommandLine(surroundings: Surroundings, definitions: readonly CommandDefinition[]): Promise<ExitCode> {
  const { program, stdout } = surroundings;
  const args = normaliseArguments(surroundings.args);
  try {
    const parsed = parseCommandLine(args, { program, summary: SUMMARY, definitions, columns: stdout.columns ?? 100 });
    if (parsed.kind === 'text') {
      stdout.write(parsed.text);
      return EXIT_CODES.success;
    }
    return await call(parsed, surroundings);
  } catch (error) {
    return report(error, { surroundings, detailed: /(^| )--?v[= ]?9( |$)/.test(args.join(' ')) });
  }
}

async function call(
  { definition, args, flags }: Extract<Parsed, { readonly kind: 'call' }>,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { stdout, stderr, env, clock } = surroundings;
  const screen = new Screen({
    stdout,
    stderr,
    env,
    colour: flags.choice('color', ['auto', 'always', 'never']) ?? 'auto',
    headers: flags.unlessOff('headers'),
  });
  if (definition.run === undefined) return EXIT_CODES.usage;
  const running = definition.run({ args, flags, surroundings, screen, progress: new Progress(stderr, clock) });
  return definition.endsInOrder === true ? running : unlessInterrupted(running, surroundings.signal);
}

function report(error: unknown, { surroundings, detailed }: { readonly surroundings: Surroundings; readonly detailed: boolean }): ExitCode {
  const failure = failureOf(error);
  const { exitCode, detail } = failure;
  if (error instanceof Interrupted) return exitCode;
  surroundings.stderr.write(`${surroundings.program}: ${failureText(failure)}\n`);
  if (detailed) surroundings.stderr.write(`${detail}\n`);
  return exitCode;
}
