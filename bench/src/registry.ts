// All benchmarks, in the order they run.
import type { Benchmark } from './benchmark.ts';
import { recorder } from './benchmarks/recorder.ts';
import { untraced } from './benchmarks/untraced.ts';

export const BENCHMARKS: readonly Benchmark[] = [recorder, untraced];
