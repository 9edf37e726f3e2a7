// `npm test` after the install: build, unit tests, slow ones, tests of the built programs, cases, and the suites against a real control plane where Go is.
// The last line of the output is the sum over all of them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { add, closingLine, exitCodeOf, NOTHING, type Tally, tallyOf, tallyOfCases } from './test-tally.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const ENV = { ...process.env, PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}` };
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const reports = mkdtempSync(join(tmpdir(), 'rectrace-test-'));

const tally = everything();
rmSync(reports, { recursive: true, force: true });
console.log(`\n${closingLine(tally)}`);
process.exitCode = exitCodeOf(tally);

function everything(): Tally {
  if (!step('build', [join(ROOT, 'scripts', 'build.mjs')])) return { ...NOTHING, failed: 1 };
  return [vitest('unit'), vitest('slow'), vitest('built'), cases(), real()].reduce(add, NOTHING);
}

function real(): Tally {
  if (!canBuildControlPlane()) return withoutControlPlane();
  if (!step('testbed', ['--conditions=rectrace-source', join(ROOT, 'testbed', 'src', 'main.ts'), 'build']))
    return { ...NOTHING, failed: 1 };
  return vitest('real');
}

function canBuildControlPlane(): boolean {
  return spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0;
}

/** A developer's machine may go without; CI must not pass by leaving the real suites out. */
function withoutControlPlane(): Tally {
  const listing = join(reports, 'real-list.json');
  spawnSync(process.execPath, [VITEST, 'list', '--project=real', `--json=${listing}`], { cwd: ROOT, env: ENV, stdio: 'ignore' });
  const skipped = existsSync(listing) ? JSON.parse(readFileSync(listing, 'utf8')).length : 1;
  console.log(`Go is not here: the ${skipped} tests against a real control plane are skipped`);
  return { ...NOTHING, skipped, failed: process.env['CI'] === 'true' ? 1 : 0 };
}

/** Its output is shown when it has ended: the closing line of it is read. */
function cases(): Tally {
  heading('cases');
  const args = ['--conditions=rectrace-source', join(ROOT, 'conformance', 'src', 'run-cases.ts')];
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: ENV,
    encoding: 'utf8',
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  process.stdout.write(stdout);
  return tallyOfCases(stdout, status ?? 1);
}

function vitest(project: string): Tally {
  const report = join(reports, `${project}.json`);
  heading(project);
  const args = [VITEST, 'run', `--project=${project}`, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, env: ENV, stdio: 'inherit' });
  return tallyOf(existsSync(report) ? readFileSync(report, 'utf8') : undefined, status ?? 1);
}

function step(name: string, args: readonly string[]): boolean {
  heading(name);
  return spawnSync(process.execPath, args, { cwd: ROOT, env: ENV, stdio: 'inherit' }).status === 0;
}

function heading(name: string): void {
  console.log(`\n=== ${name}`);
}
