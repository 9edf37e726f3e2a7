// `npm run bench -- [NAME…] [--json FILE] [--seed N] [--runs N]`: speed and memory, each figure the median of the runs (two by default).
// Exit codes: 0 measured (also where a target was missed), 1 a benchmark failed, 2 wrong arguments.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { buildBinaries } from '@rectrace/testbed';
import type { Benchmark } from './benchmark.ts';
import { BENCHMARKS } from './registry.ts';
import type { BenchResult, Report } from './result.ts';
import { formatResult } from './result.ts';
import { runBenchmark } from './run-benchmark.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const BUNDLES = ['apps/cli/dist/rectrace.js', 'apps/controller/dist/controller.js'];
const RUNS = 2;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const wanted = readArguments(args);
  if (wanted === undefined) return 2;
  const { names, json, seed, runs } = wanted;
  const chosen = BENCHMARKS.filter(({ name }) => names.length === 0 || names.includes(name));
  const startedAt = new Date().toISOString();
  const loadBefore = loadavg()[0] ?? 0;
  const benchmarks: BenchResult[] = [];
  for (const benchmark of chosen) {
    const result = await runBenchmark(benchmark, { seed, runs, log, missing });
    benchmarks.push(result);
    for (const line of formatResult(result)) console.log(line);
  }
  const loadAverage = [loadBefore, loadavg()[0] ?? 0] as const;
  const report: Report = {
    commit: git('rev-parse', 'HEAD'),
    modified: git('status', '--porcelain') !== '',
    seed,
    runs,
    startedAt,
    machine: {
      node: process.version,
      cpu: cpus()[0]?.model ?? '',
      cpus: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      loadAverage,
    },
    benchmarks,
  };
  console.log(
    `commit ${report.commit.slice(0, 10)}${report.modified ? ' (modified)' : ''}, seed ${seed}, ${runs} runs, load average ${loadAverage.join(' before, ')} after`,
  );
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  return benchmarks.some(({ kind }) => kind === 'failed') ? 1 : 0;
}

type Wanted = { readonly names: readonly string[]; readonly json: string | undefined; readonly seed: number; readonly runs: number };

/** Undefined where something is wrong with them, which is said. */
function readArguments(args: string[]): Wanted | undefined {
  const known = BENCHMARKS.map(({ name }) => name);
  try {
    const options = { json: { type: 'string' }, seed: { type: 'string' }, runs: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
    const runs = Number(values.runs ?? RUNS);
    const unknown = positionals.filter((name) => !known.includes(name));
    if (unknown.length > 0) throw new TypeError(`no benchmark called ${unknown.join(', ')}; there are: ${known.join(', ')}`);
    if (!Number.isInteger(seed)) throw new TypeError(`--seed ${values.seed} is no integer`);
    if (!(Number.isInteger(runs) && runs > 0)) throw new TypeError(`--runs ${values.runs} is no number of runs`);
    return { names: positionals, json: values.json, seed, runs };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

async function missing(need: Benchmark['needs'][number]): Promise<string | undefined> {
  if (need === 'bundles') {
    const absent = BUNDLES.filter((file) => !existsSync(`${ROOT}${file}`));
    return absent.length === 0 ? undefined : `${absent.join(' and ')} not built: npm run build`;
  }
  const built = await buildBinaries({ log });
  return built.kind === 'built' ? undefined : built.reason;
}

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

function git(...args: readonly string[]): string {
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim();
}
