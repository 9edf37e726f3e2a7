// `watch`: follows an object and all that hangs on it; each change as it happens, with the turns of its cycles.

import type { CommandDefinition, Invocation } from '../command-definition.ts';
import { CLUSTER_FLAGS, NAME_ARGUMENT, NOISE_FLAGS, outputFlag, RECORDER_FLAGS, TIME_FLAGS } from '../common-flags.ts';
import type { ExitCode } from '../exit-code.ts';
import { WATCH_FORMS } from '../printers/output-format.ts';

export function watchCommand(): CommandDefinition {
  return {
    name: 'watch',
    summary: 'follow an object: every change of its tree as it happens',
    examples: [
      'rectrace watch deploy/web',
      'rectrace watch deploy/web --until terminal --timeout 5m',
      'rectrace watch cluster/redis --noise -o json',
    ],
    arguments: [{ name: 'target', text: 'KIND/NAME', required: true, completes: 'object' }, NAME_ARGUMENT],
    flags: [
      {
        flags: '--until <state>',
        text: 'terminal: end with 0 when no cycle is open any more, at once if none is',
        completes: { values: ['terminal'] },
      },
      { flags: '--timeout <duration>', text: 'end after this time; with --until, with exit code 3' },
      { flags: '--wait', text: 'wait for an object that does not exist yet' },
      { flags: '--no-history', text: 'keep nothing in the local history' },
      ...NOISE_FLAGS,
      outputFlag(WATCH_FORMS),
      ...RECORDER_FLAGS.filter(({ flags }) => !flags.startsWith('--root')),
      ...TIME_FLAGS,
      ...CLUSTER_FLAGS,
    ],
    endsInOrder: true,
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const { runWatch } = await import('../live/run-watch.ts');
  return runWatch(invocation);
}
