// A small operator for tests, three levels deep: a Store has Shelves, a Shelf has a Pod and a ConfigMap. It works by looking, not by being told.

import type { ApiClient, ApiList, ApiObject } from '@rectrace/testbed';
import { waitFor } from '@rectrace/testbed';

export const STORE_GROUP = 'e2e.rectrace.dev';

const MANAGER = 'store-operator';
const BASE = `/apis/${STORE_GROUP}/v1`;
const PERIOD_MS = 150;

/** spec and status of any kind, as far as this operator knows them. */
interface Thing extends ApiObject {
  readonly metadata: ApiObject['metadata'] & {
    readonly generation?: number;
    readonly ownerReferences?: readonly { readonly uid: string }[];
  };
  readonly spec?: { readonly shelves?: number; readonly image?: string; readonly containers?: readonly { readonly image: string }[] };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason?: string }[];
  };
}

function definition(kind: string, plural: string): object {
  const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${STORE_GROUP}` },
    spec: {
      group: STORE_GROUP,
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: open, status: open } } },
        },
      ],
    },
  };
}

/** Installs the two kinds; resolves when both are served. */
export async function installStores(api: ApiClient): Promise<void> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  for (const body of [definition('Store', 'stores'), definition('Shelf', 'shelves')]) await api.expect({ method: 'POST', path, body });
  for (const plural of ['stores', 'shelves']) {
    await waitFor(async () => (await api.request({ path: `${BASE}/${plural}` })).status === 200, { timeoutMs: 20_000, what: plural });
  }
}

export function newStore(
  namespace: string,
  { name, shelves, image }: { readonly name: string; readonly shelves: number; readonly image: string },
): object {
  return { apiVersion: `${STORE_GROUP}/v1`, kind: 'Store', metadata: { name, namespace }, spec: { shelves, image } };
}

export class StoreOperator {
  readonly #api: ApiClient;
  readonly #namespace: string;
  #stopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(api: ApiClient, namespace: string) {
    this.#api = api;
    this.#namespace = namespace;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      await this.#reconcileAll();
      await new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
    }
  }

  async #reconcileAll(): Promise<void> {
    const [stores, shelves, pods] = await Promise.all([
      this.#list(`${BASE}/namespaces/${this.#namespace}/stores`),
      this.#list(`${BASE}/namespaces/${this.#namespace}/shelves`),
      this.#list(this.#path('pods')),
    ]);
    for (const shelf of shelves) await this.#reconcileShelf(shelf, pods);
    for (const store of stores) await this.#reconcileStore(store, shelves);
  }

  async #reconcileStore(store: Thing, all: readonly Thing[]): Promise<void> {
    if (store.metadata.deletionTimestamp !== undefined) return;
    const { shelves = 0, image = '' } = store.spec ?? {};
    const own = all.filter((shelf) => isOwned(shelf, store));
    for (let index = 0; index < shelves; index += 1) {
      const name = `${store.metadata.name}-${index}`;
      const shelf = own.find(({ metadata }) => metadata.name === name);
      if (shelf === undefined)
        await this.#create(
          `${BASE}/namespaces/${this.#namespace}/shelves`,
          child(store, { kind: 'Shelf', apiVersion: `${STORE_GROUP}/v1`, name, rest: { spec: { image } } }),
        );
      else if (shelf.spec?.image !== image) await this.#merge(this.#shelfPath(name), { spec: { image } });
    }
    const surplus = own.filter(
      ({ metadata }) => Number(metadata.name.split('-').at(-1)) >= shelves && metadata.deletionTimestamp === undefined,
    );
    for (const { metadata } of surplus) await this.#api.request({ method: 'DELETE', path: this.#shelfPath(metadata.name) });
    const ready =
      own.length === shelves && own.every((shelf) => isReady(shelf) && shelf.status?.observedGeneration === shelf.metadata.generation);
    await this.#report(store, { path: `${BASE}/namespaces/${this.#namespace}/stores/${store.metadata.name}`, ready });
  }

  /** A pod with another image is replaced, one that was lost is made again. */
  async #reconcileShelf(shelf: Thing, pods: readonly Thing[]): Promise<void> {
    if (shelf.metadata.deletionTimestamp !== undefined) return;
    const image = shelf.spec?.image ?? '';
    const { name } = shelf.metadata;
    const pod = pods.find((one) => isOwned(one, shelf));
    if (pod === undefined) {
      const container = { name: 'goods', image };
      await this.#create(this.#path('configmaps'), child(shelf, { kind: 'ConfigMap', apiVersion: 'v1', name, rest: { data: { image } } }));
      await this.#create(
        this.#path('pods'),
        child(shelf, { kind: 'Pod', apiVersion: 'v1', name: `${name}-pod`, rest: { spec: { containers: [container] } } }),
      );
    } else if (pod.spec?.containers?.[0]?.image !== image && pod.metadata.deletionTimestamp === undefined) {
      await this.#api.request({ method: 'DELETE', path: `${this.#path('pods')}/${pod.metadata.name}` });
    }
    const ready = pod !== undefined && pod.spec?.containers?.[0]?.image === image && isReady(pod);
    await this.#report(shelf, { path: this.#shelfPath(name), ready });
  }

  async #report(thing: Thing, { path, ready }: { readonly path: string; readonly ready: boolean }): Promise<void> {
    const observedGeneration = thing.metadata.generation ?? 0;
    if (isReady(thing) === ready && thing.status?.observedGeneration === observedGeneration) return;
    const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False', reason: ready ? 'Filled' : 'Filling' }];
    await this.#merge(`${path}/status`, { status: { observedGeneration, conditions } });
  }

  async #list(path: string): Promise<readonly Thing[]> {
    const { items } = await this.#api.expect<ApiList<Thing>>({ path });
    return items;
  }

  /** What is there already, or cannot be made yet, is met again in the next round. */
  async #create(path: string, body: object): Promise<void> {
    await this.#api.request({ method: 'POST', path: `${path}?fieldManager=${MANAGER}`, body });
  }

  async #merge(path: string, body: object): Promise<void> {
    await this.#api.request({ method: 'PATCH', path: `${path}?fieldManager=${MANAGER}`, body });
  }

  #path(resource: string): string {
    return `/api/v1/namespaces/${this.#namespace}/${resource}`;
  }

  #shelfPath(name: string): string {
    return `${BASE}/namespaces/${this.#namespace}/shelves/${name}`;
  }
}

function child(
  owner: Thing,
  { kind, apiVersion, name, rest }: { readonly kind: string; readonly apiVersion: string; readonly name: string; readonly rest: object },
): object {
  const { uid, name: ownerName } = owner.metadata;
  const reference = { apiVersion: `${STORE_GROUP}/v1`, kind: owner.kind, name: ownerName, uid, controller: true, blockOwnerDeletion: true };
  return { apiVersion, kind, metadata: { name, ownerReferences: [reference] }, ...rest };
}

function isOwned({ metadata }: Thing, owner: Thing): boolean {
  return metadata.ownerReferences?.some(({ uid }) => uid === owner.metadata.uid) ?? false;
}

function isReady({ status }: Thing): boolean {
  return status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false;
}
