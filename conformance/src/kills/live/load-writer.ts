// A burden on an API server: a Deployment and small objects that hang on it, created, changed, given their owner and deleted at an even rate,
// and a ledger of what was answered 2xx. Every other second the Deployment gets a new generation, and now and then nothing comes or goes for a
// while, so that cycles begin and end.

import { setTimeout as pause } from 'node:timers/promises';
import { compareDecimals, type ResourceScope } from '@rectrace/kube';
import type { ApiClient, ApiObject } from '@rectrace/testbed';
import type { Acked } from '../compare-recorded.ts';
import { below, type Random } from '../seeded-random.ts';

/** Plural names. */
export type LoadKind = 'deployments' | 'configmaps' | 'serviceaccounts';

export type LoadOptions = {
  readonly api: ApiClient;
  readonly namespace: string;
  readonly random: Random;
  readonly perSecond: number;
  /** Ends writing for good. */
  readonly signal: AbortSignal;
  /** The name of a collection in the ledger. */
  scope(collection: ResourceScope): string;
};

/** A child of the Deployment, or one to be. */
type Thing = { readonly kind: LoadKind; readonly name: string; readonly uid: string; version: string; isOwned: boolean };
type Entry = { -readonly [Field in keyof Acked]: Acked[Field] };

export const LOAD_KINDS: readonly LoadKind[] = ['deployments', 'configmaps', 'serviceaccounts'];
export const DEPLOYMENT = 'web';

const TURN_MS = 10;
/** Fewer than the fewest things, so that there is always one that nobody writes to. */
const MOST_IN_FLIGHT = 16;
const FEWEST_THINGS = 20;
const MOST_THINGS = 60;
const LONGEST_TEXT = 200;
/** Things come and go for 20 s, then none for 10 s. */
const PERIOD_MS = 30_000;
const LIVELY_MS = 20_000;
const GENERATION_MS = 2_000;
/** Of a Deployment that has all it wants. */
const SETTLED = { replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 };

