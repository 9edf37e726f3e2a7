// The benchmarks' public names.
export type { BenchContext, Benchmark } from './benchmark.ts';
export type { Figure, Summary, Target } from './figure.ts';
export { BENCHMARKS } from './registry.ts';
export type { BenchResult, Report } from './result.ts';
