// `npm run ok`: every check that needs no cluster; `npm run ok -- NAME…` runs only those named. All run, also after one has failed.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkArrows } from './checks/arrows.ts';
import { checkDocsDrift } from './checks/docs-drift.ts';
import { checkErrorDocs } from './checks/error-docs.ts';
import { checkFileCycles } from './checks/file-cycles.ts';
import { checkFileShape } from './checks/file-shape.ts';
import { checkHiddenInputs } from './checks/hidden-inputs.ts';
import type { Finding, SourceTree } from './checks/source-tree.ts';
import { formatFinding, workingTree } from './checks/source-tree.ts';
import { checkTestAids } from './checks/test-aids.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Returns what is wrong, a line each; nothing where all is well. */
type Check = (tree: SourceTree) => readonly string[];

const CHECKS: readonly (readonly [string, Check])[] = [
  ['lint', () => program('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])],
  ['types', () => program('typescript/bin/tsc', ['-b'])],
  ['arrows', findingsOf(checkArrows)],
  ['circles', findingsOf(checkFileCycles)],
  ['hidden-inputs', findingsOf(checkHiddenInputs)],
  ['file-shape', findingsOf(checkFileShape)],
  ['test-aids', findingsOf(checkTestAids)],
  ['dead-exports', () => [...knip([]), ...knip(['--production', '--include=exports,files'])]],
  ['error-docs', findingsOf(checkErrorDocs)],
  ['docs-drift', findingsOf(checkDocsDrift)],
  ['tests', () => program('vitest/vitest.mjs', ['run', '--project=unit', '--reporter=default'])],
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !CHECKS.some(([known]) => known === name));
if (unknown.length > 0) {
  console.error(`no check called ${unknown.join(', ')}; there are ${CHECKS.map(([name]) => name).join(', ')}`);
  process.exitCode = 2;
} else {
  const chosen = CHECKS.filter(([name]) => wanted.length === 0 || wanted.includes(name));
  const tree = workingTree(ROOT);
  const failed = chosen.filter(([name, check]) => !passes(name, check(tree)));
  process.exitCode = failed.length === 0 ? 0 : 1;
}

function passes(name: string, problems: readonly string[]): boolean {
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  for (const line of problems) console.log(`     ${line}`);
  return problems.length === 0;
}

function findingsOf(check: (tree: SourceTree) => readonly Finding[]): Check {
  return (tree) => check(tree).map(formatFinding);
}

/** Exports that nobody uses; in production, those that only tests use and that do not say @internal. */
function knip(args: readonly string[]): readonly string[] {
  return program('knip/bin/knip.js', ['--no-progress', ...args]);
}

function program(bin: string, args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'node_modules', bin), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? [] : `${stdout}${stderr}`.trim().split('\n');
}
