// The committed table of resources is what the real API server publishes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeReal } from '@rectrace/testbed';
import { expect, test } from 'vitest';
import { DISCOVERY_FILE, renderDiscoveryTable } from './discovery-table.ts';

describeReal('discovery of the real API server', (plane) => {
  test('is the table that scripts/update-discovery.ts wrote', async () => {
    const committed = readFileSync(join(import.meta.dirname, '..', DISCOVERY_FILE), 'utf8');
    expect(await renderDiscoveryTable(plane().api)).toBe(committed);
  });
});
