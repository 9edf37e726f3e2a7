// Lives of real objects as text with holes: a Deployment, its ReplicaSet, a Pod from creation to deletion and a ConfigMap, taken from a recording
// of a real control plane, managedFields and all. Filled in, each revision is what an API server would have sent for another object of that kind.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** type: the watch message's. text: the object as JSON, with NAME, UID, OWNER, OWNERUID and VERSION in @. */
export type Moment = { readonly type: string; readonly generation: number; readonly text: string };
export type RecordedLives = {
  readonly deployment: readonly Moment[];
  readonly replicaSet: readonly Moment[];
  readonly pod: readonly Moment[];
  readonly configMap: readonly Moment[];
};

/** What the holes of a moment are filled with; version: the resourceVersion. */
export type Names = {
  readonly name: string;
  readonly uid: string;
  readonly owner: string;
  readonly ownerUid: string;
  readonly version: number;
};

const RECORDING = join(import.meta.dirname, '../../../packages/trace/testdata/recordings/p1-deployment.ndjson');

type Line = { readonly type: string; readonly object: RecordedObject };
type RecordedObject = {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly generation?: number;
    readonly ownerReferences?: readonly { readonly name: string; readonly uid: string }[];
  };
};

export function readRecordedLives(): RecordedLives {
  const lines = readFileSync(RECORDING, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
  const pod = lines.find(({ type, object }) => type === 'DELETED' && object.kind === 'Pod')?.object;
  const replicaSet = pod?.metadata.ownerReferences?.[0]?.uid;
  const deployment = lines.find(({ object }) => object.kind === 'Deployment')?.object.metadata.uid;
  const configMap = lines.find(({ object }) => object.kind === 'ConfigMap')?.object.metadata.uid;
  const lifeOf = (uid: string | undefined) => lines.filter(({ object }) => object.metadata.uid === uid).map(momentOf);
  return { deployment: lifeOf(deployment), replicaSet: lifeOf(replicaSet), pod: lifeOf(pod?.metadata.uid), configMap: lifeOf(configMap) };
}

function momentOf({ type, object }: Line): Moment {
  const { uid, generation = 0, ownerReferences = [] } = object.metadata;
  const [owner] = ownerReferences;
  const owners = owner === undefined ? {} : { ownerReferences: [{ ...owner, name: '@OWNER@' }] };
  const holed = { ...object, metadata: { ...object.metadata, name: '@NAME@', resourceVersion: '@VERSION@', ...owners } };
  const text = JSON.stringify(holed).replaceAll(uid, '@UID@');
  return { type, generation, text: owner === undefined ? text : text.replaceAll(owner.uid, '@OWNERUID@') };
}

/** The object's JSON text under other names. */
export function fillIn({ text }: Moment, { name, uid, owner, ownerUid, version }: Names): string {
  return text
    .replaceAll('@NAME@', name)
    .replaceAll('@UID@', uid)
    .replaceAll('@OWNERUID@', ownerUid)
    .replaceAll('@OWNER@', owner)
    .replaceAll('@VERSION@', String(version));
}
