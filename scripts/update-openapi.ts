// Writes packages/control-plane/src/api/generated/packed-openapi.ts: what the API server of the testbed says its kinds look like, in OpenAPI v3 and v2.
// `--verify` compares instead of writing and exits 1 when they differ; without Go it says so and exits 0.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildBinaries, startControlPlane } from '@rectrace/testbed';
import { OPENAPI_FILE, renderPackedOpenApi } from './packed-openapi.ts';

const target = join(import.meta.dirname, '..', OPENAPI_FILE);

process.exitCode = await main();

async function main(): Promise<number> {
  const built = await buildBinaries();
  if (built.kind === 'unavailable') {
    process.stdout.write(`update-openapi: ${built.reason}, the documents are not checked\n`);
    return 0;
  }
  const plane = await startControlPlane({ programs: built.programs, controllers: false });
  try {
    const text = await renderPackedOpenApi(plane.api, () => sleep(500));
    if (!process.argv.includes('--verify')) writeFileSync(target, text);
    else if (readFileSync(target, 'utf8') !== text) {
      process.stderr.write(`${OPENAPI_FILE} is not what scripts/update-openapi.ts writes\n`);
      return 1;
    }
    return 0;
  } finally {
    await plane.stop();
  }
}
