// A life of a small object tree, made up from numbers: objects come, change owners, turn ready, fail, rise in generation, are deleted and made
// again. All in one order of versions, as one API server would write it.

import type { KubeObject, ResourceScope } from '@rectrace/kube';
import { parseApiVersion } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { CASE_START } from './case-message.ts';

/** what: which thing happens; slot: to which object; pause: milliseconds before it; owner: which other object owns it from then on. */
export type RandomStep = { readonly what: number; readonly slot: number; readonly pause: number; readonly owner: number };

type Life = { readonly uid: string; readonly object: KubeObject };
type World = { version: number; clock: number; lives: number; readonly alive: Map<number, Life>; readonly messages: RecorderMessage[] };

const KINDS = [
  ['example.com/v1', 'Widget'],
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'ReplicaSet'],
  ['v1', 'Pod'],
  ['v1', 'Pod'],
  ['v1', 'ConfigMap'],
  ['v1', 'ConfigMap'],
] as const;

export const SLOTS = KINDS.length;
export const ROOT = 'Widget.example.com/plain/o0';

/** The messages of a story. listed: how many steps happened before the first lists. */
export function tellStory(steps: readonly RandomStep[], listed: number): readonly RecorderMessage[] {
  const world: World = { version: 100, clock: CASE_START, lives: 0, alive: new Map(), messages: [] };
  for (const step of steps.slice(0, listed)) happen(step, world);
  world.messages.length = 0;
  const lists = listsOf(world);
  for (const step of steps.slice(listed)) happen(step, world);
  return [...lists, ...world.messages];
}

const RELIST = 10;
const REPORT = 11;
/** One more than the highest `what`. */
export const HAPPENINGS = 12;
/** The one after which an object has another owner. */
export const OWNER_CHANGE = 8;

function happen({ what, slot, pause, owner }: RandomStep, world: World): void {
  world.clock += pause;
  const life = world.alive.get(slot);
  if (what === RELIST) world.messages.push(...listOf(KINDS[slot] ?? KINDS[0], world));
  else if (life === undefined) create(slot, { owner, world });
  else if (what === REPORT) report(life, world);
  else if (what === 0) remove(slot, { life, world });
  else revise(slot, { life, change: CHANGES[what % CHANGES.length] ?? CHANGES[0], world, owner });
}

/** An Event about an object, named by its uid. */
function report({ uid, object }: Life, world: World): void {
  world.version += 1;
  const { apiVersion, kind, metadata } = object;
  const event: KubeObject = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `e${world.version}`, namespace: 'plain', uid: `e${world.version}`, resourceVersion: String(world.version) },
    involvedObject: { apiVersion, kind, name: metadata.name, namespace: 'plain', uid },
    reason: 'Seen',
    message: `at ${world.version}`,
  };
  world.messages.push({ kind: 'Observed', type: 'Added', scope: scopeOf(event), object: event, by: 'watch', receivedAt: world.clock });
}

type Change = (object: KubeObject, owner: ReturnType<typeof ownerOf>) => KubeObject;

const CHANGES: readonly [Change, ...Change[]] = [
  (object) => ({ ...object, status: { ...statusOf(object), observedGeneration: object.metadata.generation ?? 0 } }),
  (object) => {
    const generation = Number(object.metadata.generation ?? 0) + 1;
    return { ...object, metadata: { ...object.metadata, generation }, spec: { replicas: 1, minReadySeconds: generation } };
  },
  (object) => ({ ...object, status: { ...statusOf(object), conditions: [{ type: 'Ready', status: 'True' }] } }),
  (object) => ({ ...object, status: { ...statusOf(object), conditions: [{ type: 'Ready', status: 'False' }] } }),
  (object) => ({ ...object, status: { ...statusOf(object), replicas: 1, readyReplicas: 1, availableReplicas: 1, updatedReplicas: 1 } }),
  (object) => ({ ...object, status: { ...statusOf(object), readyReplicas: 0 } }),
  (object) => ({ ...object, metadata: { ...object.metadata, deletionTimestamp: '2026-11-30T10:00:00Z', finalizers: ['x'] } }),
  (object) => ({ ...object, data: { a: String(object.metadata.resourceVersion) } }),
  (object, owner) => ({ ...object, metadata: { ...object.metadata, ownerReferences: owner } }),
];

function statusOf(object: KubeObject): object {
  return typeof object.status === 'object' && object.status !== null ? object.status : {};
}

function create(slot: number, { owner, world }: { readonly owner: number; readonly world: World }): void {
  const [apiVersion, kind] = KINDS[slot] ?? KINDS[0];
  world.lives += 1;
  const uid = `o${slot}-${world.lives}`;
  const metadata = { name: `o${slot}`, namespace: 'plain', uid, generation: 1, ownerReferences: slot === 0 ? [] : ownerOf(owner, world) };
  tell('Added', slot, { world, life: { uid, object: { apiVersion, kind, metadata, spec: { replicas: 1 } } } });
}

function revise(
  slot: number,
  { life, change, world, owner }: { readonly life: Life; readonly change: Change; readonly world: World; readonly owner: number },
): void {
  tell('Modified', slot, { world, life: { ...life, object: change(life.object, slot === 0 ? [] : ownerOf(owner, world)) } });
}

function remove(slot: number, { life, world }: { readonly life: Life; readonly world: World }): void {
  tell('Deleted', slot, { world, life });
  world.alive.delete(slot);
}

function tell(type: 'Added' | 'Modified' | 'Deleted', slot: number, { world, life }: { readonly world: World; readonly life: Life }): void {
  world.version += 1;
  const object = { ...life.object, metadata: { ...life.object.metadata, resourceVersion: String(world.version) } };
  world.alive.set(slot, { ...life, object });
  world.messages.push({ kind: 'Observed', type, scope: scopeOf(object), object, by: 'watch', receivedAt: world.clock });
}

function ownerOf(slot: number, { alive }: World): readonly { apiVersion: string; kind: string; name: string; uid: string }[] {
  const owner = alive.get(slot)?.object;
  return owner === undefined
    ? []
    : [{ apiVersion: owner.apiVersion, kind: owner.kind, name: owner.metadata.name, uid: owner.metadata.uid ?? '' }];
}

function scopeOf({ apiVersion, kind }: KubeObject): ResourceScope {
  return { group: parseApiVersion(apiVersion).group, resource: kind.toLowerCase(), namespace: '' };
}

/** One list for each kind, of what stands at this moment. */
function listsOf(world: World): readonly RecorderMessage[] {
  return [...new Map(KINDS.map((entry) => [entry[1], entry])).values()].flatMap((entry) => listOf(entry, world));
}

function listOf([apiVersion, kind]: (typeof KINDS)[number], { alive, version, clock }: World): readonly RecorderMessage[] {
  const objects = [...alive.values()].map(({ object }) => object).filter((object) => object.kind === kind);
  const scope = { group: parseApiVersion(apiVersion).group, resource: kind.toLowerCase(), namespace: '' };
  const resourceVersion = String(version);
  return [
    { kind: 'ListBegin', scope, objectKind: kind, resourceVersion, requestedAt: clock, receivedAt: clock },
    ...objects.map((object): RecorderMessage => ({ kind: 'Listed', scope, object, receivedAt: clock })),
    { kind: 'ListEnd', scope, resourceVersion, receivedAt: clock },
  ];
}
