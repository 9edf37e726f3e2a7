// A stand-in for an API server and its users: one Deployment and what hangs on it, written to without pause, told as lists and watches to whoever
// attaches, from any version on. Some children get their owner late.

import type { RecordedPosition } from '@rectrace/history';
import type { JsonObject, KubeObject, OwnerReference, ResourceScope } from '@rectrace/kube';
import { formatScope } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import type { Acked } from '../compare-recorded.ts';
import { below, type Random } from '../seeded-random.ts';

type Kind = 'Deployment' | 'Pod' | 'ConfigMap';
type Entry = {
  readonly type: 'Added' | 'Modified' | 'Deleted';
  readonly kind: Kind;
  readonly version: number;
  readonly object: KubeObject;
};
type Send = (message: RecorderMessage) => void;

const SCOPES: Readonly<Record<Kind, ResourceScope>> = {
  Deployment: { group: 'apps', resource: 'deployments', namespace: 'plain' },
  Pod: { group: '', resource: 'pods', namespace: 'plain' },
  ConfigMap: { group: '', resource: 'configmaps', namespace: 'plain' },
};
const KINDS: readonly Kind[] = ['Deployment', 'Pod', 'ConfigMap'];
const OWNER: OwnerReference = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'uid-web', controller: true };
/** Of a Deployment that has all it wants. */
const SETTLED = { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 };
/** Of a Pod that is complete. */
const READY = [{ type: 'Ready', status: 'True' }];
const MOST_CHILDREN = 40;

export class ScriptedServer {
  readonly #random: Random;
  readonly #now: () => number;
  readonly #log: Entry[] = [];
  readonly #living = new Map<string, Entry>();
  #send: Send | undefined;
  #firstListed: number | undefined;
  #version = 100;
  #names = 0;

  constructor(random: Random, now: () => number) {
    this.#random = random;
    this.#now = now;
    this.#put('Deployment', { name: 'web', uid: OWNER.uid, status: SETTLED });
  }

  get version(): number {
    return this.#version;
  }

