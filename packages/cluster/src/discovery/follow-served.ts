// Keeps discovery current: after every change of a CustomResourceDefinition, and now and then for APIs that come otherwise.

import type { ApiResource, Cancellation, ListWatch, SteadyClock } from '@rectrace/kube';
import { ClusterError, reasonOf } from '../errors.ts';
import { reflect } from '../reflector/reflect.ts';
import type { Discovery } from './discovery.ts';

export const CUSTOM_RESOURCE_DEFINITIONS: ApiResource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  resource: 'customresourcedefinitions',
  singular: 'customresourcedefinition',
  shortNames: ['crd'],
  categories: [],
  namespaced: false,
  verbs: ['list', 'watch'],
};

export type FollowServedOptions = {
  readonly discovery: Discovery;
  readonly source: ListWatch;
  readonly clock: SteadyClock;
  random(): number;
  /** Told in one line when what is served could not be read. */
  problem(reason: string): void;
  readonly signal: Cancellation;
};

/** Milliseconds from the change of a definition to the readings: the server takes a moment to serve it. */
const AFTER_CHANGE_MS = [300, 1_500, 5_000];
const PERIODIC_MS = 60_000;

/** Runs until aborted. Without the right to see definitions only the periodic reading is left. */
export async function followServed(options: FollowServedOptions): Promise<void> {
  const refresher = new Refresher(options);
  await Promise.all([refresher.periodically(), refresher.afterChanges()]);
}

class Refresher {
  readonly #options: FollowServedOptions;
  /** When to read, by SteadyClock's elapsed(), rising. */
  #due: readonly number[] = [];
  #reading: Promise<void> | undefined;
  #sooner = new AbortController();

  constructor(options: FollowServedOptions) {
    this.#options = options;
  }

  async periodically(): Promise<void> {
    await this.#untilAborted(async () => {
      for (;;) {
        await this.#options.clock.after(PERIODIC_MS, { purpose: 'periodic', signal: this.#options.signal });
        await this.#refresh();
      }
    });
  }

  async afterChanges(): Promise<void> {
    const { source, clock, random, signal, discovery } = this.#options;
    const scope = { group: CUSTOM_RESOURCE_DEFINITIONS.group, resource: CUSTOM_RESOURCE_DEFINITIONS.resource, namespace: '' };
    const query = { resource: CUSTOM_RESOURCE_DEFINITIONS, namespace: '', metadataOnly: true };
    for await (const message of reflect({ source, query, scope, clock, random, signal })) {
      const changed = discovery.noteDefinition(message);
      if (changed || (message.kind === 'ListEnd' && this.#missesDefinition())) this.#changed();
    }
    await this.#reading;
  }

  /** A definition came between the last reading of what is served and the list of definitions. */
  #missesDefinition(): boolean {
    const { discovery } = this.#options;
    const served = new Set(discovery.latest?.resources.map(({ group, resource }) => `${resource}.${group}`));
    return discovery.definitions.living().some((name) => !served.has(name));
  }

  /** Readings follow the newest change; a reading due for an earlier one is not put off by it. */
  #changed(): void {
    const now = this.#options.clock.elapsed();
    const [soonest = Number.POSITIVE_INFINITY] = this.#due;
    const after = AFTER_CHANGE_MS.map((ms) => now + ms);
    this.#due = soonest < (after[0] ?? 0) ? [soonest, ...after] : after;
    this.#sooner.abort();
    this.#reading ??= this.#read();
  }

  async #read(): Promise<void> {
    const { clock, signal } = this.#options;
    await this.#untilAborted(async () => {
      for (let [at] = this.#due; at !== undefined; [at] = this.#due) {
        await this.#sleep(at - clock.elapsed());
        signal.throwIfAborted();
        if (this.#takeDue()) await this.#refresh();
      }
      this.#reading = undefined;
    });
  }

  /** Ends early where a reading became due sooner. */
  async #sleep(ms: number): Promise<void> {
    const { clock, signal } = this.#options;
    this.#sooner = new AbortController();
    const sooner = this.#sooner.signal;
    try {
      await clock.after(ms, { purpose: 'periodic', signal: AbortSignal.any([signal, sooner]) });
    } catch (error) {
      if (!sooner.aborted) throw error;
    }
  }

  /** Takes out what is due by now; false where nothing is. */
  #takeDue(): boolean {
    const now = this.#options.clock.elapsed();
    const left = this.#due.filter((at) => at > now);
    const taken = left.length < this.#due.length;
    this.#due = left;
    return taken;
  }

  async #refresh(): Promise<void> {
    try {
      await this.#options.discovery.refresh(this.#options.signal);
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      this.#options.problem(reasonOf(error));
    }
  }

  async #untilAborted(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#options.signal.aborted) throw error;
    }
  }
}
