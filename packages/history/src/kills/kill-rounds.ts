// Kills a recording process again and again, half of the time as soon as it is seen inside a commit, and starts it anew each time.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { MarkerWatch } from './commit-marker.ts';
import { below, type Random } from './seeded-random.ts';

/** ready resolves once the process has committed something; it may be killed before. */
export type Recording = { readonly process: ChildProcess; readonly ready: Promise<void> };

export type KillRoundsOptions = {
  readonly kills: number;
  readonly random: Random;
  readonly start: () => Recording;
  readonly marker: MarkerWatch;
};

/** inWrite: how many died inside a commit. */
export type KillTally = { readonly kills: number; readonly inWrite: number };

const LONGEST_WAIT_MS = 600;
const START_UP_MS = 800;

/** Every process it starts is dead when it returns. @throws where a process ends by itself */
export async function killRounds({ kills, random, start, marker }: KillRoundsOptions): Promise<KillTally> {
  let inWrite = 0;
  for (let round = 0; round < kills; round += 1) {
    marker.reset();
    const recording = start();
    const ended = once(recording.process, 'exit');
    await Promise.race([moment(recording, { random, marker }), endedByItself(recording.process)]);
    recording.process.kill('SIGKILL');
    await ended;
    if (marker.inside) inWrite += 1;
  }
  return { kills, inWrite };
}

/** When to kill: one time in ten while it starts up, five times inside a commit, else whenever. */
async function moment({ ready }: Recording, { random, marker }: { readonly random: Random; readonly marker: MarkerWatch }): Promise<void> {
  const draw = below(random, 10);
  if (draw === 0) return void (await pause(below(random, START_UP_MS)));
  await ready;
  await pause(below(random, LONGEST_WAIT_MS));
  if (draw <= 5) while (!marker.inside) await nextTurn();
}

/** Rejects when a process ends; to be raced against what it is expected to do. */
export async function endedByItself(process: ChildProcess): Promise<never> {
  const [code, signal]: readonly unknown[] = await once(process, 'exit');
  throw new Error(`the recording ended by itself (code ${String(code)}, signal ${String(signal)})`);
}
