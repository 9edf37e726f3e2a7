// Random sequences against both servers: rounds in namespaces of their own, several at a time.
import type { ApiClient } from '@rectrace/testbed';
import { Subject } from '../subject.ts';
import { Chance } from './chance.ts';
import { playRound } from './play-round.ts';
import type { RandomKind } from './random-kind.ts';
import { newSide } from './side.ts';
import type { Figures } from './tally.ts';
import { Tally } from './tally.ts';

export type RandomRun = {
  readonly real: ApiClient;
  readonly ours: ApiClient;
  readonly kinds: readonly RandomKind[];
  readonly seed: number;
  /** At least; those of rounds that have begun count, too. */
  readonly requests: number;
  /** Start of the names of the namespaces. */
  readonly prefix: string;
  /** Only the round with this number. */
  readonly only?: number;
};

/** Rounds that are played at the same time: most of the time of each goes by waiting. */
const LANES = 3;

export async function playRandom({ only, ...run }: RandomRun): Promise<Figures> {
  const { kinds, seed, prefix, requests } = run;
  const tally = new Tally();
  const seeds = new Chance(seed);
  let begun = 0;
  const play = async (): Promise<void> => {
    const number = begun;
    begun += 1;
    const chance = new Chance(seeds.seed());
    if (only !== undefined && only !== number) return;
    const sides = (['real', 'ours'] as const).map((name) => newSide(new Subject(name, run[name])));
    await playRound({ namespace: `${prefix}${number}`, kinds, chance }, { number, sides, tally });
  };
  const isOver = (): boolean => (only === undefined ? tally.requests >= requests : begun > only);
  const lane = async (): Promise<void> => {
    while (!isOver()) await play();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return tally.figures();
}
