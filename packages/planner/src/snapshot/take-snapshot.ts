// Takes a snapshot of a live cluster: every collection in scope at one resourceVersion. Nothing is written there.

import { ApiError, allInOrder } from '@rectrace/cluster';
import type { Cancellation, JsonObject, ListWatchQuery } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import { StandIns } from '../stand-ins/stand-ins.ts';
import { collectionsOf, nameOf, resourceNamed } from './collections.ts';
import { listAt } from './list-at.ts';
import type { LiveCluster } from './live-cluster.ts';
import { withoutOutOfScope } from './out-of-scope.ts';
import type { LaterRead, Omission, Snapshot } from './snapshot.ts';

export type TakeOptions = {
  /** '' for all. */
  readonly namespace: string;
  /** The key of the stand-ins for secret values, fresh and thrown away; absent: the values are kept. */
  readonly standInKey?: Uint8Array;
  /** Milliseconds since the epoch, where the server does not tell the time. */
  readonly now: number;
  readonly signal: Cancellation;
};

export type Taken =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  /** There is no right to list anything. */
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'no-namespace' };

const CONCURRENCY = 8;
const API_SERVICES = 'apiservices.apiregistration.k8s.io';
const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';
const NAMESPACES = 'namespaces';

/** @throws ApiError where not even discovery answers, TransportError */
export async function takeSnapshot(live: LiveCluster, options: TakeOptions): Promise<Taken> {
  return new Taking(live, options).run();
}

type Read = { readonly query: ListWatchQuery; readonly objects: readonly JsonObject[] };

class Taking {
  readonly #live: LiveCluster;
  readonly #options: TakeOptions;
  readonly #leftOut: Omission[] = [];
  readonly #laterReads: LaterRead[] = [];
  readonly #read = new Map<string, Read>();

  constructor(live: LiveCluster, options: TakeOptions) {
    this.#live = live;
    this.#options = options;
  }

  async run(): Promise<Taken> {
    const { namespace, signal, now } = this.#options;
    const [served, version] = await Promise.all([this.#live.served(signal), this.#live.version(signal)]);
    const known = [API_SERVICES, DEFINITIONS, NAMESPACES].flatMap((name) => resourceNamed(served, name) ?? []);
    const first = collectionsOf(served, { namespace, apiServices: [], definitions: [] }).queries;
    const resourceVersion = await this.#revision(first);
    if (resourceVersion === undefined) return { kind: 'forbidden' };
    await this.#list(
      known.map((resource) => ({ resource, namespace: '' })),
      resourceVersion,
    );
    if (this.#isMissing(namespace)) return { kind: 'no-namespace' };
    const { queries, leftOut } = collectionsOf(served, {
      namespace,
      apiServices: this.#objectsOf(API_SERVICES),
      definitions: this.#objectsOf(DEFINITIONS),
    });
    await this.#list(
      queries.filter(({ resource }) => !known.some((other) => nameOf(other) === nameOf(resource))),
      resourceVersion,
    );
    const takenAt = version.date ?? now;
    const scoped = withoutOutOfScope(this.#inOrder(queries), { takenAt, namespace });
    const header = {
      version: 1 as const,
      takenAt,
      server: this.#live.server,
      serverVersion: version.version,
      resourceVersion,
      scope: { namespace },
      secrets: this.#options.standInKey === undefined ? ('kept' as const) : ('standIns' as const),
      leftOut: [...this.#leftOut.toSorted(byName), ...leftOut, ...scoped.leftOut],
      laterReads: this.#laterReads,
    };
    return { kind: 'snapshot', snapshot: { header, objects: this.#withStandIns(scoped.objects) } };
  }

  /** The present, by one object of the first collection that may be listed. */
  async #revision(queries: readonly ListWatchQuery[]): Promise<string | undefined> {
    for (const query of queries) {
      try {
        const options = { from: { kind: 'consistent' }, limit: 1, signal: this.#options.signal } as const;
        for await (const { resourceVersion } of this.#live.list(query, options)) return resourceVersion;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }
    return undefined;
  }

  async #list(queries: readonly ListWatchQuery[], resourceVersion: string): Promise<void> {
    const { signal } = this.#options;
    const answers = await allInOrder(queries, {
      limit: CONCURRENCY,
      work: async (query) => ({ query, answer: await listAt(this.#live, { query, resourceVersion, signal }) }),
    });
    for (const { query, answer } of answers) {
      const name = nameOf(query.resource);
      if (answer.kind === 'listed') this.#read.set(name, { query, objects: answer.objects });
      else this.#leftOut.push({ what: name, reason: answer.reason });
      if (answer.kind === 'listed' && answer.later !== undefined) this.#laterReads.push(answer.later);
    }
  }

  #objectsOf(name: string): readonly JsonObject[] {
    return this.#read.get(name)?.objects ?? [];
  }

  #isMissing(namespace: string): boolean {
    const found = this.#read.get(NAMESPACES);
    return namespace !== '' && found !== undefined && !found.objects.some((object) => stringAt(object, ['metadata', 'name']) === namespace);
  }

  /** As discovery orders the collections, and the server the objects in them. */
  #inOrder(queries: readonly ListWatchQuery[]): readonly JsonObject[] {
    return queries.flatMap(({ resource }) => this.#objectsOf(nameOf(resource)));
  }

  #withStandIns(objects: readonly JsonObject[]): readonly JsonObject[] {
    const { standInKey } = this.#options;
    return standInKey === undefined ? objects : new StandIns(standInKey).replaceAll(objects);
  }
}

function byName(left: Omission, right: Omission): number {
  return left.what < right.what ? -1 : 1;
}
