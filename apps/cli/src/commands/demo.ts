// `demo`: the bundled recording of a real operator run through the real recorder, faster than real time, with no cluster.

import type { CommandDefinition, Invocation } from '../command-definition.ts';
import { TIME_FLAGS } from '../common-flags.ts';
import type { ExitCode } from '../exit-code.ts';

export function demoCommand(): CommandDefinition {
  return {
    name: 'demo',
    summary: 'watch a recorded operator run: no cluster needed',
    details: 'Replays how the KubeBlocks operator creates a redis Cluster: the tree as it grows, its cycle, the summary.',
    arguments: [{ name: 'file', text: 'another recording', required: false, completes: 'file' }],
    flags: [
      { flags: '--speed <factor>', text: 'so many times faster than real time (default: so that it takes five seconds)' },
      { flags: '--root <kind/name>', text: 'root in another recording: KIND/NAMESPACE/NAME or KIND/NAME', completes: 'nothing' },
      ...TIME_FLAGS,
    ],
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const { runDemo } = await import('../run-demo.ts');
  return runDemo(invocation);
}
