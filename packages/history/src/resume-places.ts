// Where collections go on after a restart: the stored position of each, and the objects that lived in it then.

import type { ApiResource } from '@rectrace/kube';
import { formatGroupKind, formatScope } from '@rectrace/kube';
import type { HistoryReader } from './history-reader.ts';
import type { RecordedPosition } from './history-writer.ts';
import { positionsOfRoot } from './root-positions.ts';

export type KnownObject = { readonly namespace: string; readonly name: string; readonly uid: string; readonly resourceVersion: string };

/** Everything up to this version was recorded; known: the objects of the history that lived then. */
export type RecordedPlace = { readonly resourceVersion: string; readonly known: readonly KnownObject[] };

export class ResumePlaces {
  /** As they were stored, for the loop that goes on from them. */
  readonly positions: readonly RecordedPosition[];
  readonly #places: Map<string, string>;
  readonly #reader: Pick<HistoryReader, 'latest'>;
  readonly #root: string | undefined;

  /** root: of whom the positions and members are, where each root was recorded at its own times (writerOfRoot); absent = of all. */
  constructor(reader: Pick<HistoryReader, 'positions' | 'latest'>, { root }: { readonly root?: string | undefined } = {}) {
    this.positions = root === undefined ? reader.positions() : positionsOfRoot(reader, root);
    this.#places = new Map(this.positions.map(({ scope, resourceVersion }) => [scope, resourceVersion]));
    this.#reader = reader;
    this.#root = root;
  }

  /**
   * namespace: '' = all. undefined: the collection was not followed before, or its place was taken already. The objects are read now, those of the
   * one kind alone.
   */
  take(resource: ApiResource, { namespace }: { readonly namespace: string }): RecordedPlace | undefined {
    const within = resource.namespaced ? namespace : '';
    const scope = formatScope({ group: resource.group, resource: resource.resource, namespace: within });
    const resourceVersion = this.#places.get(scope);
    if (resourceVersion === undefined) return undefined;
    this.#places.delete(scope);
    return { resourceVersion, known: this.#known(resource, within) };
  }

  #known(resource: ApiResource, within: string): readonly KnownObject[] {
    const known: KnownObject[] = [];
    const ofRoot = this.#root === undefined ? {} : { root: this.#root };
    for (const { ref, resourceVersion } of this.#reader.latest({ ...ofRoot, kinds: [formatGroupKind(resource)], withoutBodies: true })) {
      const { namespace, name, uid } = ref;
      if (within === '' || namespace === within) known.push({ namespace, name, uid, resourceVersion });
    }
    return known;
  }
}
