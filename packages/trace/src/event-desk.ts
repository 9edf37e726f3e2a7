// Finds whom an Event is about: by uid where that is known, by name where the Event gives no uid or a name for one (Nodes); else it waits
// for its object. An Event with a uid never goes to another object of the same name.

import type { ObjectRef, Uid } from '@rectrace/kube';
import { asUid, parseApiVersion } from '@rectrace/kube';
import type { InvolvedObject } from './event-details.ts';
import type { Known, KnownObjects } from './known-objects.ts';

/** uid: the object, or the name under which its Events wait. */
export type Address = { readonly uid: Uid; readonly ref: ObjectRef };

export class EventDesk {
  readonly #known: KnownObjects;
  readonly #waiting = new Map<string, Set<Uid>>();

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
    const bare = bareName(involved);
    const waitsAs = asUid(namesNoUid(involved) ? `name:${bare}` : uid);
    this.#waiting.set(bare, (this.#waiting.get(bare) ?? new Set()).add(waitsAs));
    return { uid: waitsAs, ref: { group, version, kind, namespace, name, uid: asUid(uid) } };
  }

  /** An object is seen: the names under which Events waited for it. */
  arrive(ref: ObjectRef): readonly Uid[] {
    const waiting = this.#waiting.get(bareName(ref));
    if (waiting === undefined) return [];
    const mine = [...waiting].filter((uid) => uid === ref.uid || uid.startsWith('name:'));
    for (const uid of mine) waiting.delete(uid);
    if (waiting.size === 0) this.#waiting.delete(bareName(ref));
    return mine.filter((uid) => uid !== ref.uid);
  }

  #find(involved: InvolvedObject): Known | undefined {
    const { uid = '', kind, namespace, name } = involved;
    const byUid = uid === '' ? undefined : this.#known.get(asUid(uid));
    if (byUid !== undefined || !namesNoUid(involved)) return byUid;
    const { group } = parseApiVersion(involved.apiVersion ?? '');
    const exact = involved.apiVersion === undefined ? undefined : this.#known.byName({ group, kind, namespace, name });
    return exact ?? this.#known.byBareName({ kind, namespace, name });
  }
}

function namesNoUid({ uid = '', name }: InvolvedObject): boolean {
  return uid === '' || uid === name;
}

function bareName({ kind, namespace, name }: Pick<ObjectRef, 'kind' | 'namespace' | 'name'>): string {
  return `${kind}/${namespace}/${name}`;
}
