// The committed table of merge rules is what the OpenAPI documents of the pinned Kubernetes module give.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('scripts/update-merge-rules.ts writes the table that is committed', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'update-merge-rules.ts'), '--verify'], {
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});
