// What all tasks of one reflector share.

import type { Cancellation, ListWatch, ListWatchQuery, ResourceScope, SteadyClock } from '@rectrace/kube';
import { KnownCollection } from './known-collection.ts';
import type { ReflectOptions, ReflectorTimings, ResumePlace, WalkBackLimits } from './reflect-options.ts';
import { DEFAULT_TIMINGS, DEFAULT_WALK_BACK } from './reflect-options.ts';
import { ReflectorCounters } from './reflector-counters.ts';

export type ReflectorContext = {
  readonly source: ListWatch;
  readonly query: ListWatchQuery;
  readonly scope: ResourceScope;
  readonly clock: SteadyClock;
  random(): number;
  readonly resume: ResumePlace | undefined;
  readonly walkBack: WalkBackLimits;
  readonly timings: ReflectorTimings;
  readonly counters: ReflectorCounters;
  readonly known: KnownCollection;
  readonly signal: Cancellation;
};

/** Defaults filled in, nothing known. */
export function openContext(options: ReflectOptions): ReflectorContext {
  const { source, scope, clock, random, resume, walkBack, timings, counters, signal } = options;
  return {
    source,
    get query() {
      return options.currentQuery?.() ?? options.query;
    },
    scope,
    clock,
    random,
    resume,
    signal,
    walkBack: walkBack ?? DEFAULT_WALK_BACK,
    timings: { ...DEFAULT_TIMINGS, ...timings },
    counters: counters ?? new ReflectorCounters(),
    known: options.known ?? new KnownCollection(),
  };
}
