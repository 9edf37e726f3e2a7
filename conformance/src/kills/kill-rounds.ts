// Kills a recording process again and again, half of the time as soon as it is seen inside a commit, and starts it anew each time.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { below, type Random } from './seeded-random.ts';

/** ready resolves once the process has committed something; it may be killed before. */
export type Recording = { readonly process: ChildProcess; readonly ready: Promise<void> };

/** Sees whether a process is inside a commit. */
export interface CommitWatch {
  isInside(process: ChildProcess): boolean;
  /** Kills it with SIGKILL; resolves when it is dead: whether it died inside a commit. */
  kill(process: ChildProcess): Promise<boolean>;
}

export type KillRoundsOptions = {
  readonly kills: number;
  readonly random: Random;
  readonly start: () => Recording;
  readonly commits: CommitWatch;
  /** How long it starts up, milliseconds: some are killed within. */
  readonly startUpMs: number;
};

/** inWrite: how many died inside a commit. */
export type KillTally = { readonly kills: number; readonly inWrite: number };

const LONGEST_WAIT_MS = 600;

/** Every process it starts is dead when it returns. @throws where a process ends by itself */
export async function killRounds({ kills, start, ...options }: KillRoundsOptions): Promise<KillTally> {
  let inWrite = 0;
  for (let round = 0; round < kills; round += 1) {
    const recording = start();
    if (await struck(recording, options)) inWrite += 1;
  }
  return { kills, inWrite };
}

async function struck(recording: Recording, options: Omit<KillRoundsOptions, 'kills' | 'start'>): Promise<boolean> {
  try {
    await Promise.race([moment(recording, options), endedByItself(recording.process), failureOf(recording.ready)]);
    return await options.commits.kill(recording.process);
  } catch (error) {
    recording.process.kill('SIGKILL');
    throw error;
  }
}

/** Rejects when the other does, and does nothing else. */
async function failureOf(promise: Promise<void>): Promise<never> {
  await promise;
  return new Promise<never>(() => undefined);
}

/** When to kill: one time in ten while it starts up, five times inside a commit, else whenever. */
async function moment(
  { process, ready }: Recording,
  { random, commits, startUpMs }: Omit<KillRoundsOptions, 'kills' | 'start'>,
): Promise<void> {
  const draw = below(random, 10);
  if (draw === 0) return void (await pause(below(random, startUpMs)));
  await ready;
  await pause(below(random, LONGEST_WAIT_MS));
  if (draw <= 5) while (isAlive(process) && !commits.isInside(process)) await nextTurn();
}

export function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Rejects when a process ends; to be raced against what it is expected to do. */
export async function endedByItself(process: ChildProcess): Promise<never> {
  const [code, signal]: readonly unknown[] = await once(process, 'exit');
  throw new Error(`the recording ended by itself (code ${String(code)}, signal ${String(signal)})`);
}
