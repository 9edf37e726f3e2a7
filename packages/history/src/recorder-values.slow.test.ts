// Objects that belong to no tree are written to again and again: the recorder holds little of their values, and nothing once they keep still.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { KubeObject } from '@rectrace/kube';
import { builtinRules, Recorder } from '@rectrace/trace';
import { expect, test } from 'vitest';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MEGABYTE = 1024 * 1024;
const SCOPE = { group: '', resource: 'configmaps', namespace: 'plain' };

class ConfigMaps {
  readonly #recorder: Recorder;
  #version = 0;

  constructor(waitingBytes: number) {
    this.#recorder = new Recorder({ rules: builtinRules(), redact: (object) => object, waitingBytes });
  }

  write(name: string, data: { readonly [key: string]: string }, receivedAt: number): void {
    this.#version += 1;
    const metadata = { namespace: 'plain', name, uid: name, resourceVersion: String(this.#version) };
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data } as unknown as KubeObject;
    this.#recorder.record({ kind: 'Observed', type: 'Modified', scope: SCOPE, object, by: 'watch', receivedAt });
  }
}

/** Bytes held more than before. */
async function heldAfter(work: () => void): Promise<number> {
  const before = await heap();
  work();
  return (await heap()) - before;
}

async function heap(): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Text of its own, not a rope of another. */
const text = (length: number, seed: number): string => Buffer.alloc(length, `${seed}.`).toString('latin1');

test('large values are not kept', async () => {
  const maps = new ConfigMaps(4 * MEGABYTE);
  const held = await heldAfter(() => {
    for (let map = 0; map < 50; map += 1)
      for (let write = 0; write < 5; write += 1) maps.write(`m${map}`, { text: text(MEGABYTE / 2, map * 5 + write) }, map * 1_000 + write);
  });
  expect(held).toBeLessThan(30 * MEGABYTE);
  maps.write('last', {}, 60_000);
});

test('what objects had as values is forgotten once they keep still', async () => {
  const maps = new ConfigMaps(MEGABYTE);
  const data = (round: number): { readonly [key: string]: string } =>
    Object.fromEntries(Array.from({ length: 16 }, (_, key) => [`key-${key}`, text(60, round * 16 + key)]));
  const write = (from: number, receivedAt: number): void => {
    for (let map = from; map < from + 1_500; map += 1)
      for (let round = 0; round < 5; round += 1) maps.write(`m${map}`, data(round), receivedAt + round);
  };
  const first = await heldAfter(() => write(0, 0));
  const more = await heldAfter(() => write(1_500, 10 * 60_000));
  expect(first).toBeGreaterThan(10 * MEGABYTE);
  expect(more).toBeLessThan(first / 2);
  maps.write('last', {}, 20 * 60_000);
});
