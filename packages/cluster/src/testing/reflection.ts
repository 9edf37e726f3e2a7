// A running reflector in a test: its messages, its clock, and a short way to write them down.

import type { ListWatch } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import type { RecorderMessage } from '@rectrace/trace';
import { reflect } from '../reflector/reflect.ts';
import type { ReflectOptions } from '../reflector/reflect-options.ts';
import { ReflectorCounters } from '../reflector/reflector-counters.ts';
import { ScriptedCollection, WIDGETS } from './scripted-collection.ts';

const SCOPE = { group: 'example.org', resource: 'widgets', namespace: 'plain' };
const START = Date.UTC(2026, 0, 1);

export class Reflection implements AsyncDisposable {
  readonly clock: SteppedClock;
  readonly server: ScriptedCollection;
  readonly counters = new ReflectorCounters();
  readonly messages: RecorderMessage[] = [];
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  constructor(
    options: Partial<ReflectOptions> & {
      readonly server?: ScriptedCollection;
      readonly clock?: SteppedClock;
      readonly source?: ListWatch;
    } = {},
  ) {
    this.clock = options.clock ?? new SteppedClock(START);
    this.server = options.server ?? new ScriptedCollection(this.clock);
    this.#running = this.#run({
      source: this.server,
      query: { resource: WIDGETS, namespace: 'plain' },
      scope: SCOPE,
      random: () => 0.5,
      counters: this.counters,
      ...options,
      clock: this.clock,
      signal: this.#stop.signal,
    });
  }

  /** Messages since the last call, one short line each. */
  take(): readonly string[] {
    return this.messages.splice(0).map(describeMessage);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(options: ReflectOptions): Promise<void> {
    for await (const message of reflect(options)) this.messages.push(message);
  }
}

/** a@101 and b@102 listed, the watch open at 102, all of that taken. */
export async function listed(options: ConstructorParameters<typeof Reflection>[0] = {}): Promise<Reflection> {
  const clock = new SteppedClock(START);
  const server = new ScriptedCollection(clock);
  server.write('a');
  server.write('b');
  const reflection = new Reflection({ ...options, clock, server });
  await clock.settle();
  reflection.take();
  return reflection;
}

/** 'Modified a@7 walkBack', 'Gap a 5..9', 'ListBegin 7'. */
export function describeMessage(message: RecorderMessage): string {
  switch (message.kind) {
    case 'ListBegin':
    case 'ListEnd':
    case 'Bookmark':
      return `${message.kind} ${message.resourceVersion}`;
    case 'Listed':
      return `Listed ${message.object.metadata.name}@${message.object.metadata.resourceVersion}`;
    case 'Observed':
      return `${message.type} ${message.object.metadata.name}@${message.object.metadata.resourceVersion}${message.by === 'watch' ? '' : ` ${message.by}`}`;
    case 'Vanished':
      return `Vanished ${message.ref.name}/${message.ref.uid} ${message.after}..${message.before}`;
    case 'Gap':
      return `Gap ${message.ref === undefined ? '*' : `${message.ref.name}/${message.ref.uid}`} ${message.from}..${message.to}`;
    case 'Availability':
      return `Availability ${message.state}`;
    case 'EpochBegin':
    case 'Tick':
      return message.kind;
  }
}
