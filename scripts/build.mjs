// `npm run build`: types (tsc -b) and one bundle per program. `--bundles` leaves the types out, `--quiet` prints only what fails.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { thirdPartyNotices } from './third-party-notices.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BUNDLES = [
  // Split: a command loads only what it needs, and --help no cluster client.
  { entry: 'apps/cli/src/main.ts', outfile: 'apps/cli/dist/rectrace.js', splitting: true },
  { entry: 'apps/controller/src/main.ts', outfile: 'apps/controller/dist/controller.js', splitting: false },
];

// The entry of client-node leads to typed models of every kind (15 MB); KubeConfig is all that is used of it.
const ALIASES = {
  '@kubernetes/client-node': join(ROOT, 'node_modules/@kubernetes/client-node/dist/config.js'),
  // As ES modules: a CommonJS module that is imported lazily into a chunk has no named exports.
  yaml: join(ROOT, 'node_modules/yaml/browser/index.js'),
};

// An ES import of a built-in reads every one of its exports, and some of them load half of Node (node:fs: streams and readline, 10 ms). Here each
// is an object whose prototype asks the built-in itself, so that one is loaded when something of it is first used.
const LAZY_BUILTIN = `
const builtin = new Proxy({}, {
  ownKeys: () => [],
  getPrototypeOf: () => builtin,
  get: (_target, name) => (name === '__esModule' ? undefined : process.getBuiltinModule(NAME)[name]),
});
module.exports = builtin;
`;
const LAZY_BUILTINS = {
  name: 'lazy-builtins',
  setup({ onResolve, onLoad }) {
    // What is imported lazily stays an import: what is made here has no named exports for it.
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, external: true } : { path, namespace: 'builtin', sideEffects: false },
    );
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: LAZY_BUILTIN.replace('NAME', JSON.stringify(path)),
      loader: 'js',
    }));
  },
};

const quiet = process.argv.includes('--quiet');
const started = performance.now();
try {
  if (!process.argv.includes('--bundles')) checkTypes();
  for (const bundle of BUNDLES) await bundleProgram(bundle);
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

async function bundleProgram({ entry, outfile, splitting }) {
  const folder = dirname(outfile);
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [{ in: entry, out: basename(outfile, '.js') }],
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    conditions: ['rectrace-source'],
    external: ['better-sqlite3'],
    alias: ALIASES,
    plugins: [LAZY_BUILTINS],
    // Identifiers stay: errors carry the names of their classes.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    // CommonJS dependencies inside an ES module bundle still call require().
    banner: { js: "const require = (id) => process.getBuiltinModule('node:module').createRequire(import.meta.url)(id);" },
  });
  writeFileSync(join(ROOT, folder, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(ROOT, metafile));
  removeOldChunks(join(ROOT, folder, 'chunks'), new Set(Object.keys(metafile.outputs).map((output) => basename(output))));
  const bytes = Object.values(metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
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
