// `npm run build`: types (tsc -b) and one bundle per program. `--bundles` leaves the types out, `--quiet` prints only what fails.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './bundle-program.mjs';
import { thirdPartyNotices } from './third-party-notices.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PROGRAMS = [
  // Split: a command loads only what it needs, and --help no cluster client.
  {
    entry: 'apps/cli/src/main.ts',
    outfile: 'apps/cli/dist/rectrace.js',
    together: ['apps/cli/src/commands/trace/trace.ts', 'packages/cluster/src/index.ts'],
  },
  { entry: 'apps/controller/src/main.ts', outfile: 'apps/controller/dist/controller.js' },
];

const quiet = process.argv.includes('--quiet');
const started = performance.now();
try {
  if (!process.argv.includes('--bundles')) checkTypes();
  for (const program of PROGRAMS) await build(program);
  say(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
} catch (error) {
  console.error(`build failed: ${error.message}`);
  process.exitCode = 1;
}

function checkTypes() {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-b', ROOT], { stdio: 'inherit' });
  if (status !== 0) throw new Error('types');
}

async function build(program) {
  const { outfile } = program;
  const folder = join(ROOT, dirname(outfile));
  const chunks = await bundleProgram(ROOT, program);
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(modules));
  removeOldChunks(join(folder, 'chunks'), new Set(chunks.map(({ fileName }) => basename(fileName))));
  const bytes = chunks.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0);
  say(`${outfile}  ${Math.round(bytes / 1024)} KiB`);
}

/** After the new ones are written, so that a program that runs meanwhile finds its own. */
function removeOldChunks(folder, current) {
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder)) if (!current.has(file)) rmSync(join(folder, file));
}

function say(line) {
  if (!quiet) console.log(line);
}
