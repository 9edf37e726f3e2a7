// The committed table of first objects is what the real API server makes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeReal } from '@rectrace/testbed';
import { expect, test } from 'vitest';
import { BOOTSTRAP_FILE, renderBootstrapTable } from './bootstrap-table.ts';

describeReal('the first objects of the real API server', (plane) => {
  test('are the table that scripts/update-bootstrap.ts wrote', async () => {
    const committed = readFileSync(join(import.meta.dirname, '..', BOOTSTRAP_FILE), 'utf8');
    expect(await renderBootstrapTable(plane().api)).toBe(committed);
  });
});
