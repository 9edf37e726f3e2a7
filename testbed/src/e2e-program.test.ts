import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildE2eProgram } from './e2e-program.ts';
import { FAKE_GO } from './testing/fake-go.ts';

let folder: string;
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-e2e-'));
  await mkdir(join(folder, 'path'));
  await writeFile(join(folder, 'path', 'go'), FAKE_GO);
  await chmod(join(folder, 'path', 'go'), 0o755);
  env = { PATH: `${join(folder, 'path')}:/usr/bin:/bin`, NOTES: join(folder, 'notes'), XDG_CACHE_HOME: join(folder, 'cache') };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the tests are compiled once, as the release that they are of', async () => {
  const program = await buildE2eProgram({ env });
  expect(await readFile(program, 'utf8')).toBe('built\n');
  expect(await buildE2eProgram({ env })).toBe(program);
  const builds = (await readFile(join(folder, 'notes'), 'utf8')).trim().split('\n');
  expect(builds).toEqual([
    expect.stringMatching(/^test -c -vet=off .*component-base\/version\.gitVersion=v1\.35\.4 .*k8s\.io\/kubernetes\/test\/e2e$/),
  ]);
});

test('without Go it says so in one line', async () => {
  await expect(buildE2eProgram({ env: { ...env, PATH: join(folder, 'nowhere') } })).rejects.toThrow(
    'Go is not on the PATH, so e2e.test cannot be built',
  );
});
