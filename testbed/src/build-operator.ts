// Real operators for tests, built once from pinned releases: Go programs from their modules, Python ones from PyPI.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildCacheOptions, buildCache } from './build-cache.ts';
import { builtOnce } from './built-once.ts';
import { TestbedError } from './errors.ts';
import { goVersion, runGo } from './go-tool.ts';
import { TESTBED_FOLDER } from './programs.ts';

/** operators/NAME/go.mod pins the release. */
const GO_OPERATORS = {
  'sample-controller': { module: 'k8s.io/sample-controller', package: 'k8s.io/sample-controller' },
  'prometheus-operator': {
    module: 'github.com/prometheus-operator/prometheus-operator',
    package: 'github.com/prometheus-operator/prometheus-operator/cmd/operator',
  },
} as const;

export type GoOperator = keyof typeof GO_OPERATORS;

export interface BuiltOperator {
  /** Its executable. */
  readonly program: string;
  /** Folder that the program needs to see. */
  readonly folder: string;
  /** Its release: the module's folder with its manifests, or ours with the handlers. */
  readonly sources: string;
}

export interface OperatorBuildOptions extends BuildCacheOptions {
  /** Told in one line what takes long. */
  readonly log?: (line: string) => void;
}

/** Seconds to minutes the first time, a look at the cache afterwards. @throws TestbedError BUILD_FAILED, also where there is no Go. */
export async function buildGoOperator(name: GoOperator, options: OperatorBuildOptions = {}): Promise<BuiltOperator> {
  const { env = process.env, log = () => undefined } = options;
  const cwd = join(TESTBED_FOLDER, 'operators', name);
  const { module, package: path } = GO_OPERATORS[name];
  const go = await goVersion(cwd, env);
  if (go === undefined) throw new TestbedError('BUILD_FAILED', `Go is not on the PATH, so ${name} cannot be built`);
  const folder = join(buildCache(options), await keyOf([go, path], [join(cwd, 'go.mod'), join(cwd, 'go.sum')]));
  const program = join(folder, name);
  const make = async (): Promise<void> => {
    await runGo(['build', '-trimpath', '-ldflags', '-s -w', '-o', program, path], { cwd, env });
  };
  await builtOnce(folder, { make, what: name, log });
  return { program, folder, sources: await moduleFolder(module, { cwd, env }) };
}

/** Whether there is a Python that can make virtual environments; Debian's has none without python3-venv. */
export function pythonIsThere(env: NodeJS.ProcessEnv = process.env): boolean {
  return spawnSync('python3', ['-c', 'import venv, ensurepip'], { env, stdio: 'ignore' }).status === 0;
}

/** Everything that the suites run, minutes the first time. Without Python kopf is left out, and said to be. @throws TestbedError BUILD_FAILED */
export async function buildAllOperators(options: OperatorBuildOptions & { readonly log: (line: string) => void }): Promise<void> {
  for (const name of Object.keys(GO_OPERATORS) as GoOperator[]) await buildGoOperator(name, options);
  if (pythonIsThere(options.env)) await buildKopf(options);
  else options.log('python3 with venv is not here: the operator in Python is not built, and its test is skipped');
}

/** The kopf runner in a virtual environment of its own. @throws TestbedError BUILD_FAILED, also where there is no Python. */
export async function buildKopf(options: OperatorBuildOptions = {}): Promise<BuiltOperator> {
  const { env = process.env, log = () => undefined } = options;
  const sources = join(TESTBED_FOLDER, 'operators', 'kopf');
  const requirements = join(sources, 'requirements.txt');
  const python = (await runProgram('python3', ['-c', 'import sys; print(sys.version, sys.executable)'], env)).trim();
  const folder = join(buildCache(options), await keyOf([python], [requirements]));
  const make = async (): Promise<void> => {
    await runProgram('python3', ['-m', 'venv', '--clear', join(folder, 'venv')], env);
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
    await runProgram(join(folder, 'venv', 'bin', 'python'), install, env);
  };
  await builtOnce(folder, { make, what: 'kopf', log });
  return { program: join(folder, 'venv', 'bin', 'kopf'), folder, sources };
}

async function keyOf(texts: readonly string[], files: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(texts.join('\n'));
  for (const file of files) hash.update(await readFile(file));
  return `operator-${hash.digest('hex').slice(0, 20)}`;
}

/** Downloads the module where it is not there any more. */
async function moduleFolder(module: string, where: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): Promise<string> {
  const folder = /"Dir": "([^"]+)"/.exec(await runGo(['mod', 'download', '-json', module], where))?.[1];
  if (folder === undefined) throw new TestbedError('BUILD_FAILED', `go mod download does not say where ${module} is`);
  return folder;
}

function runProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.on('error', (cause) => reject(new TestbedError('BUILD_FAILED', `${program} could not be started: ${cause.message}`, { cause })));
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new TestbedError('BUILD_FAILED', `${program} ${args.join(' ')} ended with ${code}`, { detail: output.slice(-20_000) }));
    });
  });
}
