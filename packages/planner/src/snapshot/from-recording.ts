// A recording as contents for a virtual control plane: the last state of each object in it.

import type { Recording, RecordingEnd } from '@rectrace/history';
import type { JsonObject } from '@rectrace/kube';
import { LastStates } from './last-states.ts';
import type { Omission } from './snapshot.ts';
import { usableSecret } from './usable-secret.ts';

/** end: how the recording ended. */
export type RecordedContents = {
  readonly objects: readonly JsonObject[];
  readonly leftOut: readonly Omission[];
  readonly end: RecordingEnd | undefined;
};

/** Kinds that cannot be without a spec: of many objects of a kind, a recording may hold the metadata alone. */
const WITH_SPEC = new Set(['Pod', 'Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'Service', 'PersistentVolume']);

/** now: milliseconds since the epoch. */
export async function fromRecording({ messages, end }: Recording, now: number): Promise<RecordedContents> {
  const states = new LastStates();
  for await (const message of messages) states.see(message);
  const objects = states.objects();
  const whole = objects.filter((object) => !isMetadataAlone(object));
  return { objects: whole.map((object) => usableSecret(object, now)), leftOut: omissions(objects.filter(isMetadataAlone)), end: end() };
}

function isMetadataAlone(object: JsonObject): boolean {
  return WITH_SPEC.has(String(object['kind'])) && object['spec'] === undefined;
}

function omissions(objects: readonly JsonObject[]): readonly Omission[] {
  const counts = new Map<string, number>();
  for (const { kind } of objects) counts.set(String(kind), (counts.get(String(kind)) ?? 0) + 1);
  return [...counts].sort().map(([kind, count]) => ({ what: `${count} of kind ${kind}`, reason: 'recorded by their metadata alone' }));
}