export class LoadWriter {
  readonly #options: LoadOptions;
  readonly #ledger: Entry[] = [];
  /** Deletions that no later version is known of. */
  readonly #undated: Entry[] = [];
  readonly #idle = new Set<Thing>();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #newest = new Map<LoadKind, string>();
  readonly #stop = new AbortController();
  #rootUid = '';
  #rolledOut = Promise.resolve();
  #rollOutAt = 0;
  #running: Promise<number> | undefined;
  readonly #refused = Promise.withResolvers<never>();
  #names = 0;
  #things = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#refused.promise.catch(() => this.#stop.abort());
  }

  /** Never resolves; rejects with what a write was refused with, after which nothing more is written. */
  get refused(): Promise<never> {
    return this.#refused.promise;
  }

  /** Makes the namespace and the Deployment; nothing of it is in the ledger. */
  async prepare(): Promise<void> {
    const { api, namespace } = this.#options;
    const labels = { app: DEPLOYMENT };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'nginx:1' }] } };
    const body = { metadata: { name: DEPLOYMENT }, spec: { replicas: 1, selector: { matchLabels: labels }, template } };
    await api.expect({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } });
    const root = await api.expect({ method: 'POST', path: this.#path('deployments'), body });
    this.#rootUid = root.metadata.uid;
    await this.#rollOut();
    this.#ledger.splice(0);
  }

  /** Begins to write. */
  begin(): void {
    this.#running = this.#write();
  }

  /** The newest version that was answered, by kind. */
  get versions(): ReadonlyMap<LoadKind, string> {
    return this.#newest;
  }

  get acked(): readonly Acked[] {
    return this.#ledger;
  }

  /** Ends: everything gets its owner, and each kind is written to once more. How many writes a second there were. */
  async end(): Promise<number> {
    this.#stop.abort();
    const perSecond = await this.#running;
    await Promise.all(this.#inFlight);
    for (const thing of [...this.#idle].filter(({ isOwned }) => !isOwned)) await this.#change(thing, true);
    for (const kind of LOAD_KINDS) {
      const thing = [...this.#idle].find((one) => one.kind === kind);
      await (thing === undefined ? this.#rollOut() : this.#change(thing));
    }
    return perSecond ?? 0;
  }

  /** At an even rate, whatever else the machine does; what cannot be sent in time is sent later. */
  async #write(): Promise<number> {
    const started = performance.now();
    const elapsed = (): number => performance.now() - started;
    let sent = 0;
    const stopped = AbortSignal.any([this.#stop.signal, this.#options.signal]);
    while (!stopped.aborted) {
      const due = (elapsed() * this.#options.perSecond) / 1000;
      for (; sent < due && this.#inFlight.size < MOST_IN_FLIGHT; sent += 1) this.#send(elapsed());
      await pause(TURN_MS);
    }
    return Math.round(((sent - this.#inFlight.size) * 1000) / elapsed());
  }

  #send(elapsed: number): void {
    const write = this.#one(elapsed).catch((error: unknown) => this.#refused.reject(error));
    this.#inFlight.add(write);
    void write.finally(() => this.#inFlight.delete(write));
  }

  #one(elapsed: number): Promise<void> {
    const { random } = this.#options;
    const lively = elapsed % PERIOD_MS < LIVELY_MS;
    if (lively && elapsed >= this.#rollOutAt) {
      this.#rollOutAt = elapsed + GENERATION_MS;
      return this.#rollOut();
    }
    const idle = [...this.#idle];
    const thing = idle[below(random, idle.length)];
    const draw = below(random, 100);
    if (thing === undefined || this.#things < FEWEST_THINGS) return this.#create();
    if (lively && draw < 4 && this.#things < MOST_THINGS) return this.#create();
    return lively && draw >= 96 && thing.isOwned ? this.#delete(thing) : this.#change(thing);
  }

  /** A new generation of the Deployment, and that it is observed; one after the other. */
  #rollOut(): Promise<void> {
    this.#rolledOut = this.#rolledOut.then(async () => {
      const path = this.#path('deployments', DEPLOYMENT);
      const body = this.#body({ kind: 'deployments', name: DEPLOYMENT, isOwned: true });
      const { generation } = (await this.#answered('deployments', { method: 'PATCH', path, body })).metadata;
      const status = { ...SETTLED, observedGeneration: generation };
      await this.#answered('deployments', { method: 'PATCH', path: `${path}/status`, body: { status } });
    });
    return this.#rolledOut;
  }

  /** Every second one gets its owner later. */
  async #create(): Promise<void> {
    this.#names += 1;
    this.#things += 1;
    const kind = this.#names % 3 === 0 ? 'serviceaccounts' : 'configmaps';
    const isOwned = this.#names % 2 === 0;
    const name = `item-${this.#names}`;
    const answer = await this.#answered(kind, { method: 'POST', path: this.#path(kind), body: this.#body({ kind, name, isOwned }) });
    this.#idle.add({ kind, name, uid: answer.metadata.uid, version: answer.metadata.resourceVersion, isOwned });
  }

  /** Nobody else writes to a thing meanwhile. */
  async #change(thing: Thing, adopt = below(this.#options.random, 3) === 0): Promise<void> {
    const { kind, name } = thing;
    this.#idle.delete(thing);
    const isOwned = thing.isOwned || adopt;
    const body = this.#body({ kind, name, isOwned });
    const { metadata } = await this.#answered(kind, { method: 'PATCH', path: this.#path(kind, name), body });
    this.#idle.add(Object.assign(thing, { version: metadata.resourceVersion, isOwned }));
  }

  async #delete(thing: Thing): Promise<void> {
    const { kind, name, uid, version } = thing;
    this.#idle.delete(thing);
    this.#things -= 1;
    await this.#options.api.expect<unknown>({ method: 'DELETE', path: this.#path(kind, name) });
    const entry: Entry = { uid, resourceVersion: version, scope: this.#scope(kind), deleted: true };
    this.#ledger.push(entry);
    this.#undated.push(entry);
  }

  /** Sends a write that is answered with a version, and enters it; deletions answered before it was sent lie before that version. */
  async #answered(
    kind: LoadKind,
    request: { readonly method: 'POST' | 'PATCH'; readonly path: string; readonly body: unknown },
  ): Promise<ApiObject> {
    const deletions = this.#undated.splice(0);
    const answer: ApiObject = await this.#options.api.expect(request);
    const { uid, resourceVersion } = answer.metadata;
    for (const deletion of deletions) deletion.until = resourceVersion;
    this.#ledger.push({ uid, resourceVersion, scope: this.#scope(kind), deleted: false });
    if (compareDecimals(resourceVersion, this.#newest.get(kind) ?? '0') > 0) this.#newest.set(kind, resourceVersion);
    return answer;
  }

  /** Never twice the same, so that every write makes a version. */
  #body({ kind, name, isOwned }: Pick<Thing, 'kind' | 'name' | 'isOwned'>): unknown {
    const text = `${this.#ledger.length} ${below(this.#options.random, 1e9)} ${'x'.repeat(below(this.#options.random, LONGEST_TEXT))}`;
    const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: DEPLOYMENT, uid: this.#rootUid };
    const ownerReferences = isOwned && kind !== 'deployments' ? { ownerReferences: [owner] } : {};
    return kind === 'configmaps'
      ? { metadata: { name, ...ownerReferences }, data: { text } }
      : { metadata: { name, ...ownerReferences, annotations: { text } } };
  }

  #path(kind: LoadKind, name?: string): string {
    const root = kind === 'deployments' ? '/apis/apps/v1' : '/api/v1';
    return [root, 'namespaces', this.#options.namespace, kind, ...(name === undefined ? [] : [name])].join('/');
  }

  #scope(kind: LoadKind): string {
    return this.#options.scope(collectionOf(kind, this.#options.namespace));
  }
}

export function collectionOf(kind: LoadKind, namespace: string): ResourceScope {
  return { group: kind === 'deployments' ? 'apps' : '', resource: kind, namespace };
}
