// Objects, roots and kinds come and go for long: what the recorder holds comes back to what it was.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { KubeObject, ResourceScope } from '@rectrace/kube';
import { builtinRules, Recorder, type RecorderMessage } from '@rectrace/trace';
import { expect, test } from 'vitest';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

type Held = { readonly collections: number; readonly items: number };

/** Counts every Map and Set that `work` makes and that is still reachable, and what is in them. */
async function counting(work: (held: () => Promise<Held>) => Promise<void>): Promise<void> {
  let made: WeakRef<{ readonly size: number }>[] = [];
  const [PlainMap, PlainSet] = [globalThis.Map, globalThis.Set];
  globalThis.Map = class<K, V> extends PlainMap<K, V> {
    constructor(entries?: Iterable<readonly [K, V]> | null) {
      super(entries);
      made.push(new WeakRef(this));
    }
  } as MapConstructor;
  globalThis.Set = class<T> extends PlainSet<T> {
    constructor(items?: Iterable<T> | null) {
      super(items);
      made.push(new WeakRef(this));
    }
  } as SetConstructor;
  const held = async (): Promise<Held> => {
    await turn();
    collectGarbage();
    await turn();
    made = made.filter((reference) => reference.deref() !== undefined);
    const items = made.reduce((sum, reference) => sum + (reference.deref()?.size ?? 0), 0);
    return { collections: made.length, items };
  };
  try {
    await work(held);
  } finally {
    [globalThis.Map, globalThis.Set] = [PlainMap, PlainSet];
  }
}

/** What is made in one turn stays reachable until its end. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

const scopeOf = (group: string, resource: string): ResourceScope => ({ group, resource, namespace: 'plain' });
const OWNER = [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'web', controller: true }];

/** Texts that objects have in common are kept, so many of them; here a group is such a text. */
const SHARED_AT_MOST = 500;

const ROOT = { id: 'web', group: 'apps', objectKind: 'ReplicaSet', namespace: 'plain', name: 'web' };

class Cluster {
  #version = 1_000;
  #clock = Date.UTC(2026, 0, 1);

  tell(type: 'Added' | 'Modified' | 'Deleted', scope: ResourceScope, object: object): RecorderMessage {
    this.#version += 1;
    this.#clock += 50;
    const { metadata, ...rest } = object as KubeObject;
    const told = { ...rest, metadata: { namespace: 'plain', ...metadata, resourceVersion: String(this.#version) } } as KubeObject;
    return { kind: 'Observed', type, scope, object: told, by: 'watch', receivedAt: this.#clock };
  }

  /** One life each of a member, of an object beside the tree, and of the Events about both and about one that is never seen. */
  lives(name: string): readonly RecorderMessage[] {
    const pods = scopeOf('', 'pods');
    const member = { apiVersion: 'v1', kind: 'Pod', metadata: { name, uid: name, ownerReferences: OWNER } };
    const other = { apiVersion: 'v1', kind: 'Pod', metadata: { name: `${name}-beside`, uid: `${name}-beside` }, spec: { nodeName: 'n' } };
    const budget = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name, uid: `${name}-b` }, spec: { selector: {} } };
    const about = [member.metadata, other.metadata, { name: `${name}-never`, uid: `${name}-never` }, { name: `${name}-unnamed`, uid: '' }];
    const events = about.map((involved, index) => ({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `${name}.${index}`, uid: `${name}.${index}` },
      involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace: 'plain', name: involved.name, uid: involved.uid },
    }));
    const all = [
      [pods, member],
      [pods, other],
      [scopeOf('policy', 'poddisruptionbudgets'), budget],
      ...events.map((event) => [scopeOf('', 'events'), event] as const),
    ] as const;
    return (['Added', 'Deleted'] as const).flatMap((type) => all.map(([scope, object]) => this.tell(type, scope, object)));
  }

  replicaSet(type: 'Added' | 'Deleted', name: string): RecorderMessage {
    const metadata = { name, uid: name, generation: 1 };
    return this.tell(type, scopeOf('apps', 'replicasets'), { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata, spec: { replicas: 0 } });
  }

