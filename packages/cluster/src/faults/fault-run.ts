// One class of faults against a reflector while a writer goes on: repeated, and reckoned against an undisturbed watch.

import { setTimeout as sleep } from 'node:timers/promises';
import { compareDecimals } from '@rectrace/kube';
import { realClock } from '@rectrace/testing';
import type { RecorderMessage } from '@rectrace/trace';
import { findResource } from '../discovery/find-resource.ts';
import type { ClusterConnection } from '../kubeconfig/load-cluster.ts';
import { reflect } from '../reflector/reflect.ts';
import { ReflectorCounters } from '../reflector/reflector-counters.ts';
import type { FaultSubject } from './fault-subject.ts';
import type { Reckoning } from './ledger.ts';
import { reckon } from './ledger.ts';
import type { WriterApi } from './steady-writer.ts';
import { Oracle, SteadyWriter } from './steady-writer.ts';
import { ToldPlace } from './told-place.ts';

export type FaultRunOptions = {
  readonly title: string;
  /** The way that is disturbed. */
  readonly disturbed: ClusterConnection;
  /** The way that is not. */
  readonly direct: WriterApi;
  readonly subject: FaultSubject;
  readonly namespace: string;
  readonly faults: number;
  random(): number;
  readonly writesPerSecond?: number;
  /** Does the damage and undoes it; resolves when it is over. more: waits for so many writes meanwhile. */
  strike(more: (writes: number) => Promise<void>): Promise<void>;
};

export type FaultFigures = Reckoning & {
  readonly class: string;
  readonly faults: number;
  readonly restarts: number;
  readonly relists: number;
  readonly recovered: number;
  readonly droppedOlder: number;
  readonly epochs: number;
  readonly seconds: number;
};

const TIMINGS = { backoff: { baseMs: 20, maxMs: 500 }, calmMs: 10, silenceMs: 1_000, silenceWithoutBookmarksMs: 1_000, graceMs: 300 };
/** Milliseconds a reflector gets to catch up after a fault. */
const RECOVERY_MS = 60_000;

/** @throws when the reflector does not recover */
export async function runFaults(options: FaultRunOptions): Promise<FaultFigures> {
  const { disturbed, direct, subject, namespace, random } = options;
  const startedAt = performance.now();
  const writer = new SteadyWriter({ api: direct, subject, namespace, random, perSecond: options.writesPerSecond ?? 40 });
  await using follower = new Follower({ connection: disturbed, subject, namespace, random });
  const from = await follower.listed();
  const oracle = new Oracle({ api: direct, path: subject.path(namespace), from });
  await writer.start();
  for (let count = 0; count < options.faults; count += 1) {
    await options.strike((writes) => writer.more(writes));
    await writer.more(2);
    const newest = oracle.revisions.at(-1);
    if (newest !== undefined) await follower.reach(newest.resourceVersion, `${options.title} ${count + 1}`);
  }
  const last = await writer.stop();
  await oracle.reach(last);
  await follower.reach(last, `${options.title} at the end`);
  await oracle.stop();
  const { restarts, relists, recovered, droppedOlder } = follower.counters;
  const epochs = follower.messages.filter(({ kind }) => kind === 'EpochBegin').length;
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return {
    class: options.title,
    faults: options.faults,
    ...reckon(oracle.revisions, follower.messages, last),
    restarts,
    relists,
    recovered,
    droppedOlder,
    epochs,
    seconds,
  };
}

/** 'class=… written=N recorded=A in_gaps=B unexplained=0 doubled=0', and what it took. */
export function formatFigures(figures: FaultFigures): string {
  const { written, recorded, inGaps, cameAndWent, unexplained, doubled, invented } = figures;
  const { faults, restarts, relists, recovered, droppedOlder, seconds } = figures;
  const reckoning = `written=${written} recorded=${recorded} in_gaps=${inGaps} unexplained=${unexplained} doubled=${doubled}`;
  const work = `came_and_went=${cameAndWent} invented=${invented} faults=${faults} restarts=${restarts} relists=${relists} recovered=${recovered} dropped_older=${droppedOlder} seconds=${seconds}`;
  return [`class=${figures.class} ${reckoning} ${work}`, ...figures.examples.map((example) => `  ${example}`)].join('\n');
}

type FollowerOptions = Pick<FaultRunOptions, 'subject' | 'namespace' | 'random'> & { readonly connection: ClusterConnection };

class Follower implements AsyncDisposable {
  readonly counters = new ReflectorCounters();
  readonly messages: RecorderMessage[] = [];
  readonly #place = new ToldPlace();
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #defect: unknown;

  constructor(options: FollowerOptions) {
    this.#running = this.#follow(options).catch((error: unknown) => {
      this.#defect = error;
    });
  }

  /** The version of the first list. */
  async listed(): Promise<string> {
    const end = (): RecorderMessage | undefined => this.messages.find(({ kind }) => kind === 'ListEnd');
    await this.#until(() => end() !== undefined, 'the first list');
    const message = end();
    return message?.kind === 'ListEnd' ? message.resourceVersion : '';
  }

  async reach(resourceVersion: string, when: string): Promise<void> {
    await this.#until(() => compareDecimals(this.#place.version, resourceVersion) >= 0, `version ${resourceVersion} after ${when}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #follow({ connection, subject, namespace, random }: FollowerOptions): Promise<void> {
    const found = findResource(await connection.discovery.served(), subject.resource);
    if (found.kind !== 'found') throw new Error(found.message);
    const clock = realClock();
    const query = { resource: found.resource, namespace };
    const scope = { group: subject.group, resource: subject.resource, namespace };
    const { counters } = this;
    const options = { source: connection.listWatch, query, scope, clock, random, counters, timings: TIMINGS, signal: this.#stop.signal };
    for await (const message of reflect(options)) {
      this.messages.push(message);
      this.#place.note(message);
    }
  }

  async #until(condition: () => boolean, what: string): Promise<void> {
    const deadline = performance.now() + RECOVERY_MS;
    while (!condition()) {
      if (this.#defect !== undefined) throw this.#defect;
      if (performance.now() > deadline)
        throw new Error(`the reflector did not reach ${what} within ${RECOVERY_MS} ms; it is at ${this.#place.version}`);
      await sleep(10);
    }
  }
}
