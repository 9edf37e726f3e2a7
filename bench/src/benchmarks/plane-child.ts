// One process: what a virtual control plane and its forks cost beside a number of objects, which is the argument.

import type { ControlPlane } from '@rectrace/control-plane';
import { createControlPlane } from '@rectrace/control-plane';
import type { Clock } from '@rectrace/kube';
import { median } from '../figure.ts';
import { TEN_KINDS, writeToEach } from '../plane/ten-kinds.ts';
import type { PlaneMeasured } from './plane.ts';

const FORKS = 41;
const WARM_UP = 20;

const clock: Clock = { now: () => Date.UTC(2026, 11, 1), after: () => new Promise(() => undefined) };
process.stdout.write(JSON.stringify(await measure(Number(process.argv[2]))));

async function measure(objects: number): Promise<PlaneMeasured> {
  const began = performance.now();
  const base = await createControlPlane({ clock, seed: 1 });
  await base.client.request({ path: '/api/v1/namespaces' });
  const firstAnswerMs = performance.now() - began;
  for (let index = 0; index < objects / TEN_KINDS.length; index++) await writeToEach(base, `o-${index}`);
  const times: { readonly forkMs: number; readonly forkWithWritesMs: number }[] = [];
  for (let count = 0; count < WARM_UP + FORKS; count++) times.push(await forkOnce(base, count));
  const measured = times.slice(WARM_UP);
  return {
    objects,
    firstAnswerMs,
    forkMs: median(measured.map(({ forkMs }) => forkMs)),
    forkWithWritesMs: median(measured.map(({ forkWithWritesMs }) => forkWithWritesMs)),
  };
}

async function forkOnce(base: ControlPlane, count: number): Promise<{ readonly forkMs: number; readonly forkWithWritesMs: number }> {
  const began = performance.now();
  const fork = base.fork(count);
  const forkMs = performance.now() - began;
  await writeToEach(fork, 'of-the-fork');
  const forkWithWritesMs = performance.now() - began;
  await writeToEach(base, `of-the-base-${count}`);
  await expectApart(fork, base, count);
  return { forkMs, forkWithWritesMs };
}

/** Neither sees what the other has written. */
async function expectApart(fork: ControlPlane, base: ControlPlane, count: number): Promise<void> {
  for (const [path] of TEN_KINDS) {
    const seen = await Promise.all([
      fork.client.request({ path: `${path}/of-the-base-${count}` }),
      base.client.request({ path: `${path}/of-the-fork` }),
    ]);
    if (seen.some(({ status }) => status !== 404)) throw new Error(`${path}: a fork and its base see each other`);
  }
}
