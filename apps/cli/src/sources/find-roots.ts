// Where roots come from: a recording, or the cluster as it is now.

import type { ClusterConnection } from '@rectrace/cluster';
import { keyedRedactor } from '@rectrace/history';
import type { KubeObject } from '@rectrace/kube';
import type { Cycle } from '@rectrace/trace';
import { connect } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { hiddenText } from '../live/hidden-kinds.ts';
import { findLiveRoots } from '../live/live-roots.ts';
import { missingNamespace } from '../live/missing-object.ts';
import type { RootState } from '../roots-table.ts';
import { refuseDamage } from './find-recorded-story.ts';
import { warnOfForeignKinds } from './foreign-kinds.ts';
import { hintingAtHistory } from './history-hint.ts';
import { latestCycles } from './latest-cycles.ts';
import { readLocalHistory } from './read-local-history.ts';
import { readRecordedRoots } from './recorded-roots.ts';
import { rulesOf } from './recorder-setup.ts';
import { recordingOptions } from './recording-options.ts';

const KEY_BYTES = 32;

/** where: they were looked for. finish: to be called once all is printed. */
export type FoundRoots = { readonly roots: readonly RootState[]; readonly now: number; readonly where: string; finish(): void };

/** The argument is a FILE; without one the cluster is asked. @throws NotFoundError for a namespace that is not there */
export async function findRoots(invocation: Invocation): Promise<FoundRoots> {
  const [file] = invocation.args;
  if (file !== undefined) return recordedRoots(file, invocation);
  const cluster = await connect(invocation);
  try {
    return await hintingAtHistory(invocation, cluster, () => rootsOf(cluster, invocation));
  } finally {
    cluster.close();
  }
}

async function recordedRoots(file: string, invocation: Invocation): Promise<FoundRoots> {
  const recorded = await readRecordedRoots(file, recordingOptions(invocation));
  for (const note of recorded.notes) invocation.screen.remark(note);
  return { ...recorded, where: file, finish: () => refuseDamage(file, recorded) };
}

async function rootsOf(cluster: ClusterConnection, invocation: Invocation): Promise<FoundRoots> {
  const { flags, progress, screen, surroundings } = invocation;
  const everywhere = flags.switch('allNamespaces');
  const rules = rulesOf(flags);
  await warnOfForeignKinds(invocation, { cluster, rules });
  const cycleOf = await recordedCycles(invocation, cluster);
  const found = await progress.during(`reading ${cluster.server}`, () =>
    findLiveRoots({
      cluster,
      namespace: everywhere ? '' : cluster.defaultNamespace,
      rules,
      redact: keyedRedactor(surroundings.randomBytes(KEY_BYTES)),
      selector: flags.text('selector'),
      now: surroundings.clock.now(),
      cycleOf,
      signal: surroundings.signal,
    }),
  );
  const missing = everywhere || found.roots.length > 0 ? undefined : await missingNamespace(cluster.transport, cluster.defaultNamespace);
  if (missing !== undefined) throw missing;
  if (found.hidden.length > 0) screen.remark(`not visible: ${hiddenText(found.hidden)}`);
  const where = everywhere ? 'any namespace' : `namespace ${cluster.defaultNamespace}; -A looks in all of them`;
  return { ...found, where, finish: () => undefined };
}

/** A local history that can not be read keeps nobody from seeing the roots. */
async function recordedCycles(invocation: Invocation, cluster: ClusterConnection): Promise<(object: KubeObject) => Cycle | undefined> {
  return (await readLocalHistory(invocation, cluster, latestCycles)) ?? (() => undefined);
}
