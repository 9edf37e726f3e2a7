// The last state of each object in a recording, in the order in which they were first met: what a virtual control plane can start with.

import type { JsonObject, KubeObject, ObjectRef } from '@rectrace/kube';
import { asJson, compareResourceVersions, formatGroupKind, refOf } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';

export class LastStates {
  readonly #living = new Map<string, Known>();
  /** uids of objects that are gone: what is told late of them changes nothing. */
  readonly #gone = new Set<string>();
  #epoch = 0;

  see(message: RecorderMessage): void {
    if (message.kind === 'Listed') this.#keep(message.object);
    else if (message.kind === 'Observed' && message.type !== 'Deleted') this.#keep(message.object);
    else if (message.kind === 'Observed') this.#remove(refOf(message.object));
    else if (message.kind === 'Vanished') this.#remove(message.ref);
    else if (message.kind === 'EpochBegin') this.#epoch += 1;
  }

  objects(): readonly JsonObject[] {
    return [...this.#living.values()].map(({ object }) => asJson(object));
  }

  /** A revision that is told late may be older than what is known; those of a restored cluster start anew. */
  #keep(object: KubeObject): void {
    const ref = refOf(object);
    const known = this.#living.get(placeOf(ref));
    const late = known !== undefined && known.epoch === this.#epoch && isOlder(object, known.object);
    if (!late && !this.#gone.has(ref.uid)) this.#living.set(placeOf(ref), { object, epoch: this.#epoch });
  }

  #remove(ref: ObjectRef): void {
    if (ref.uid !== '') this.#gone.add(ref.uid);
    const known = this.#living.get(placeOf(ref));
    if (known !== undefined && refOf(known.object).uid === ref.uid) this.#living.delete(placeOf(ref));
  }
}

type Known = { readonly object: KubeObject; readonly epoch: number };

function placeOf(ref: ObjectRef): string {
  return `${formatGroupKind(ref)}/${ref.namespace}/${ref.name}`;
}

function isOlder(object: KubeObject, than: KubeObject): boolean {
  const [version, known] = [object, than].map(({ metadata }) => metadata.resourceVersion ?? '');
  return compareResourceVersions(version ?? '', known ?? '') === 'less';
}
