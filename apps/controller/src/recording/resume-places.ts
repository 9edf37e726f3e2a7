// Where reflectors go on after a restart: the stored position of each collection, and the members of trees that lived in it then.

import type { KnownRevision, ResumePlace } from '@rectrace/cluster';
import type { HistoryReader } from '@rectrace/history';
import type { ApiResource } from '@rectrace/kube';
import { formatScope } from '@rectrace/kube';

export class ResumePlaces {
  readonly #positions: ReadonlyMap<string, string>;
  readonly #known = new Map<string, KnownRevision[]>();

  constructor(reader: HistoryReader) {
    this.#positions = new Map(reader.positions().map(({ scope, resourceVersion }) => [scope, resourceVersion]));
    for (const { ref, resourceVersion } of reader.latest({})) {
      const { namespace, name, uid } = ref;
      const key = `${ref.group}/${ref.kind}`;
      const known = this.#known.get(key);
      if (known === undefined) this.#known.set(key, [{ namespace, name, uid, resourceVersion }]);
      else known.push({ namespace, name, uid, resourceVersion });
    }
  }

  /** undefined: the collection was not followed before, or a place for it was asked for already. */
  take({ group, kind, resource }: ApiResource): ResumePlace | undefined {
    const resourceVersion = this.#positions.get(formatScope({ group, resource, namespace: '' }));
    if (resourceVersion === undefined) return undefined;
    const known = this.#known.get(`${group}/${kind}`) ?? [];
    this.#known.delete(`${group}/${kind}`);
    return { resourceVersion, known };
  }
}
