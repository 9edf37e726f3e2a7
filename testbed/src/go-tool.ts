// The `go` command.
import { spawn } from 'node:child_process';
import { TestbedError } from './errors.ts';

/** Release, system and architecture of the Go that would build; undefined where there is none. */
export async function goVersion(cwd: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const result = await run('go', ['env', 'GOVERSION', 'GOOS', 'GOARCH'], { cwd, env: goEnvironment(env) });
  if (result.kind === 'not-found') return undefined;
  if (result.code !== 0) throw new TestbedError('BUILD_FAILED', `go env failed: ${lastLine(result.output)}`, { detail: result.output });
  return result.output.trim().split('\n').join(' ');
}

/** What it prints. @throws TestbedError BUILD_FAILED */
export async function runGo(args: readonly string[], where: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): Promise<string> {
  const name = `go ${args[0] ?? ''}`;
  const result = await run('go', args, { cwd: where.cwd, env: goEnvironment(where.env) });
  if (result.kind === 'not-found') throw new TestbedError('BUILD_FAILED', `${name} failed: go is not on the PATH any more`);
  if (result.code !== 0) throw new TestbedError('BUILD_FAILED', `${name} failed: ${lastLine(result.output)}`, { detail: result.output });
  return result.output;
}

/** Settings of the user that could make another program of the same sources are put aside; cgo would need a C compiler. */
function goEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false', GOWORK: 'off' };
}

type RunResult = { readonly kind: 'not-found' } | { readonly kind: 'ended'; readonly code: number | null; readonly output: string };

function run(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-20_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve({ kind: 'not-found' });
      else reject(new TestbedError('BUILD_FAILED', `${command} could not be started: ${error.message}`, { cause: error }));
    });
    child.on('close', (code) => resolve({ kind: 'ended', code, output }));
  });
}

function lastLine(output: string): string {
  return output.trimEnd().split('\n').at(-1) ?? '';
}
