// The feed out of a store in the same process: writes of all resources come in the order of their revisions.
// For kinds that are stored in the version in which they are followed, as all are that controllers work on.
import type { JsonObject, KubeObject } from '@rectrace/kube';
import { walkFrom } from '../../storage/ordered-map.ts';
import type { Store, StoreWatch } from '../../storage/store.ts';
import type { LogRecord } from '../../storage/stored-object.ts';
import type { FeedMessage, ObjectFeed } from './object-feed.ts';
import type { Resource } from './resource.ts';
import { apiVersionOf, storageNameOf } from './resource.ts';

type Written = { readonly resource: Resource; readonly record: LogRecord };

const ALL = Number.POSITIVE_INFINITY;

export class StoreFeed implements ObjectFeed {
  readonly #store: Store;
  readonly #watches = new Map<Resource, StoreWatch>();
  #call: () => void = () => undefined;
  #read = 0;
  #present: FeedMessage[];

  constructor(store: Store, resources: readonly Resource[]) {
    this.#store = store;
    this.#read = store.revision;
    this.#present = resources.map((resource) => this.#follow(resource));
  }

  take(): readonly FeedMessage[] {
    if (this.#present.length === 0 && this.#read === this.#store.revision) return [];
    this.#read = this.#store.revision;
    const written = [...this.#watches].flatMap(([resource, watch]) => this.#writesOf(resource, watch));
    const messages = [...this.#present, ...written.sort((left, right) => left.record.revision - right.record.revision).map(messageOf)];
    this.#present = [];
    return messages;
  }

  onArrival(call: () => void): void {
    this.#call = call;
  }

  close(): void {
    for (const watch of this.#watches.values()) watch.close();
    this.#watches.clear();
  }

  #follow(resource: Resource): FeedMessage {
    const name = storageNameOf(resource);
    const after = this.#store.revision;
    const opened = this.#store.watch(name, { after, onWrite: () => this.#call() });
    if (opened.kind === 'compacted') throw new RangeError(`the writes to ${name} after ${after}, the newest, are not kept`);
    this.#watches.set(resource, opened.watch);
    return { kind: 'present', resource, objects: objectsIn(this.#store, resource) };
  }

  /** Where more was written than the log keeps, all that is there is told anew. */
  #writesOf(resource: Resource, watch: StoreWatch): readonly Written[] {
    const read = watch.read(ALL);
    if (read.kind === 'records') return read.records.map((record) => ({ resource, record }));
    if (read.kind === 'idle') return [];
    watch.close();
    this.#present.push(this.#follow(resource));
    return [];
  }
}

function objectsIn(store: Store, resource: Resource): readonly KubeObject[] {
  const snapshot = store.snapshot(storageNameOf(resource));
  const objects: KubeObject[] = [];
  if (snapshot.kind === 'snapshot') {
    walkFrom(snapshot.objects, undefined, (_key, { object }) => {
      objects.push(shownAs(resource, object));
      return true;
    });
  }
  return objects;
}

function messageOf({ resource, record }: Written): FeedMessage {
  return { kind: record.kind === 'deleted' ? 'deleted' : 'written', resource, object: shownAs(resource, record.object) };
}

/** The store holds no kinds; all else of an object's envelope is there, as nothing else gets in. */
function shownAs(resource: Resource, object: JsonObject): KubeObject {
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, ...object } as unknown as KubeObject;
}
