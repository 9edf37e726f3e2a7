// Builds the control plane's programs from the pinned Go modules, once: they stay in a cache keyed by the modules' sums and the Go version.
// A program appears in the cache by a rename, so one that is there is whole.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildCache, isExecutable } from './build-cache.ts';
import { withBuildLock } from './build-lock.ts';
import { goVersion, runGo } from './go-tool.ts';
import { GO_MODULES, type GoModule, linkFlags, PROGRAM_NAMES, type ProgramName, type Programs, TESTBED_FOLDER } from './programs.ts';

export interface BuildOptions {
  /** Where builds are kept; default `${XDG_CACHE_HOME:-~/.cache}/rectrace/testbed`. */
  readonly cacheDir?: string;
  /** Told in one line what takes long. */
  readonly log?: (line: string) => void;
  /** Environment to look in for XDG_CACHE_HOME, KUBEBUILDER_ASSETS and what `go` needs; default the process's own. */
  readonly env?: NodeJS.ProcessEnv;
}

/** `built`: every program is there, `bin` being the cache's folder (programs of KUBEBUILDER_ASSETS lie elsewhere). `unavailable`: no Go here, said in one line. */
export type BuildResult =
  | { readonly kind: 'built'; readonly bin: string; readonly programs: Programs }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Programs that are taken from KUBEBUILDER_ASSETS where they are there. */
const FROM_ASSETS: readonly ProgramName[] = ['etcd', 'kube-apiserver'];

/** Builds what the cache lacks. About 8 minutes on 2 cores the first time, milliseconds afterwards. @throws TestbedError BUILD_FAILED. */
export async function buildBinaries(options: BuildOptions = {}): Promise<BuildResult> {
  const env = options.env ?? process.env;
  const log = options.log ?? (() => undefined);
  const go = await goVersion(TESTBED_FOLDER, env);
  if (go === undefined) return { kind: 'unavailable', reason: 'Go is not on the PATH, so the real control plane cannot be built' };
  const folder = join(buildCache(options), await cacheKey(go));
  const bin = join(folder, 'bin');
  const programs = await locatePrograms(bin, env['KUBEBUILDER_ASSETS']);
  if ((await missingPrograms(programs)).length > 0) {
    await mkdir(bin, { recursive: true });
    await withBuildLock(
      join(folder, 'lock'),
      async () => buildMissing({ folder, bin, missing: await missingPrograms(programs), env, log }),
      () => log(`waiting for another process that builds the control plane in ${folder}`),
    );
  }
  return { kind: 'built', bin, programs };
}

async function locatePrograms(bin: string, assets: string | undefined): Promise<Programs> {
  const paths = await Promise.all(
    PROGRAM_NAMES.map(async (name) => {
      const asset = assets && FROM_ASSETS.includes(name) ? join(assets, name) : undefined;
      return [name, asset !== undefined && (await isExecutable(asset)) ? asset : join(bin, name)] as const;
    }),
  );
  return Object.fromEntries(paths) as Programs;
}

async function missingPrograms(programs: Programs): Promise<ProgramName[]> {
  const there = await Promise.all(PROGRAM_NAMES.map((name) => isExecutable(programs[name])));
  return PROGRAM_NAMES.filter((_, index) => !there[index]);
}

interface Build {
  readonly folder: string;
  readonly bin: string;
  readonly missing: readonly ProgramName[];
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

async function buildMissing(build: Build): Promise<void> {
  const unfinished = await mkdtemp(join(build.folder, 'building-'));
  try {
    for (const module of GO_MODULES) await buildModule(module, { ...build, unfinished });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function buildModule(module: GoModule, build: Build & { readonly unfinished: string }): Promise<void> {
  const wanted = build.missing.filter((name) => module.packages[name] !== undefined);
  const sequence = wanted.map((name) => ({ name, path: module.packages[name] ?? name }));
  if (sequence.length === 0) return;
  build.log(`building ${wanted.join(', ')} (minutes, once)`);
  const started = performance.now();
  // One command for all programs of a module compiles what they share side by side; it names each after its package, etcd's being `server`.
  await runGo(['build', '-trimpath', '-ldflags', linkFlags(), '-o', `${build.unfinished}/`, ...sequence.map(({ path }) => path)], {
    cwd: join(TESTBED_FOLDER, module.folder),
    env: build.env,
  });
  for (const { name, path } of sequence) await rename(join(build.unfinished, executableName(path)), join(build.bin, name));
  build.log(`built ${wanted.join(', ')} in ${Math.round((performance.now() - started) / 1000)} s`);
}

/** Go names an executable after the last element of the package's path that is not a major version. */
function executableName(packagePath: string): string {
  return packagePath.split('/').findLast((element) => !/^v\d+$/.test(element)) ?? packagePath;
}

/** The build's key: what the programs are made of. */
async function cacheKey(go: string): Promise<string> {
  const hash = createHash('sha256').update(`${go}\n${linkFlags()}\n`);
  for (const { folder, packages } of GO_MODULES) {
    hash.update(JSON.stringify(packages));
    for (const file of ['go.mod', 'go.sum']) hash.update(await readFile(join(TESTBED_FOLDER, folder, file)));
  }
  return hash.digest('hex').slice(0, 20);
}
