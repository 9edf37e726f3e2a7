// `npm test`: installs what is missing and runs scripts/run-tests.ts on the pinned Node. Runs on Node 20 too (see install.mjs).
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, PINNED_NODE } from './install.mjs';

ensureInstalled();
const runner = join(dirname(fileURLToPath(import.meta.url)), 'run-tests.ts');
const { status } = spawnSync(PINNED_NODE, ['--conditions=rectrace-source', runner, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
