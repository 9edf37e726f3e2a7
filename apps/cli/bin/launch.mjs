// Loads the bundled CLI. Written so that an old Node can parse it and say what it needs instead of failing on the bundle's syntax.
// It imports nothing: an ES import of node:fs reads all of its exports, which load half of Node (10 ms).

const NEEDED = 24;
const BUNDLE = new URL('../dist/rectrace.js', import.meta.url);

/** Hands over to the bundle, which reads its own name from process.argv[1]; one line on stderr and exit code 1 where it can't. */
export async function launch(name) {
  try {
    const problem = problemHere();
    if (problem !== undefined) throw new Error(problem);
    process.getBuiltinModule('node:module').enableCompileCache();
    await import(BUNDLE.href);
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}

function problemHere() {
  if (Number(process.versions.node.split('.')[0]) < NEEDED) {
    return `needs Node ${NEEDED} or newer, this is ${process.version} (${process.execPath})`;
  }
  return process.getBuiltinModule('node:fs').existsSync(BUNDLE) ? undefined : 'not built yet: run `npm run build` first';
}
