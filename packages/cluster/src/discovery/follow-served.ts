// Keeps discovery current: after every change of a CustomResourceDefinition, and now and then for APIs that come otherwise.

import type { ApiResource, Cancellation, Clock, ListWatch } from '@rectrace/kube';
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
  readonly clock: Clock;
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
  #series: Promise<void> | undefined;
  #again = false;

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
    const { source, clock, random, signal } = this.#options;
    const scope = { group: CUSTOM_RESOURCE_DEFINITIONS.group, resource: CUSTOM_RESOURCE_DEFINITIONS.resource, namespace: '' };
    const query = { resource: CUSTOM_RESOURCE_DEFINITIONS, namespace: '', metadataOnly: true };
    for await (const message of reflect({ source, query, scope, clock, random, signal })) {
      if (message.kind === 'Observed' || message.kind === 'Vanished') this.#changed();
    }
    await this.#series;
  }

  /** One series of readings at a time; a change during it makes it start once more. */
  #changed(): void {
    this.#again = true;
    this.#series ??= this.#readSeries().finally(() => {
      this.#series = undefined;
    });
  }

  async #readSeries(): Promise<void> {
    const { clock, signal } = this.#options;
    await this.#untilAborted(async () => {
      while (this.#again) {
        this.#again = false;
        for (const ms of AFTER_CHANGE_MS) {
          await clock.after(ms, { purpose: 'periodic', signal });
          await this.#refresh();
        }
      }
    });
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
