// The committed table of first objects is what the real API server makes: one of the test's own, where nobody has added anything yet.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBinaries, describeReal, startControlPlane } from '@rectrace/testbed';
import { expect, test } from 'vitest';
import { BOOTSTRAP_FILE, renderBootstrapTable } from './bootstrap-table.ts';

describeReal('the first objects of the real API server', () => {
  test('are the table that scripts/update-bootstrap.ts wrote', { timeout: 120_000 }, async ({ onTestFinished }) => {
    const built = await buildBinaries();
    if (built.kind === 'unavailable') throw new Error(built.reason);
    const plane = await startControlPlane({ programs: built.programs, controllers: false });
    onTestFinished(() => plane.stop());
    const committed = readFileSync(join(import.meta.dirname, '..', BOOTSTRAP_FILE), 'utf8');
    expect(await renderBootstrapTable(plane.api)).toBe(committed);
  });
});
