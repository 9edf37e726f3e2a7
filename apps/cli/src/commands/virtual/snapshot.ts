// `virtual snapshot`: a copy of a namespace, or of a whole cluster, in a file that `virtual up --from` starts from.

import type { CommandDefinition, Invocation } from '../../command-definition.ts';
import { CLUSTER_FLAGS } from '../../common-flags.ts';
import type { ExitCode } from '../../exit-code.ts';

export function virtualSnapshotCommand(): CommandDefinition {
  return {
    name: 'snapshot',
    summary: 'copy a namespace, or a whole cluster, into a file',
    details:
      'Everything listable of the namespace, and all that belongs to none, at one resourceVersion; nothing is written to the cluster. Secret values are replaced by stand-ins of the same form. What is left out is named on stderr.',
    examples: [
      'rectrace virtual snapshot -n shop --to shop.snapshot.gz',
      'rectrace virtual snapshot -A --to prod.snapshot.gz --context prod',
    ],
    arguments: [],
    flags: [
      { flags: '--to <file>', text: 'file to write; .gz packs it', completes: 'file' },
      { flags: '-A, --all-namespaces', text: 'of all namespaces' },
      { flags: '--with-secrets', text: 'keep secret values; the file is then readable by you alone' },
      { flags: '--force', text: 'write over a file that exists' },
      ...CLUSTER_FLAGS,
    ],
    endsInOrder: true,
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const { runVirtualSnapshot } = await import('../../virtual/run-virtual-snapshot.ts');
  return runVirtualSnapshot(invocation);
}
