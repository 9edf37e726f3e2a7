// Takes a snapshot of a live cluster: every collection in scope at one resourceVersion. Nothing is written there.

import type { Cancellation, JsonObject, ListWatchQuery } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import { StandIns } from '../stand-ins/stand-ins.ts';
import { collectionsOf, nameOf, resourceNamed } from './collections.ts';
import type { ListedAt } from './list-at.ts';
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

/** Lists that are asked for at the same time. */
const AT_ONCE = 8;
const API_SERVICES = 'apiservices.apiregistration.k8s.io';
const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';
const NAMESPACES = 'namespaces';

/** @throws what reading discovery throws, TransportError */
export async function takeSnapshot(live: LiveCluster, options: TakeOptions): Promise<Taken> {
  return new Taking(live, options).run();
}

class Taking {
  readonly #live: LiveCluster;
  readonly #options: TakeOptions;
  readonly #leftOut: Omission[] = [];
  readonly #laterReads: LaterRead[] = [];
  readonly #read = new Map<string, readonly JsonObject[]>();

  constructor(live: LiveCluster, options: TakeOptions) {
    this.#live = live;
    this.#options = options;
  }

  async run(): Promise<Taken> {
    const { namespace, signal, now } = this.#options;
    const [kinds, version] = await Promise.all([this.#live.kinds(signal), this.#live.version(signal)]);
    const known = [API_SERVICES, DEFINITIONS, NAMESPACES].flatMap((name) => resourceNamed(kinds, name) ?? []);
    const first = collectionsOf(kinds, { namespace, apiServices: [], definitions: [] }).queries;
    const resourceVersion = await this.#revision(first);
    if (resourceVersion === undefined) return { kind: 'forbidden' };
    await this.#list(
      known.map((resource) => ({ resource, namespace: '' })),
      resourceVersion,
    );
    if (this.#isMissing(namespace)) return { kind: 'no-namespace' };
    const { queries, leftOut } = collectionsOf(kinds, {
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
      const found = await this.#live.revision(query, this.#options.signal);
      if (found.kind === 'at') return found.resourceVersion;
    }
    return undefined;
  }

  async #list(queries: readonly ListWatchQuery[], resourceVersion: string): Promise<void> {
    const { signal } = this.#options;
    for (let start = 0; start < queries.length; start += AT_ONCE) {
      const group = queries.slice(start, start + AT_ONCE);
      const answers = await Promise.all(group.map((query) => listAt(this.#live, { query, resourceVersion, signal })));
      for (const [index, query] of group.entries()) this.#note(nameOf(query.resource), answers[index]);
    }
  }

  #note(name: string, answer: ListedAt | undefined): void {
    if (answer?.kind === 'listed') this.#read.set(name, answer.objects);
    if (answer?.kind === 'listed' && answer.later !== undefined) this.#laterReads.push(answer.later);
    if (answer?.kind === 'left-out') this.#leftOut.push({ what: name, reason: answer.reason });
  }

  #objectsOf(name: string): readonly JsonObject[] {
    return this.#read.get(name) ?? [];
  }

  #isMissing(namespace: string): boolean {
    const found = this.#read.get(NAMESPACES);
    return namespace !== '' && found !== undefined && !found.some((object) => stringAt(object, ['metadata', 'name']) === namespace);
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
