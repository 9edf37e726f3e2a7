// `kubectl rectrace …` with a real kubectl and the packed package on the PATH.

import { join } from 'node:path';
import { buildBinaries } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InstalledPackage } from './installed-package.ts';
import { installPackedPackage } from './installed-package.ts';

const RECORDING = join(import.meta.dirname, '../packages/trace/testdata/recordings/p1-deployment.ndjson');

let installed: InstalledPackage;
let kubectl: string;

beforeAll(async () => {
  installed = installPackedPackage();
  const built = await buildBinaries();
  if (built.kind !== 'built') throw new Error('the testbed has no kubectl');
  kubectl = built.programs.kubectl;
});

afterAll(() => installed.remove());

test('kubectl finds the plugin and runs it', () => {
  const { code, stdout } = installed.run(kubectl, ['rectrace', 'replay', RECORDING, '--root', 'Deployment/plain/web', '-o', 'json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).cycles).toHaveLength(3);
});

test('kubectl lists it among its plugins', () => {
  const { stdout } = installed.run(kubectl, ['plugin', 'list']);
  expect(stdout).toContain(join(installed.bin, 'kubectl-rectrace'));
});
