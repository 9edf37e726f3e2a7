// A snapshot of the cluster that a connection leads to, and what there is to say of it.

import type { ClusterConnection } from '@rectrace/cluster';
import type { Snapshot, SnapshotHeader } from '@rectrace/planner';
import { takeSnapshot } from '@rectrace/planner';
import type { Invocation } from '../command-definition.ts';
import { ForbiddenError, NotFoundError } from '../errors.ts';
import { hiddenText } from '../live/hidden-kinds.ts';
import { readOnly } from './live-cluster.ts';

/** namespace: '' for all. withSecrets: keep secret values. */
export type SnapshotWish = { readonly namespace: string; readonly withSecrets: boolean };

const KEY_BYTES = 32;

/** @throws ForbiddenError, NotFoundError for a namespace that is not there, ApiError, TransportError */
export async function snapshotOfCluster(
  { surroundings, progress }: Pick<Invocation, 'surroundings' | 'progress'>,
  cluster: ClusterConnection,
  { namespace, withSecrets }: SnapshotWish,
): Promise<Snapshot> {
  const { clock, signal, randomBytes } = surroundings;
  const live = await readOnly(cluster);
  const key = withSecrets ? {} : { standInKey: randomBytes(KEY_BYTES) };
  const taken = await progress.during(`reading ${cluster.server}`, () =>
    takeSnapshot(live, { namespace, now: clock.now(), signal, ...key }),
  );
  switch (taken.kind) {
    case 'snapshot':
      return taken.snapshot;
    case 'forbidden':
      throw new ForbiddenError(`there is no right to list anything of ${cluster.server}`, {
        hint: 'rectrace doctor names all that is missing',
      });
    case 'no-namespace':
      throw new NotFoundError(`namespace ${namespace} is not there`);
  }
}

/** 'namespace shop', 'all namespaces' */
export function scopeText({ namespace }: SnapshotHeader['scope']): string {
  return namespace === '' ? 'all namespaces' : `namespace ${namespace}`;
}

/** What a reader has to know of its completeness, one line each. */
export function completenessNotes({ leftOut, laterReads }: Pick<SnapshotHeader, 'leftOut' | 'laterReads'>): readonly string[] {
  const omitted = hiddenText(leftOut.map(({ what, reason }) => ({ name: what, why: reason })));
  const later = laterReads.map(({ collection, resourceVersion, reason }) => `${collection} at ${resourceVersion} (${reason})`);
  return [
    ...(omitted === '' ? [] : [`left out: ${omitted}`]),
    ...(later.length === 0 ? [] : [`read at another resourceVersion: ${later.join('; ')}`]),
  ];
}
