// kubectl in older releases, from its modules.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildCacheOptions, keyedFolder } from '../build-cache.ts';
import { builtOnce } from '../built-once.ts';
import { TestbedError } from '../errors.ts';
import { goVersion, runGo } from '../go-tool.ts';
import { linkFlags, TESTBED_FOLDER } from '../programs.ts';

export interface ClientBuildOptions extends BuildCacheOptions {
  /** Told in one line what takes long. */
  readonly log?: (line: string) => void;
}

/** A file clients/kubectl/RELEASE.mod each. */
export type KubectlRelease = '1.25' | '1.28' | '1.30' | '1.33';

const FOLDER = join(TESTBED_FOLDER, 'clients', 'kubectl');
const PACKAGE = '.';

/** Path of its executable. Minutes the first time, a look at the cache afterwards. @throws TestbedError BUILD_FAILED, also where there is no Go. */
export async function buildKubectl(
  release: KubectlRelease,
  { log = () => undefined, ...options }: ClientBuildOptions = {},
): Promise<string> {
  const { env = process.env } = options;
  const what = `kubectl ${release}`;
  const go = await goVersion(FOLDER, env);
  if (go === undefined) throw new TestbedError('BUILD_FAILED', `Go is not on the PATH, so ${what} cannot be built`);
  const [modFile, sumFile] = [`${release}.mod`, `${release}.sum`];
  const flags = linkFlags(await versionIn(join(FOLDER, modFile)));
  const files = [modFile, sumFile, 'main.go'].map((file) => join(FOLDER, file));
  const folder = await keyedFolder('client', { ...options, tools: [go, PACKAGE, flags], files });
  const program = join(folder, 'kubectl');
  const args = ['build', `-modfile=${modFile}`, '-trimpath', '-ldflags', flags, '-o', program, PACKAGE];
  const make = async (): Promise<void> => void (await runGo(args, { cwd: FOLDER, env }));
  await builtOnce(folder, { make, what, log });
  return program;
}

/** The module of release v1.25.16 is v0.25.16. */
async function versionIn(modFile: string): Promise<string> {
  const [, version] = /^\s*k8s\.io\/kubectl v0(\.\d+\.\d+)/m.exec(await readFile(modFile, 'utf8')) ?? [];
  if (version === undefined) throw new TestbedError('BUILD_FAILED', `${modFile} does not pin k8s.io/kubectl`);
  return `v1${version}`;
}
