// What a control plane starts with beside the objects that every API server makes: the objects of another cluster, as an API server shows them.
import type { JsonObject } from '@rectrace/kube';

export type Contents = {
  /** In any order, complete: what only a server sets (uid, times, generation, managedFields, status) stays; resourceVersions are given anew. */
  readonly objects: readonly JsonObject[];
  /** Told once a kind and reason. */
  readonly onLeftOut?: (left: LeftOut) => void;
};

/** Objects, or fields of objects, that this API server does not know. */
export type LeftOut = {
  readonly apiVersion: string;
  readonly kind: string;
  /** How many objects are concerned. */
  readonly count: number;
  readonly reason: string;
};

/** Counts what is left out, a kind and reason at a time. */
export class LeftOutCount {
  readonly #found = new Map<string, LeftOut>();

  note({ apiVersion, kind }: Pick<LeftOut, 'apiVersion' | 'kind'>, reason: string): void {
    const key = JSON.stringify([apiVersion, kind, reason]);
    this.#found.set(key, { apiVersion, kind, reason, count: (this.#found.get(key)?.count ?? 0) + 1 });
  }

  /** In the order of kinds. */
  all(): readonly LeftOut[] {
    return [...this.#found].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, left]) => left);
  }
}
