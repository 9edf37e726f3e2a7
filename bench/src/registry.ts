// All benchmarks, in the order they run.
import type { Benchmark } from './benchmark.ts';
import { boot } from './benchmarks/boot.ts';
import { capture } from './benchmarks/capture.ts';
import { crud } from './benchmarks/crud.ts';
import { fanout } from './benchmarks/fanout.ts';
import { footprint } from './benchmarks/footprint.ts';
import { lease } from './benchmarks/lease.ts';
import { memory } from './benchmarks/memory.ts';
import { plane } from './benchmarks/plane.ts';
import { recorder } from './benchmarks/recorder.ts';
import { start } from './benchmarks/start.ts';
import { traces } from './benchmarks/traces.ts';
import { tree } from './benchmarks/tree.ts';
import { untraced } from './benchmarks/untraced.ts';

export const BENCHMARKS: readonly Benchmark[] = [
  recorder,
  untraced,
  plane,
  boot,
  crud,
  fanout,
  footprint,
  lease,
  start,
  tree,
  traces,
  memory,
  capture,
];
