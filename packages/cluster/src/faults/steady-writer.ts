// Writes objects of one kind at a steady rate for a fault run: mostly changes, some creations and deletions, some objects that come and go at once.

import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultSubject } from './fault-subject.ts';
import type { WrittenRevision } from './ledger.ts';

/** The little of an API client that a run needs; it goes straight to the server. */
export type WriterApi = {
  expect<Body>(request: {
    readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
    readonly path: string;
    readonly body?: unknown;
  }): Promise<Body>;
  watch<Item>(request: {
    readonly path: string;
    readonly signal?: AbortSignal;
  }): AsyncIterable<{ readonly type: string; readonly object: Item }>;
};

type Stored = { readonly metadata: { readonly name: string; readonly uid: string; readonly resourceVersion: string } };

export type SteadyWriterOptions = {
  readonly api: WriterApi;
  readonly subject: FaultSubject;
  readonly namespace: string;
  readonly perSecond: number;
  random(): number;
};

const OBJECTS = 6;

export class SteadyWriter {
  readonly #api: WriterApi;
  readonly #subject: FaultSubject;
  readonly #path: string;
  readonly #random: () => number;
  readonly #perSecond: number;
  readonly #living: string[] = [];
  readonly #stop = new AbortController();
  #names = 0;
  #writes = 0;
  #running: Promise<void> | undefined;

  constructor({ api, subject, namespace, random, perSecond }: SteadyWriterOptions) {
    this.#api = api;
    this.#subject = subject;
    this.#path = subject.path(namespace);
    this.#random = random;
    this.#perSecond = perSecond;
  }

  /** Writes answered so far. */
  get writes(): number {
    return this.#writes;
  }

  async start(): Promise<void> {
    while (this.#living.length < OBJECTS) await this.#create();
    this.#running = this.#write();
  }

  /** Resolves when so many more writes were answered. */
  async more(count: number): Promise<void> {
    const goal = this.#writes + count;
    while (this.#writes < goal) await sleep(5);
  }

  /** Ends writing; the version of the last write. @throws what a write was answered */
  async stop(): Promise<string> {
    this.#stop.abort();
    await this.#running;
    return this.#create();
  }

  async #write(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const startedAt = performance.now();
      await this.#one();
      await sleep(Math.max(0, 1000 / this.#perSecond - (performance.now() - startedAt)));
    }
  }

  async #one(): Promise<void> {
    const dice = this.#random();
    if (dice < 0.06) await this.#create();
    else if (dice < 0.12 && this.#living.length > 2) await this.#delete(this.#pick());
    else if (dice < 0.15) await this.#comeAndGo();
    else await this.#change();
  }

  async #change(): Promise<void> {
    const name = this.#living[Math.floor(this.#random() * this.#living.length)] ?? '';
    await this.#api.expect<Stored>({ method: 'PATCH', path: `${this.#path}/${name}`, body: this.#subject.changed(String(this.#writes)) });
    this.#writes += 1;
  }

  async #create(name = this.#newName()): Promise<string> {
    const { metadata } = await this.#api.expect<Stored>({
      method: 'POST',
      path: this.#path,
      body: this.#subject.made(name),
    });
    this.#living.push(name);
    this.#writes += 1;
    return metadata.resourceVersion;
  }

  async #delete(name: string): Promise<void> {
    await this.#api.expect<unknown>({ method: 'DELETE', path: `${this.#path}/${name}` });
    this.#writes += 1;
  }

  async #comeAndGo(): Promise<void> {
    await this.#create();
    await this.#delete(this.#living.pop() ?? '');
  }

  /** Half of the deleted names come back as other objects. */
  #newName(): string {
    this.#names += 1;
    const again = `item-${Math.floor(this.#random() * this.#names)}`;
    return this.#random() < 0.5 && !this.#living.includes(again) ? again : `item-${this.#names}`;
  }

  #pick(): string {
    const [name = ''] = this.#living.splice(Math.floor(this.#random() * this.#living.length), 1);
    return name;
  }
}

/** Everything that happens to the objects of a namespace after a version, from an undisturbed watch. */
export class Oracle {
  readonly revisions: WrittenRevision[] = [];
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  /** path: of the collection. */
  constructor({ api, path, from }: { readonly api: WriterApi; readonly path: string; readonly from: string }) {
    this.#running = this.#watch(api, `${path}?watch=true&resourceVersion=${from}`);
  }

  /** Resolves when the version was seen; its watch must not have ended before. */
  async reach(resourceVersion: string): Promise<void> {
    while (!this.revisions.some((revision) => revision.resourceVersion === resourceVersion)) await sleep(10);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #watch(api: WriterApi, path: string): Promise<void> {
    try {
      for await (const { type, object } of api.watch<Stored>({ path, signal: this.#stop.signal })) {
        if (type !== 'ADDED' && type !== 'MODIFIED' && type !== 'DELETED') throw new Error(`the oracle's watch was answered ${type}`);
        const { name, uid, resourceVersion } = object.metadata;
        this.revisions.push({ type, uid, name, resourceVersion });
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
    }
  }
}
