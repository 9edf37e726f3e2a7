// The objects that a virtual control plane starts with, from wherever they come.

import type { ClusterConnection } from '@rectrace/cluster';
import type { JsonObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import type { Snapshot } from '@rectrace/planner';
import { fromRecording, readSnapshot, StandIns, withoutAccountTokens } from '@rectrace/planner';
import type { Invocation } from '../command-definition.ts';
import { DamagedRecordingError, NotFoundError, UnreadableFileError, UsageError } from '../errors.ts';
import { damageText, openNotes, openRecordingFile } from '../sources/recording-story.ts';
import type { Origin } from './origin.ts';
import { findOrigin } from './origin.ts';
import { completenessNotes, scopeText, snapshotOfCluster } from './snapshot-of-cluster.ts';

/** notes: what there is to say of them, one line each. */
export type ReadContents = { readonly objects: readonly JsonObject[]; readonly notes: readonly string[] };

const KEY_BYTES = 32;

/** @throws NotFoundError, UnreadableFileError, SnapshotError, DamagedRecordingError, UsageError, and what reading a cluster throws */
export async function readContents(from: string, invocation: Invocation): Promise<ReadContents> {
  const { flags, surroundings } = invocation;
  if (flags.switch('allNamespaces') && flags.text('namespace') !== undefined)
    throw new UsageError('-n and -A contradict each other: give one of them');
  const origin = await findOrigin(from, invocation);
  const { objects, notes } = await read(origin, invocation);
  const standIns = new StandIns(surroundings.randomBytes(KEY_BYTES));
  return { objects: withoutAccountTokens(objects, standIns), notes };
}

async function read(origin: Origin, invocation: Invocation): Promise<ReadContents> {
  if (origin.kind === 'file') return inNamespace(await readFile(origin.path, invocation), origin.path, invocation);
  const { cluster, note } = origin;
  try {
    const { objects, notes } = await readCluster(cluster, invocation);
    return { objects, notes: note === undefined ? notes : [note, ...notes] };
  } finally {
    cluster.close();
  }
}

async function readCluster(cluster: ClusterConnection, invocation: Invocation): Promise<ReadContents> {
  const { flags } = invocation;
  const namespace = flags.switch('allNamespaces') ? '' : cluster.defaultNamespace;
  const snapshot = await snapshotOfCluster(invocation, cluster, { namespace, withSecrets: flags.switch('withSecrets') });
  return described(snapshot, `context ${cluster.context}`);
}

async function readFile(path: string, invocation: Invocation): Promise<ReadContents> {
  const found = await readSnapshot(path);
  switch (found.kind) {
    case 'snapshot':
      return described(found.snapshot, `snapshot ${path} of ${found.snapshot.header.server}`);
    case 'other':
      return readRecording(path, invocation);
    case 'missing':
      throw new NotFoundError(`there is no file ${path}`);
    case 'foreign':
      throw new UsageError(`${path} is neither a snapshot nor a recording: ${found.reason}`);
    case 'unreadable':
      throw new UnreadableFileError(`${path} cannot be read: ${found.reason}`);
  }
}

function described({ header, objects }: Snapshot, what: string): ReadContents {
  const where = `${what}: ${objects.length} objects at resourceVersion ${header.resourceVersion} (${scopeText(header.scope)})`;
  return { objects, notes: [where, ...completenessNotes(header)] };
}

async function readRecording(path: string, { surroundings }: Invocation): Promise<ReadContents> {
  const recording = await openRecordingFile(path);
  const { objects, leftOut, end } = await fromRecording(recording, surroundings.clock.now());
  if (end?.kind === 'damaged' && recording.header.version === 1 && objects.length === 0)
    throw new UsageError(`${path} is neither a snapshot nor a recording (line ${end.line}: ${end.reason})`);
  if (end?.kind === 'damaged') throw new DamagedRecordingError(damageText(path, end), { hint: 'half a cluster behaves like no cluster' });
  const notes = [`recording ${path}: the last state of ${objects.length} objects`, ...openNotes(end)];
  return { objects, notes: [...notes, ...completenessNotes({ leftOut, laterReads: [] })] };
}

/** Of a file, -n takes a part. @throws NotFoundError */
function inNamespace({ objects, notes }: ReadContents, path: string, { flags }: Invocation): ReadContents {
  const namespace = flags.text('namespace');
  if (namespace === undefined) return { objects, notes };
  const of = (object: JsonObject): string => stringAt(object, ['metadata', 'namespace']) ?? '';
  if (!objects.some((object) => of(object) === namespace)) throw new NotFoundError(`${path} holds nothing of namespace ${namespace}`);
  const kept = objects.filter((object) => of(object) === '' || of(object) === namespace);
  return { objects: kept, notes: [...notes, `of namespace ${namespace}: ${kept.length} objects`] };
}
