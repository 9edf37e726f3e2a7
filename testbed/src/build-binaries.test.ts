import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildBinaries } from './build-binaries.ts';

/** Stands in for Go: notes its arguments, and writes an executable for each package. */
const FAKE_GO = `#!/bin/sh
if [ "$1" = env ]; then printf 'go1.99\\nplan9\\nmips\\n'; exit 0; fi
echo "$*" >> "$NOTES"
while [ "$1" != -o ]; do shift; done
out=$2
shift 2
if [ -n "$BROKEN" ]; then echo "first trouble" >&2; echo "last trouble" >&2; exit 1; fi
sleep 0.2
for package; do
  name=\${package##*/}
  case $name in v[0-9]*) package=\${package%/*}; name=\${package##*/};; esac
  printf '#!/bin/sh\\n' > "$out$name" && chmod +x "$out$name"
done
`;

let folder: string;
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-binaries-'));
  await executable('path/go', FAKE_GO);
  env = { PATH: `${join(folder, 'path')}:/usr/bin:/bin`, NOTES: join(folder, 'notes'), XDG_CACHE_HOME: join(folder, 'cache') };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function executable(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
  await chmod(join(folder, name), 0o755);
}

async function goCalls(): Promise<string[]> {
  return (await readFile(join(folder, 'notes'), 'utf8')).trim().split('\n');
}

test('without Go it says so in one line', async () => {
  expect(await buildBinaries({ env: { ...env, PATH: join(folder, 'nowhere') } })).toEqual({
    kind: 'unavailable',
    reason: 'Go is not on the PATH, so the real control plane cannot be built',
  });
});

test('builds every program once into the cache, and nothing the second time', async () => {
  const built = await buildBinaries({ env });
  if (built.kind !== 'built') return expect.unreachable();
  expect(built.bin.startsWith(join(folder, 'cache', 'rectrace', 'testbed'))).toBe(true);
  expect(await readdir(built.bin)).toEqual(['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl', 'kwok']);
  expect(await readdir(dirname(built.bin))).toEqual(['bin']);
  expect(await goCalls()).toHaveLength(3);
  expect(await buildBinaries({ env })).toEqual(built);
  expect(await goCalls()).toHaveLength(3);
});

test('another Go gets a place of its own', async () => {
  const first = await buildBinaries({ env });
  await executable('path/go', FAKE_GO.replace('go1.99', 'go2.0'));
  const second = await buildBinaries({ env });
  expect([first.kind, second.kind]).toEqual(['built', 'built']);
  expect(first).not.toEqual(second);
});

test('two at once build once, and the one that waits says so', async () => {
  const told: string[] = [];
  const log = (line: string): number => told.push(line);
  const [one, two] = await Promise.all([buildBinaries({ env, log }), buildBinaries({ env, log })]);
  expect(one).toEqual(two);
  expect(await goCalls()).toHaveLength(3);
  expect(told.filter((line) => line.startsWith('waiting for another process'))).toHaveLength(1);
});

test('kube-apiserver and etcd come from KUBEBUILDER_ASSETS where they are there', async () => {
  await executable('assets/etcd', '');
  await executable('assets/kube-apiserver', '');
  await executable('assets/kubectl', '');
  const built = await buildBinaries({ env: { ...env, KUBEBUILDER_ASSETS: join(folder, 'assets') } });
  if (built.kind !== 'built') return expect.unreachable();
  expect(built.programs).toMatchObject({
    etcd: join(folder, 'assets', 'etcd'),
    'kube-apiserver': join(folder, 'assets', 'kube-apiserver'),
    kubectl: join(built.bin, 'kubectl'),
  });
  expect(await readdir(built.bin)).toEqual(['kube-controller-manager', 'kube-scheduler', 'kubectl', 'kwok']);
});

test('a build that fails is an error with what Go said, and leaves no half of it', async () => {
  const failing = buildBinaries({ env: { ...env, BROKEN: 'yes' } });
  await expect(failing).rejects.toMatchObject({
    code: 'BUILD_FAILED',
    message: 'go build failed: last trouble',
    detail: expect.stringContaining('first trouble'),
  });
  const [key = ''] = await readdir(join(folder, 'cache', 'rectrace', 'testbed'));
  expect(await readdir(join(folder, 'cache', 'rectrace', 'testbed', key, 'bin'))).toEqual([]);
  expect((await buildBinaries({ env })).kind).toBe('built');
});
