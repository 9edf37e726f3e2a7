import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FAKE_GO } from '../testing/fake-go.ts';
import { buildGoOperator } from './go-operator.ts';
import { buildKopf } from './kopf-operator.ts';

let folder: string;
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-operator-'));
  await executable('path/go', FAKE_GO);
  env = { PATH: `${join(folder, 'path')}:/usr/bin:/bin`, NOTES: join(folder, 'notes'), XDG_CACHE_HOME: join(folder, 'cache') };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function executable(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
  await chmod(join(folder, name), 0o755);
}

async function builds(): Promise<readonly string[]> {
  return (await readFile(join(folder, 'notes'), 'utf8')).split('\n').filter((line) => line.startsWith('build'));
}

test('an operator is built once, whoever asks, and its release is found', async () => {
  const both = await Promise.all([1, 2].map(() => buildGoOperator('sample-controller', { env })));
  const [built] = both;
  expect(both[1]).toEqual(built);
  expect(await readFile(built?.program ?? '', 'utf8')).toBe('built\n');
  expect(built?.sources).toBe('/modules/x');
  expect(await buildGoOperator('sample-controller', { env })).toEqual(built);
  expect(await builds()).toHaveLength(1);
});

test('a build that fails says the last line of what Go said, and is tried again', async () => {
  await expect(buildGoOperator('sample-controller', { env: { ...env, BROKEN: 'yes' } })).rejects.toMatchObject({
    code: 'BUILD_FAILED',
    message: 'go build failed: last trouble',
  });
  await buildGoOperator('sample-controller', { env });
  expect(await builds()).toHaveLength(2);
});

test('without Go or Python it says so in one line', async () => {
  const without = { ...env, PATH: join(folder, 'nowhere') };
  await expect(buildGoOperator('prometheus-operator', { env: without })).rejects.toThrow(
    'Go is not on the PATH, so prometheus-operator cannot be built',
  );
  await expect(buildKopf({ env: without })).rejects.toThrow('python3 could not be started: spawn python3 ENOENT');
});

test('kopf is installed once into an environment of its own', async () => {
  await executable(
    'path/python3',
    '#!/bin/sh\nif [ "$1" = -c ]; then echo 3.99; else mkdir -p "$4/bin"; cp "$0" "$4/bin/python"; fi\necho "$*" >> "$NOTES"\n',
  );
  const built = await buildKopf({ env });
  expect(built.program).toBe(join(built.folder, 'venv', 'bin', 'kopf'));
  expect(await buildKopf({ env })).toEqual(built);
  const notes = (await readFile(join(folder, 'notes'), 'utf8')).split('\n');
  expect(notes.filter((line) => line.startsWith('-m')).map((line) => line.split(' ')[1])).toEqual(['venv', 'pip']);
});
