// `npm start`: installs what is missing, bundles, and hands over to `rectrace demo`. Runs on Node 20 too (see install.mjs).
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, PINNED_NODE } from './install.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const HELP = `npm start                         the demo: a recorded operator run, replayed through the recorder
npm start -- ARGUMENTS            the same with arguments of \`rectrace demo\`
npx rectrace --help               the command line, once npm start or npm test has built it
npx rectrace replay FILE          replay a recording (packages/trace/testdata/recordings/ holds some)
npx rectrace watch KIND/NAME      follow an object of the cluster that your kubeconfig names
npm test                          every test; with Go also those against a real control plane
npm run testbed -- up             a real control plane on this machine (needs Go; the first build takes minutes)
npm run controller -- --kubeconfig FILE   the controller, outside a cluster
npm run cases                     the cases of docs/reference/cases.md, each as given, doubled and shuffled
npm run bench -- [NAME…] [--json FILE]    benchmarks
npm run long -- [NAME…]           the long runs, results in docs/reference/results/
npm run ok                        format, lint, types, arrows, dead exports, docs, unit tests
`;

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(HELP);
} else {
  ensureInstalled();
  run(join(ROOT, 'scripts', 'build.mjs'), ['--bundles', '--quiet']);
  run(join(ROOT, 'apps', 'cli', 'bin', 'rectrace.mjs'), ['demo', ...args]);
}

function run(file, fileArgs) {
  const { status, error } = spawnSync(PINNED_NODE, [file, ...fileArgs], { stdio: 'inherit' });
  if (error) process.stderr.write(`${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
}