  /** One write: a child is created, changed, given its owner or deleted, or the Deployment's status moves. */
  write(): void {
    const children = [...this.#living.values()].filter(({ kind }) => kind !== 'Deployment');
    const chosen = children[below(this.#random, children.length)];
    const draw = below(this.#random, 500);
    if (draw < 10) this.#touch(this.#living.get(OWNER.uid));
    else if (chosen === undefined || (draw < 22 && children.length < MOST_CHILDREN)) this.#create(draw % 2 === 0 ? 'Pod' : 'ConfigMap');
    else if (draw < 28 && isOwned(chosen)) this.#delete(chosen);
    else this.#touch(chosen);
  }

  /** Gives every child its owner, so that each of them is a member in the end. */
  adoptAll(): void {
    for (const entry of [...this.#living.values()]) if (!isOwned(entry) && entry.kind !== 'Deployment') this.#touch(entry, true);
  }

  bookmark(): void {
    for (const kind of KINDS)
      this.#send?.({ kind: 'Bookmark', scope: SCOPES[kind], resourceVersion: String(this.#version), receivedAt: this.#now() });
  }

  /** Every write since somebody first listed. */
  acked(): readonly Acked[] {
    return this.#log
      .filter((entry) => entry.version > (this.#firstListed ?? 0))
      .map(({ kind, type, object }) => ({
        uid: object.metadata.uid ?? '',
        resourceVersion: object.metadata.resourceVersion ?? '',
        scope: formatScope(SCOPES[kind]),
        deleted: type === 'Deleted',
      }));
  }

  /** Tells one listener what stood at its positions (now, where it has none) and all that has happened since and will. Who listened before is left. */
  attach(positions: readonly RecordedPosition[], send: Send): void {
    this.#firstListed ??= this.#version;
    const from = new Map(KINDS.map((kind) => [kind, this.#from(kind, positions)]));
    for (const [kind, version] of from) this.#list(kind, { version, send });
    for (const entry of this.#log) if (entry.version > (from.get(entry.kind) ?? 0)) send(this.#watched(entry));
    this.#send = send;
  }

  detach(): void {
    this.#send = undefined;
  }

  #from(kind: Kind, positions: readonly RecordedPosition[]): number {
    const stored = positions.find(({ scope }) => scope === formatScope(SCOPES[kind]));
    return stored === undefined ? this.#version : Number(stored.resourceVersion);
  }

  #list(kind: Kind, { version, send }: { readonly version: number; readonly send: Send }): void {
    const scope = SCOPES[kind];
    const receivedAt = this.#now();
    const resourceVersion = String(version);
    const standing = new Map<string, KubeObject>();
    for (const entry of this.#log.filter((one) => one.kind === kind && one.version <= version)) {
      if (entry.type === 'Deleted') standing.delete(entry.object.metadata.uid ?? '');
      else standing.set(entry.object.metadata.uid ?? '', entry.object);
    }
    send({ kind: 'ListBegin', scope, objectKind: kind, resourceVersion, requestedAt: 0, receivedAt });
    for (const object of standing.values()) send({ kind: 'Listed', scope, object, receivedAt });
    send({ kind: 'ListEnd', scope, resourceVersion, receivedAt });
  }

  #create(kind: Kind): void {
    this.#names += 1;
    const name = `${kind.toLowerCase()}-${this.#names}`;
    const owned = kind === 'Pod' ? { ownerReferences: [OWNER] } : {};
    this.#put(kind, { name, uid: `uid-${name}`, ...owned, status: { conditions: READY, step: 0 } });
  }

  /** Without an owner it may get one now. */
  #touch(entry: Entry | undefined, adopt = below(this.#random, 3) === 0): void {
    if (entry === undefined) return;
    const { name, uid = '', ownerReferences } = entry.object.metadata;
    const owners = ownerReferences ?? (adopt && entry.kind !== 'Deployment' ? [OWNER] : undefined);
    const settled = entry.kind === 'Deployment' ? SETTLED : { conditions: READY };
    const status = { ...settled, step: this.#version, note: 'x'.repeat(below(this.#random, 200)) };
    this.#put(entry.kind, { name, uid, ...(owners === undefined ? {} : { ownerReferences: owners }), status });
  }

  #put(
    kind: Kind,
    {
      name,
      uid,
      status,
      ...metadata
    }: { readonly name: string; readonly uid: string; readonly status: JsonObject; readonly ownerReferences?: readonly OwnerReference[] },
  ): void {
    this.#version += 1;
    const apiVersion = kind === 'Deployment' ? 'apps/v1' : 'v1';
    const object: KubeObject = {
      apiVersion,
      kind,
      metadata: { name, namespace: 'plain', uid, resourceVersion: String(this.#version), generation: 1, ...metadata },
      status,
    };
    const entry: Entry = { type: this.#living.has(uid) ? 'Modified' : 'Added', kind, version: this.#version, object };
    this.#living.set(uid, entry);
    this.#tell(entry);
  }

  #delete({ kind, object }: Entry): void {
    this.#version += 1;
    const gone: KubeObject = { ...object, metadata: { ...object.metadata, resourceVersion: String(this.#version) } };
    this.#living.delete(object.metadata.uid ?? '');
    this.#tell({ type: 'Deleted', kind, version: this.#version, object: gone });
  }

  #tell(entry: Entry): void {
    this.#log.push(entry);
    this.#send?.(this.#watched(entry));
  }

  #watched({ type, kind, object }: Entry): RecorderMessage {
    return { kind: 'Observed', type, scope: SCOPES[kind], object, by: 'watch', receivedAt: this.#now() };
  }
}

function isOwned({ object }: Entry): boolean {
  return object.metadata.ownerReferences !== undefined;
}
