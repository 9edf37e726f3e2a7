// npm pack gives one package whose programs run from an empty folder.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InstalledPackage } from './installed-package.ts';
import { installPackedPackage } from './installed-package.ts';

const ROOT = join(import.meta.dirname, '..');
const RECORDING = join(ROOT, 'packages/trace/testdata/recordings/p1-deployment.ndjson');
const REPLAY = ['replay', RECORDING, '--root', 'Deployment/plain/web', '-o', 'json'];
const NAMES = ['rectrace', 'kubectl-rectrace', 'kbcli-rectrace'];

let installed: InstalledPackage;

beforeAll(() => {
  installed = installPackedPackage();
});

afterAll(() => installed.remove());

describe('the tarball', () => {
  test('holds the bundle, its launchers, the demo and the licences, and nothing else', () => {
    expect(installed.files.filter((file) => !file.startsWith('apps/cli/dist/chunks/'))).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'apps/cli/bin/kbcli-rectrace.mjs',
      'apps/cli/bin/kubectl-complete-rectrace.mjs',
      'apps/cli/bin/kubectl-rectrace.mjs',
      'apps/cli/bin/launch.mjs',
      'apps/cli/bin/rectrace.mjs',
      'apps/cli/demo/a-create.ndjson',
      'apps/cli/dist/THIRD-PARTY-NOTICES.txt',
      'apps/cli/dist/rectrace.js',
      'package.json',
    ]);
  });

  test('depends on better-sqlite3 alone, and says which Node it needs', () => {
    expect(installed.manifest['dependencies']).toEqual({ 'better-sqlite3': '13.2.0' });
    expect(installed.manifest['engines']).toEqual({ node: '>=24' });
    expect(installed.installed).toEqual(['node_modules/better-sqlite3', 'node_modules/node-addon-api', 'node_modules/rectrace']);
  });
});

describe('from an empty folder', () => {
  test.each(NAMES)('%s replays a recording', (name) => {
    const { code, stdout, stderr } = installed.run(name, REPLAY);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining(' at ') });
    const { root, cycles, changes } = JSON.parse(stdout);
    expect(root).toMatchObject({ kind: 'Deployment', namespace: 'plain', name: 'web' });
    expect(cycles).toHaveLength(3);
    expect(changes.length).toBeGreaterThan(0);
  });

  test('the demo runs on the recording that it brings', () => {
    const { code, stdout } = installed.run('rectrace', ['demo']);
    expect(code).toBe(0);
    expect(stdout).toContain('cart-cache');
  });

  test('the launchers say in one line that an older Node is too old', () => {
    const old =
      'data:text/javascript,Object.defineProperty(process,"version",{value:"v20.20.2"});Object.defineProperty(process,"versions",{value:{node:"20.20.2"}})';
    const launcher = join(installed.bin, 'rectrace');
    const { status, stdout, stderr } = spawnSync(process.execPath, [`--import=${old}`, launcher, '--help'], { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: `rectrace: needs Node 24 or newer, this is v20.20.2 (${process.execPath})\n`,
    });
  });
});

test('the demo recording is the one that the tests use', () => {
  const recording = readFileSync(join(ROOT, 'packages/trace/testdata/recordings/a-create.ndjson'));
  expect(readFileSync(join(ROOT, 'apps/cli/demo/a-create.ndjson')).equals(recording)).toBe(true);
});
