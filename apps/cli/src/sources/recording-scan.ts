// A first look at a recording: which objects are in it, and which of them can be the root of a tree.

import type { RecordingEnd } from '@rectrace/history';
import type { KubeObject, ObjectRef } from '@rectrace/kube';
import { formatObjectKey, refOf } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { isEvent } from '@rectrace/trace';

export type ScannedObject = { readonly ref: ObjectRef; readonly owned: boolean; readonly owns: boolean };
/** Where and why a file could not be read on. */
export type RecordingDamage = Extract<RecordingEnd, { readonly kind: 'damaged' }>;

/**
 * objects: by group, kind, namespace and name, the newest uid. last: time of the newest message, milliseconds since the epoch.
 * roots: ids of what the recording was made of, where it says so.
 */
export type RecordingScan = {
  /** What kept the rest of the file from being read. */
  readonly damage?: RecordingDamage;
  /** What the reader should know of its completeness. */
  readonly notes: readonly string[];
  readonly objects: readonly ScannedObject[];
  readonly first: number;
  readonly last: number;
  readonly messages: number;
  readonly roots: readonly string[];
};

export class RecordingScanner {
  readonly #refs = new Map<string, ObjectRef>();
  readonly #owned = new Set<string>();
  readonly #owners = new Set<string>();
  #first = Number.POSITIVE_INFINITY;
  #last = 0;
  #messages = 0;

  see(message: RecorderMessage): void {
    this.#messages += 1;
    this.#first = Math.min(this.#first, message.receivedAt);
    this.#last = Math.max(this.#last, message.receivedAt);
    if (message.kind === 'Listed' || message.kind === 'Observed') this.#seeObject(message.object);
  }

  /** roots: of the recording's header. */
  result(roots: readonly string[]): Omit<RecordingScan, 'notes'> {
    const objects = [...this.#refs.values()].map((ref) => ({ ref, owned: this.#owned.has(ref.uid), owns: this.#owners.has(ref.uid) }));
    return { objects, first: Math.min(this.#first, this.#last), last: this.#last, messages: this.#messages, roots };
  }

  #seeObject(object: KubeObject): void {
    if (isEvent(object)) return;
    const ref = refOf(object);
    this.#refs.set([ref.group, ref.kind, ref.namespace, ref.name].join('/'), ref);
    for (const owner of object.metadata.ownerReferences ?? []) {
      this.#owned.add(ref.uid);
      this.#owners.add(owner.uid);
    }
  }
}

/** What nothing owns and what owns something: where a tree starts; and what the recording was made of. */
export function rootCandidates({ objects, roots }: RecordingScan): readonly ObjectRef[] {
  const recorded = new Set(roots);
  return objects.filter(({ ref, owned, owns }) => (owns && !owned) || recorded.has(formatObjectKey(ref))).map(({ ref }) => ref);
}

/** What the recording was made of, as far as it is in it. */
export function recordedRoots({ objects, roots }: RecordingScan): readonly ObjectRef[] {
  const recorded = new Set(roots);
  return objects.filter(({ ref }) => recorded.has(formatObjectKey(ref))).map(({ ref }) => ref);
}
