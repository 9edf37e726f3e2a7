// Copies what is in scope of a cluster into a file.

import { refuseToOverwrite, SnapshotError, writeSnapshot } from '@rectrace/planner';
import { connect } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { Hinted, UsageError } from '../errors.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT_CODES } from '../exit-code.ts';
import { completenessNotes, scopeText, snapshotOfCluster } from './snapshot-of-cluster.ts';

/** What could not be read is said, and is no failure, as long as anything could. */
export async function runVirtualSnapshot(invocation: Invocation): Promise<ExitCode> {
  const { flags, screen, surroundings } = invocation;
  const path = flags.text('to');
  if (path === undefined) throw new UsageError('--to FILE is missing: where to write the snapshot');
  const all = flags.switch('allNamespaces');
  if (all && flags.text('namespace') !== undefined) throw new UsageError('-n and -A contradict each other: give one of them');
  const withSecrets = flags.switch('withSecrets');
  const writing = { replace: flags.switch('force'), processId: surroundings.processId };
  withHint(() => refuseToOverwrite(path, writing));
  const cluster = await connect(invocation);
  try {
    const namespace = all ? '' : cluster.defaultNamespace;
    const snapshot = await snapshotOfCluster(invocation, cluster, { namespace, withSecrets });
    await writeSnapshot(path, snapshot, writing);
    const { header, objects } = snapshot;
    for (const note of completenessNotes(header)) screen.remark(note);
    if (withSecrets) screen.warn(`${path} holds secret values in clear: only you can read it, keep it so`);
    screen.text(
      `${path}: ${objects.length} objects at resourceVersion ${header.resourceVersion} (${scopeText(header.scope)}${withSecrets ? '' : '; secret values are stand-ins'})`,
    );
    return EXIT_CODES.success;
  } finally {
    cluster.close();
  }
}

function withHint(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    throw new Hinted('use --force to write over it, or name another file', error);
  }
}
