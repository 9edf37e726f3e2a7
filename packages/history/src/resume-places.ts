// Where collections go on after a restart: the stored position of each, and the objects that lived in it then.

import type { ApiResource } from '@rectrace/kube';
import { formatScope } from '@rectrace/kube';
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
  readonly #known = new Map<string, KnownObject[]>();

  /** root: of whom the positions and members are, where each root was recorded at its own times (writerOfRoot); absent = of all. */
  constructor(reader: Pick<HistoryReader, 'positions' | 'latest'>, { root }: { readonly root?: string | undefined } = {}) {
    this.positions = root === undefined ? reader.positions() : positionsOfRoot(reader, root);
    this.#places = new Map(this.positions.map(({ scope, resourceVersion }) => [scope, resourceVersion]));
    if (this.#places.size === 0) return;
    for (const { ref, resourceVersion } of reader.latest(root === undefined ? {} : { root })) {
      const { namespace, name, uid } = ref;
      const key = `${ref.group}/${ref.kind}`;
      const known = this.#known.get(key);
      if (known === undefined) this.#known.set(key, [{ namespace, name, uid, resourceVersion }]);
      else known.push({ namespace, name, uid, resourceVersion });
    }
  }

  /** namespace: '' = all. undefined: the collection was not followed before, or its place was taken already. */
  take({ group, kind, resource, namespaced }: ApiResource, { namespace }: { readonly namespace: string }): RecordedPlace | undefined {
    const within = namespaced ? namespace : '';
    const scope = formatScope({ group, resource, namespace: within });
    const resourceVersion = this.#places.get(scope);
    if (resourceVersion === undefined) return undefined;
    this.#places.delete(scope);
    const known = this.#known.get(`${group}/${kind}`) ?? [];
    return { resourceVersion, known: known.filter((object) => within === '' || object.namespace === within) };
  }
}
