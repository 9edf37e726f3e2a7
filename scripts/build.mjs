// `npm run build`: types (tsc -b) and one bundle per program. `--bundles` leaves the types out, `--quiet` prints only what fails.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { thirdPartyNotices } from './third-party-notices.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BUNDLES = [
  { entry: 'apps/cli/src/main.ts', outfile: 'apps/cli/dist/rectrace.js' },
  { entry: 'apps/controller/src/main.ts', outfile: 'apps/controller/dist/controller.js' },
];

const quiet = process.argv.includes('--quiet');
const started = performance.now();
try {
  if (!process.argv.includes('--bundles')) checkTypes();
  for (const bundle of BUNDLES) await bundleProgram(bundle);
  if (!quiet) console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
} catch (error) {
  console.error(`build failed: ${error.message}`);
  process.exitCode = 1;
}

function checkTypes() {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-b', ROOT], { stdio: 'inherit' });
  if (status !== 0) throw new Error('types');
}

async function bundleProgram({ entry, outfile }) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    conditions: ['rectrace-source'],
    external: ['better-sqlite3'],
    metafile: true,
    logLevel: 'warning',
    // CommonJS dependencies inside an ES module bundle still call require().
    banner: { js: "import { createRequire as createRequireOf } from 'node:module'; const require = createRequireOf(import.meta.url);" },
  });
  writeFileSync(join(ROOT, dirname(outfile), 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(ROOT, metafile));
  if (!quiet) console.log(`${relative(ROOT, join(ROOT, outfile))}  ${Math.round(metafile.outputs[outfile].bytes / 1024)} KiB`);
}