  /** A new generation of a widget, observed and held: one cycle. */
  rollOut(generation: number): readonly RecorderMessage[] {
    const type = generation === 1 ? 'Added' : 'Modified';
    const at = (observedGeneration: number): RecorderMessage =>
      this.tell(observedGeneration < generation ? type : 'Modified', scopeOf('example.com', 'widgets'), {
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name: 'w', uid: 'w', generation },
        status: { observedGeneration },
      });
    const messages = [at(generation - 1), at(generation)];
    this.#clock += 10_000;
    return [...messages, { kind: 'Tick', receivedAt: this.#clock }];
  }

  /** A kind of its own is served, listed, has one object, and goes with it. */
  kind(name: string): readonly RecorderMessage[] {
    const scope = scopeOf('example.com', name);
    const object = { apiVersion: `${name}.example.com/v1`, kind: 'Widget', metadata: { name: 'w', uid: `${name}-w` } };
    const [added, deleted] = [this.tell('Added', scope, object), this.tell('Deleted', scope, object)];
    const at = { scope, resourceVersion: String(this.#version), receivedAt: this.#clock };
    return [
      { kind: 'ListBegin', objectKind: 'Widget', requestedAt: this.#clock, ...at },
      { kind: 'ListEnd', ...at },
      added,
      deleted,
      { kind: 'Availability', scope, state: 'absent', message: '', receivedAt: this.#clock },
    ];
  }
}

test('after 50,000 objects that came and went in a tree and beside it, and roots and kinds with them, no more is held than after 10,000', {
  timeout: 120_000,
}, async () => {
  await counting(async (held) => {
    const cluster = new Cluster();
    const bounds = { maxTombs: 500, waitingBytes: 32_768, horizon: 128 };
    const recorder = new Recorder({ rules: builtinRules(), redact: (object) => object, ...bounds });
    recorder.addRoot(ROOT);
    recorder.record(cluster.replicaSet('Added', 'web'));
    const live = async (from: number, to: number): Promise<void> => {
      for (let index = from; index < to; index += 1) {
        for (const message of cluster.lives(`o${index}`)) recorder.record(message);
        if (index % 50 !== 0) continue;
        const root = { ...ROOT, id: `web-${index}`, name: `second-${index}` };
        recorder.addRoot(root);
        for (const message of cluster.kind(`k${index}`)) recorder.record(message);
        for (const type of ['Added', 'Deleted'] as const) recorder.record(cluster.replicaSet(type, root.name));
        recorder.removeRoot(root.id);
        await turn();
      }
    };
    await live(0, 3_400);
    const early = await held();
    await live(3_400, 16_700);
    const late = await held();
    expect(recorder.counters.forgotten).toBeGreaterThan(49_000);
    expect(recorder.counters.evicted).toBeGreaterThan(49_000);
    expect(late.collections).toBeLessThanOrEqual(early.collections + 20);
    expect(late.items).toBeLessThanOrEqual(early.items + SHARED_AT_MOST);
  });
});

test('of 10,000 closed cycles of one root no more are held than of 1,000', { timeout: 120_000 }, async () => {
  const cluster = new Cluster();
  const recorder = new Recorder({ rules: builtinRules(), redact: (object) => object, horizon: 128 });
  recorder.addRoot({ id: 'w', group: 'example.com', objectKind: 'Widget', namespace: 'plain', name: 'w' });
  const closed: WeakRef<object>[] = [];
  let number = 0;
  const live = async (to: number): Promise<number> => {
    while (number < to) {
      for (const message of cluster.rollOut(number + 1)) {
        for (const { cycle } of recorder.record(message).cycles) {
          number = cycle.number;
          if (cycle.state === 'closed') closed.push(new WeakRef(cycle));
        }
      }
      if (number % 100 === 0) await turn();
    }
    await turn();
    collectGarbage();
    await turn();
    return closed.filter((reference) => reference.deref() !== undefined).length;
  };
  const early = await live(1_000);
  const late = await live(10_000);
  expect(closed.length).toBeGreaterThanOrEqual(9_999);
  expect(recorder.view('w')?.cycles.at(-1)?.number).toBe(10_000);
  // Three messages each, of which at most twice the horizon can be undone; and the newest few.
  const most = (2 * 128) / 3 + 10;
  expect(early).toBeGreaterThan(1);
  expect([early, late].filter((count) => count > most)).toEqual([]);
});
