// A real operator that tests run, built once from a pinned release.
import { spawn, spawnSync } from 'node:child_process';
import { type BuildCacheOptions, keyedFolder, type MadeFrom } from '../build-cache.ts';
import { TestbedError } from '../errors.ts';

export interface BuiltOperator {
  /** Its executable. */
  readonly program: string;
  /** Folder that the program needs to see. */
  readonly folder: string;
  /** Its release: the module's folder with its manifests, or ours with the definition. */
  readonly sources: string;
}

export interface OperatorBuildOptions extends BuildCacheOptions {
  /** Told in one line what takes long. */
  readonly log?: (line: string) => void;
}

/** Where it is kept. */
export function operatorFolder({ cacheDir, env }: OperatorBuildOptions, madeFrom: MadeFrom): Promise<string> {
  return keyedFolder('operator', { ...madeFrom, ...(cacheDir === undefined ? {} : { cacheDir }), ...(env === undefined ? {} : { env }) });
}

/** Whether a command is here and succeeds. */
export function succeeds(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): boolean {
  return spawnSync(program, args, { env, stdio: 'ignore' }).status === 0;
}

/** Runs a tool to its end; returns what it printed. @throws TestbedError BUILD_FAILED */
export function runBuildTool(
  program: string,
  args: readonly string[],
  { env, cwd }: { readonly env: NodeJS.ProcessEnv; readonly cwd?: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, ...(cwd === undefined ? {} : { cwd }), stdio: ['ignore', 'pipe', 'pipe'] });
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
