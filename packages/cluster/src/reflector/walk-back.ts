// What happened to one name between two versions, read backwards from exact lists: each revision, deletions, and gaps where the past is gone.

import type { KubeObject } from '@rectrace/kube';
import { isOrderable, previousResourceVersion } from '@rectrace/kube';
import { AnswerGarbled } from '../errors.ts';
import type { ExactState } from './exact-state.ts';
import { findLastState } from './find-last-state.ts';
import type { Known } from './known-collection.ts';
import { isNewer } from './known-collection.ts';

/** Uids name whose revisions may be missing. */
export type PastStep =
  | { readonly kind: 'revision'; readonly object: KubeObject }
  /** object: its last state; goneAt: the version of the deletion. */
  | { readonly kind: 'deletion'; readonly object: KubeObject; readonly goneAt: string }
  /** Deleted after one version and not after the other; the last state before is not known. */
  | { readonly kind: 'vanishing'; readonly uid: string; readonly after: string; readonly before: string }
  | { readonly kind: 'gap'; readonly uid: string; readonly from: string; readonly to: string; readonly reason: string };

export type WalkBackQuery = {
  /** The object of that name at `place`, where there was one. */
  readonly known: Known | undefined;
  /** The object of that name now, where there is one. */
  readonly current: KubeObject | undefined;
  /** Everything up to this version is known. */
  readonly place: string;
  /** The version of the list that showed `current`. */
  readonly listVersion: string;
  read(resourceVersion: string): Promise<ExactState>;
  readonly maxRevisions: number;
};

/** steps: in the order in which they happened, without `current`. existed: uids that lived at the place already, known or not. */
export type Past = { readonly steps: readonly PastStep[]; readonly existed: ReadonlySet<string> };

/** @throws ApiError other than 410, TransportError */
export async function walkBack(query: WalkBackQuery): Promise<Past> {
  if (!isOrderable(query.listVersion) || !isOrderable(query.place)) return unorderable(query);
  const walk = new Walk(query);
  let state: Reached = query.current === undefined ? { kind: 'absent', at: query.listVersion } : { kind: 'present', object: query.current };
  while (state.kind !== 'end') state = state.kind === 'present' ? await walk.before(state.object) : await walk.beforeAbsence(state.at);
  return walk.past();
}

type Reached =
  | { readonly kind: 'present'; readonly object: KubeObject }
  | { readonly kind: 'absent'; readonly at: string }
  | { readonly kind: 'end' };

const END: Reached = { kind: 'end' };

class Walk {
  readonly #query: WalkBackQuery;
  /** What is known of the name reaches up to here. */
  readonly #floor: string;
  readonly #backwards: PastStep[] = [];
  readonly #existed: Set<string>;
  #revisions = 0;
  #knownEnded = false;

  constructor(query: WalkBackQuery) {
    this.#query = query;
    const { known, place } = query;
    this.#existed = new Set(known === undefined ? [] : [known.uid]);
    this.#floor = known !== undefined && isNewer(known.resourceVersion, place) ? known.resourceVersion : place;
  }

