// Reads a recording file to its end, and finds the roots in it.

import { openRecording } from '@rectrace/history';
import type { KubeObject } from '@rectrace/kube';
import { formatGroupKind, formatRef, parseApiVersion, refOf } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';

/** @throws Error where the file cannot be read, or not to its end */
export async function readRecording(file: string): Promise<readonly RecorderMessage[]> {
  const recording = await openRecording(file);
  if (recording.kind !== 'recording') throw new Error(recording.reason);
  const messages: RecorderMessage[] = [];
  for await (const message of recording.messages) messages.push(message);
  const end = recording.end();
  if (end?.kind === 'damaged') throw new Error(`${file}: line ${end.line}: ${end.reason}`);
  return messages;
}

/** Root names in a recording: of the given one ('Cluster/shop/cart' or with its group), or of all that own something and are not owned. */
export function rootsIn(messages: readonly RecorderMessage[], wanted: string | undefined): readonly string[] {
  const objects = messages.flatMap((message) => (message.kind === 'Listed' || message.kind === 'Observed' ? [message.object] : []));
  const named = objects.filter(({ kind }) => kind !== 'Event');
  const roots = wanted === undefined ? unowned(named) : named.filter((object) => [fullName(object), shortName(object)].includes(wanted));
  return [...new Set(roots.map(fullName))].sort();
}

function unowned(objects: readonly KubeObject[]): readonly KubeObject[] {
  const ownersOf = (object: KubeObject) => object.metadata.ownerReferences ?? [];
  const owners = new Set(objects.flatMap((object) => ownersOf(object).map((owner) => owner.uid)));
  const owned = new Set(objects.filter((object) => ownersOf(object).length > 0).map(({ metadata }) => metadata.uid));
  return objects.filter(({ metadata }) => owners.has(metadata.uid ?? '') && !owned.has(metadata.uid));
}

function fullName(object: KubeObject): string {
  const { namespace = '', name } = object.metadata;
  const kind = formatGroupKind({ group: parseApiVersion(object.apiVersion).group, kind: object.kind });
  return [kind, namespace, name].filter((part) => part !== '').join('/');
}

function shortName(object: KubeObject): string {
  return formatRef(refOf(object));
}
