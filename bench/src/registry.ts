// All benchmarks, in the order they run.
import type { Benchmark } from './benchmark.ts';
import { capture } from './benchmarks/capture.ts';
import { memory } from './benchmarks/memory.ts';
import { plane } from './benchmarks/plane.ts';
import { recorder } from './benchmarks/recorder.ts';
import { start } from './benchmarks/start.ts';
import { traces } from './benchmarks/traces.ts';
import { tree } from './benchmarks/tree.ts';
import { untraced } from './benchmarks/untraced.ts';

export const BENCHMARKS: readonly Benchmark[] = [recorder, untraced, plane, start, tree, traces, memory, capture];
