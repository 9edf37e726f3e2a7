import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FAKE_GO } from '../testing/fake-go.ts';
import { buildKubectl } from './build-kubectl.ts';

let folder: string;
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-client-'));
  await mkdir(join(folder, 'path'));
  await writeFile(join(folder, 'path', 'go'), FAKE_GO);
  await chmod(join(folder, 'path', 'go'), 0o755);
  env = { PATH: `${join(folder, 'path')}:/usr/bin:/bin`, NOTES: join(folder, 'notes'), XDG_CACHE_HOME: join(folder, 'cache') };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function builds(): Promise<readonly string[]> {
  return (await readFile(join(folder, 'notes'), 'utf8')).split('\n').filter((line) => line.startsWith('build'));
}

test('each release of kubectl is built once, from its own pins, and reports its own version', async () => {
  const [old, again, other] = await Promise.all([
    buildKubectl('1.25', { env }),
    buildKubectl('1.25', { env }),
    buildKubectl('1.33', { env }),
  ]);
  expect(again).toBe(old);
  expect(other).not.toBe(old);
  expect(await readFile(old, 'utf8')).toBe('built\n');
  const lines = (await builds()).toSorted();
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/-modfile=1\.25\.mod .*component-base\/version\.gitVersion=v1\.25\.\d+ /);
  expect(lines[1]).toMatch(/-modfile=1\.33\.mod .*component-base\/version\.gitVersion=v1\.33\.\d+ /);
});

test('without Go it says so in one line', async () => {
  const without = { ...env, PATH: join(folder, 'nowhere') };
  await expect(buildKubectl('1.30', { env: without })).rejects.toThrow('Go is not on the PATH, so kubectl 1.30 cannot be built');
});
