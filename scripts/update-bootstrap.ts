// Writes packages/control-plane/src/api/generated/bootstrap-objects.ts: what the API server of the testbed makes at its start. `--verify` compares instead of
// writing and exits 1 when they differ; without Go it says so and exits 0.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBinaries, startControlPlane } from '@rectrace/testbed';
import { BOOTSTRAP_FILE, renderBootstrapTable } from './bootstrap-table.ts';

const target = join(import.meta.dirname, '..', BOOTSTRAP_FILE);

process.exitCode = await main();

async function main(): Promise<number> {
  const built = await buildBinaries();
  if (built.kind === 'unavailable') {
    process.stdout.write(`update-bootstrap: ${built.reason}, the table is not checked\n`);
    return 0;
  }
  const plane = await startControlPlane({ programs: built.programs, controllers: false });
  try {
    const text = await renderBootstrapTable(plane.api);
    if (!process.argv.includes('--verify')) writeFileSync(target, text);
    else if (readFileSync(target, 'utf8') !== text) {
      process.stderr.write(`${BOOTSTRAP_FILE} is not what scripts/update-bootstrap.ts writes\n`);
      return 1;
    }
    return 0;
  } finally {
    await plane.stop();
  }
}
