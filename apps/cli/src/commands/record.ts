// `record`: what happens in a root's namespace, into a recording file that `replay` and every other command read.

import type { CommandDefinition, Invocation } from '../command-definition.ts';
import { CLUSTER_FLAGS, NAME_ARGUMENT, RECORDER_FLAGS, TIME_FLAGS } from '../common-flags.ts';
import type { ExitCode } from '../exit-code.ts';

export function recordCommand(): CommandDefinition {
  return {
    name: 'record',
    summary: 'record an object, or a whole namespace, into a file',
    details: 'Ends with Ctrl-C, --until or --timeout. Secret values are replaced by digests under a key that is thrown away.',
    examples: ['rectrace record deploy/web --to web.ndjson.gz', 'rectrace record -n shop --to shop.ndjson --timeout 10m'],
    arguments: [{ name: 'target', text: 'KIND/NAME; none = the namespace', required: false, completes: 'object' }, NAME_ARGUMENT],
    flags: [
      { flags: '--to <file>', text: 'file to write: .ndjson, or .ndjson.gz to pack it', completes: 'file' },
      { flags: '--force', text: 'write over a file that exists' },
      { flags: '--until <state>', text: 'terminal: end when no cycle is open any more', completes: { values: ['terminal'] } },
      { flags: '--timeout <duration>', text: 'end after this time; with --until, with exit code 3' },
      { flags: '--wait', text: 'begin although the object does not exist yet' },
      { flags: '--no-history', text: 'keep nothing in the local history' },
      ...RECORDER_FLAGS.filter(({ flags }) => !flags.startsWith('--root')),
      ...TIME_FLAGS,
      ...CLUSTER_FLAGS,
    ],
    endsInOrder: true,
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const { runRecord } = await import('../live/run-record.ts');
  return runRecord(invocation);
}
