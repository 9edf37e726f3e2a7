// A prediction can never write to the live cluster: nothing that can write, and no connection that could be used to, ever comes in here.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

test('the planner takes nothing from the cluster package but two types', () => {
  const imports = SOURCES.flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    return [...text.matchAll(/^(?:import|export)[^;]*'@rectrace\/cluster';/gm)].map(([statement]) => `${file}: ${statement}`);
  });
  expect(imports).toEqual(["snapshot/live-cluster.ts: import type { ServedResources, ServerVersion } from '@rectrace/cluster';"]);
});
