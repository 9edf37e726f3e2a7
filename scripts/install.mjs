// Makes node_modules agree with package-lock.json, and does nothing (in a few milliseconds) where it already does.
// Runs on the machine's own Node before anything is installed, so: plain JavaScript, no dependencies, Node 20 syntax.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Path of the Node that the repository is pinned to; it exists once ensureInstalled() has returned. */
export const PINNED_NODE = pinnedNode(ROOT);

/** Installs when node_modules is absent or the lockfile names something that is not there. Exits the process when npm fails. */
export function ensureInstalled() {
  const reason = installReason(ROOT);
  if (reason === undefined) return;
  process.stderr.write(`Installing dependencies (${reason}) …\n`);
  // Only the script of `node` is wanted: it brings the binary. Without its package.json at hand, npm ci would compile better-sqlite3,
  // which ships prebuilt binaries and says so there.
  npm(existsSync(installedLockfile(ROOT)) ? ['install', '--no-save', '--ignore-scripts'] : ['ci', '--ignore-scripts']);
  npm(['rebuild', 'node', '--ignore-scripts=false']);
}

/** Why the dependencies under `root` need an install, or undefined where they are as its lockfile says. */
export function installReason(root) {
  if (!existsSync(installedLockfile(root))) return 'none are here yet';
  if (!existsSync(pinnedNode(root))) return 'the pinned Node is missing';
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(installedLockfile(root));
  const missing = Object.keys(wanted).find((path) => differs(wanted[path], present[path]) && path.includes('node_modules/'));
  return missing === undefined ? undefined : `the lockfile changed: ${missing.slice(missing.lastIndexOf('node_modules/') + 13)}`;
}

function differs(wanted, present) {
  if (wanted.optional || wanted.devOptional) return false;
  return present === undefined || wanted.version !== present.version || wanted.link !== present.link;
}

function pinnedNode(root) {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** npm writes it when an install has ended well. */
function installedLockfile(root) {
  return join(root, 'node_modules', '.package-lock.json');
}

function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

function npm(args) {
  const cli = process.env.npm_execpath ?? '';
  const [command, prefix] = basename(cli) === 'npm-cli.js' ? [process.execPath, [cli]] : ['npm', []];
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund'];
  // npm's report ("added 300 packages") is no part of what the caller prints.
  const stdio = ['inherit', 'ignore', 'inherit'];
  const { status, error } = spawnSync(command, [...prefix, ...args, ...quiet], { cwd: ROOT, stdio, shell: process.platform === 'win32' });
  if (status === 0) return;
  process.stderr.write(`npm ${args.join(' ')} failed: ${error?.message ?? `exit code ${status}`}\n`);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureInstalled();
