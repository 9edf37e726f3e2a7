// Builds the bundles where one is missing, after installing what is missing. Runs on Node 20 too (see install.mjs).
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, PINNED_NODE } from './install.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BUNDLES = ['apps/cli/dist/rectrace.js', 'apps/controller/dist/controller.js'];

ensureInstalled();
if (!BUNDLES.every((bundle) => existsSync(join(ROOT, bundle)))) {
  const { status } = spawnSync(PINNED_NODE, [join(ROOT, 'scripts', 'build.mjs'), '--bundles', '--quiet'], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
