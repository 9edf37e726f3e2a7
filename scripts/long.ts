// `npm run long -- [NAME…] [--seed N]`: the runs that do not fit CI (`*.long.test.ts`), one after the other.
// Each leaves docs/reference/results/NAME.json. A run reads its seed from RECTRACE_SEED and puts its figures into `task.meta.figures`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { workingTree } from './checks/source-tree.ts';
import type { LongResult } from './long-result.ts';
import { figuresOf, nameOfLongRun } from './long-result.ts';
import { closingLine, tallyOf } from './test-tally.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const RESULTS = join(ROOT, 'docs', 'reference', 'results');

const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } });
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const files = workingTree(ROOT).files.filter((file) => file.endsWith('.long.test.ts'));
const names = files.map(nameOfLongRun);
const unknown = positionals.filter((name) => !names.includes(name));

if (unknown.length > 0 || !Number.isInteger(seed)) {
  const reason = unknown.length > 0 ? `no long run called ${unknown.join(', ')}` : `--seed ${values.seed} is no integer`;
  console.error(`${reason}; there are: ${names.join(', ')}`);
  process.exitCode = 2;
} else {
  const chosen = files.filter((file) => positionals.length === 0 || positionals.includes(nameOfLongRun(file)));
  const failed = chosen.map(runLong).filter(({ tests }) => tests.failed > 0);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

function runLong(file: string): LongResult {
  const started = new Date();
  const folder = mkdtempSync(join(tmpdir(), 'rectrace-long-'));
  const report = join(folder, 'report.json');
  const args = ['run', '--project=long', '--reporter=verbose', '--reporter=json', `--outputFile.json=${report}`, file];
  const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, RECTRACE_SEED: String(seed) },
  });
  const text = existsSync(report) ? readFileSync(report, 'utf8') : undefined;
  rmSync(folder, { recursive: true, force: true });
  const result: LongResult = {
    name: nameOfLongRun(file),
    commit: git('rev-parse', 'HEAD'),
    modified: git('status', '--porcelain', '--', ':!docs/reference/results') !== '',
    seed,
    startedAt: started.toISOString(),
    seconds: Math.round((Date.now() - started.getTime()) / 1000),
    machine: { node: process.version, cpus: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30) },
    tests: tallyOf(text, status ?? 1),
    figures: text === undefined ? {} : figuresOf(text),
  };
  writeResult(result);
  return result;
}

function writeResult(result: LongResult): void {
  mkdirSync(RESULTS, { recursive: true });
  const path = join(RESULTS, `${result.name}.json`);
  writeFileSync(path, `${JSON.stringify(result, null, 2)}\n`);
  console.log(
    `${result.name}: ${closingLine(result.tests)}, ${result.seconds} s, seed ${result.seed} -> docs/reference/results/${result.name}.json`,
  );
}

function git(...args: readonly string[]): string {
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim();
}
