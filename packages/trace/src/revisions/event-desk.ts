// Finds whom an Event is about: by uid where that is known, by name where the Event gives no uid or a name for one (Nodes); else it waits
// for its object. An Event with a uid never goes to another object of the same name, nor one with an API group to another group's.

import type { ObjectRef, Uid } from '@rectrace/kube';
import { asUid, parseApiVersion } from '@rectrace/kube';
import type { Known, KnownObjects } from '../known-objects.ts';
import type { InvolvedObject } from './event-details.ts';

/** uid: the object, or the name under which its Events wait. */
export type Address = { readonly uid: Uid; readonly ref: ObjectRef };

/** Where Events of cluster-scoped objects stand; some reporters say that the object stands there too. */
const EVENTS_OF_CLUSTER_SCOPED = 'default';
const ANY_GROUP = '*';

export class EventDesk {
  readonly #known: KnownObjects;
  /** Uids, and names with a group, that Events wait for. */
  readonly #waiting = new Set<string>();

  constructor(known: KnownObjects) {
    this.#known = known;
  }

  /** Objects that Events wait for. */
  get waiting(): number {
    return this.#waiting.size;
  }

  address(involved: InvolvedObject): Address {
    const found = this.#find(involved);
    if (found !== undefined) return { uid: found.ref.uid, ref: found.ref };
    const { uid = '', kind, namespace, name } = involved;
    const { group, version } = parseApiVersion(involved.apiVersion ?? '');
    const waitsAs = namesNoUid(involved) ? nameKey(involved.apiVersion === undefined ? ANY_GROUP : group, involved) : uid;
    this.#waiting.add(waitsAs);
    return { uid: asUid(waitsAs), ref: { group, version, kind, namespace, name, uid: asUid(uid) } };
  }

  /** An object is seen: the names under which Events waited for it. */
  arrive(ref: ObjectRef): readonly Uid[] {
    if (this.#waiting.size === 0) return [];
    this.#waiting.delete(ref.uid);
    const places = ref.namespace === '' ? ['', EVENTS_OF_CLUSTER_SCOPED] : [ref.namespace];
    const names = places.flatMap((namespace) => [ref.group, ANY_GROUP].map((group) => nameKey(group, { ...ref, namespace })));
    return names.filter((name) => this.#waiting.delete(name)).map(asUid);
  }

  /** What waited under this name was let go. */
  forget(name: Uid): void {
    this.#waiting.delete(name);
  }

  #find(involved: InvolvedObject): Known | undefined {
    const { uid = '', namespace } = involved;
    const byUid = uid === '' ? undefined : this.#known.get(asUid(uid));
    if (byUid !== undefined || !namesNoUid(involved)) return byUid;
    return this.#named(involved) ?? (namespace === EVENTS_OF_CLUSTER_SCOPED ? this.#named({ ...involved, namespace: '' }) : undefined);
  }

  #named({ apiVersion, kind, namespace, name }: InvolvedObject): Known | undefined {
    if (apiVersion === undefined) return this.#known.byBareName({ kind, namespace, name });
    return this.#known.byName({ group: parseApiVersion(apiVersion).group, kind, namespace, name });
  }
}

function namesNoUid({ uid = '', name }: InvolvedObject): boolean {
  return uid === '' || uid === name;
}

function nameKey(group: string, { kind, namespace, name }: Pick<ObjectRef, 'kind' | 'namespace' | 'name'>): string {
  return `name:${group}/${kind}/${namespace}/${name}`;
}
