// One program with all it needs as ES modules: one file, or an entry beside chunks that are loaded when they are needed.
import { basename, dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { lazyBuiltins } from './lazy-builtins.mjs';

/**
 * entry, outfile: relative to root. together: modules that most calls load along with the entry, which become one chunk with what they
 * need (a file costs 0.3 ms to load); absent: everything in one file. @returns the chunks written, as the bundler has them
 */
export async function bundleProgram(root, { entry, outfile, together }) {
  const bundle = await rolldown(inputOf(root, { entry, outfile }));
  try {
    const output = outputOf(root, outfile);
    if (together === undefined) return chunksOf(await bundle.write({ ...output, codeSplitting: false }));
    const apart = chunksOf(await bundle.generate(output));
    const joined = joinedModules(
      apart,
      together.map((module) => join(root, module)),
    );
    const group = { name: 'often', test: (id) => joined.has(id), includeDependenciesRecursively: false };
    return chunksOf(await bundle.write({ ...output, codeSplitting: { groups: [group] } }));
  } finally {
    await bundle.close();
  }
}

function inputOf(root, { entry, outfile }) {
  const modules = join(root, 'node_modules');
  return {
    cwd: root,
    input: { [basename(outfile, '.js')]: entry },
    platform: 'node',
    external: ['better-sqlite3'],
    plugins: [lazyBuiltins()],
    preserveEntrySignatures: false,
    resolve: {
      conditionNames: ['rectrace-source', 'node', 'import', 'default'],
      alias: {
        // The entry of client-node leads to typed models of every kind (15 MB); KubeConfig is all that is used of it.
        '@kubernetes/client-node': join(modules, '@kubernetes/client-node/dist/config.js'),
        // As ES modules: a CommonJS module that is imported lazily into a chunk has no named exports.
        yaml: join(modules, 'yaml/browser/index.js'),
      },
    },
    transform: { target: 'node24' },
    checks: { ineffectiveDynamicImport: false },
    logLevel: 'warn',
  };
}

function outputOf(root, outfile) {
  return {
    dir: join(root, dirname(outfile)),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    comments: false,
    // Identifiers stay: errors carry the names of their classes.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  };
}

function chunksOf({ output }) {
  return output.filter(({ type }) => type === 'chunk');
}

/** Modules of all chunks that the given modules need and the entry does not; nothing of them is needed by what the entry loads at its start. */
function joinedModules(chunks, modules) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needed = (roots) => {
    const found = new Set(roots);
    for (const chunk of found) for (const file of chunk.imports) if (byFile.has(file)) found.add(byFile.get(file));
    return found;
  };
  const atStart = needed(chunks.filter(({ isEntry }) => isEntry));
  const along = modules.map((module) => {
    // One that is needed in several ways has a chunk without a face.
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (chunk === undefined || atStart.has(chunk)) throw new Error(`${module} is loaded nowhere, or with the entry`);
    return chunk;
  });
  return new Set([...needed(along).difference(atStart)].flatMap(({ moduleIds }) => moduleIds));
}
