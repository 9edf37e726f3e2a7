// The committed table of types is what the Go types of the pinned Kubernetes module give.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Go compiles the types of Kubernetes first where its cache is cold.
test('scripts/update-type-table.ts writes the table that is committed', { timeout: 900_000 }, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'update-type-table.ts'), '--verify'], {
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});
