// The committed columns are what the real API server gives to its kinds.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeReal } from '@rectrace/testbed';
import { expect, test } from 'vitest';
import { COLUMNS_FILE, renderColumnsTable } from './columns-table.ts';

describeReal('tables of the real API server', (plane) => {
  test('have the columns that scripts/update-table-columns.ts wrote', async () => {
    const committed = readFileSync(join(import.meta.dirname, '..', COLUMNS_FILE), 'utf8');
    expect(await renderColumnsTable(plane().api)).toBe(committed);
  });
});