  past(): Past {
    return { steps: this.#backwards.toReversed(), existed: this.#existed };
  }

  /** What stood before a revision of a living object. */
  async before(object: KubeObject): Promise<Reached> {
    const previous = previousResourceVersion(object.metadata.resourceVersion ?? '');
    if (previous === undefined) return this.#reachFloor(object);
    if (!isNewer(previous, this.#floor)) return this.#beforeFloor(object, previous);
    if (this.#revisions >= this.#query.maxRevisions) return this.#giveUp(object, `more than ${this.#query.maxRevisions} revisions`);
    const state = await this.#query.read(previous);
    switch (state.kind) {
      case 'unanswered':
        return this.#giveUp(object, state.reason);
      case 'absent':
        return { kind: 'absent', at: previous };
      case 'present':
        return this.#take(state.object, previous);
    }
  }

  /** What stood before a version without an object of the name. */
  async beforeAbsence(at: string): Promise<Reached> {
    const { known } = this.#query;
    if (known === undefined || this.#knownEnded) return END;
    const last = await findLastState({ livedAt: this.#floor, goneAt: at, read: (version) => this.#query.read(version) });
    if (last.kind === 'found') {
      this.#backwards.push({ kind: 'deletion', object: last.object, goneAt: last.goneAt });
      this.#knownEnded = last.object.metadata.uid === known.uid;
      return this.#take(last.object, last.goneAt);
    }
    this.#backwards.push({ kind: 'vanishing', uid: known.uid, after: known.resourceVersion, before: last.goneAt });
    if (!last.exact)
      this.#backwards.push({ kind: 'gap', uid: known.uid, from: known.resourceVersion, to: last.goneAt, reason: last.reason });
    this.#knownEnded = true;
    return END;
  }

  #take(object: KubeObject, upTo: string): Reached {
    const version = object.metadata.resourceVersion ?? '';
    if (isNewer(version, upTo)) throw new AnswerGarbled(`the exact list of version ${upTo} showed version ${version}`);
    if (!isNewer(version, this.#floor)) {
      this.#existed.add(object.metadata.uid ?? '');
      return this.#reachFloor(object);
    }
    this.#backwards.push({ kind: 'revision', object });
    this.#revisions += 1;
    return { kind: 'present', object };
  }

  /** The revision right after the floor: was its object there at the floor? */
  async #beforeFloor(object: KubeObject, floor: string): Promise<Reached> {
    const { uid = '' } = object.metadata;
    if (this.#existed.has(uid)) return this.#reachFloor(object);
    const state = await this.#query.read(floor);
    if (state.kind === 'present' && state.object.metadata.uid === uid) this.#existed.add(uid);
    return this.#reachFloor(object);
  }

  /** The floor is reached: another object that lived there went unseen, right after it. */
  #reachFloor(object: KubeObject): Reached {
    const { known } = this.#query;
    if (known !== undefined && !this.#knownEnded && known.uid !== object.metadata.uid) {
      this.#backwards.push({
        kind: 'vanishing',
        uid: known.uid,
        after: known.resourceVersion,
        before: object.metadata.resourceVersion ?? '',
      });
    }
    return END;
  }

  #giveUp(object: KubeObject, reason: string): Reached {
    const { known } = this.#query;
    const to = object.metadata.resourceVersion ?? '';
    const uid = object.metadata.uid ?? '';
    const same = known?.uid === uid;
    this.#backwards.push({ kind: 'gap', uid, from: same ? known.resourceVersion : this.#floor, to, reason });
    if (known !== undefined && !same && !this.#knownEnded) {
      this.#backwards.push({ kind: 'vanishing', uid: known.uid, after: known.resourceVersion, before: to });
      this.#backwards.push({ kind: 'gap', uid: known.uid, from: known.resourceVersion, to, reason });
    }
    return END;
  }
}

/** Versions that can't be counted can't be walked: only that something is missing is known. */
function unorderable({ known, current, place, listVersion }: WalkBackQuery): Past {
  const reason = 'its versions are no numbers, so nothing between them can be asked for';
  const to = current?.metadata.resourceVersion ?? listVersion;
  const steps: PastStep[] = [];
  if (known !== undefined) steps.push({ kind: 'gap', uid: known.uid, from: known.resourceVersion, to, reason });
  if (known !== undefined && known.uid !== current?.metadata.uid)
    steps.push({ kind: 'vanishing', uid: known.uid, after: known.resourceVersion, before: to });
  if (current !== undefined && known?.uid !== current.metadata.uid)
    steps.push({ kind: 'gap', uid: current.metadata.uid ?? '', from: place, to, reason });
  return { steps, existed: new Set(known === undefined ? [] : [known.uid]) };
}
