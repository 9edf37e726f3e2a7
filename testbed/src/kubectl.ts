// Runs the real kubectl.
import { spawn } from 'node:child_process';

export interface KubectlResult {
  /** Exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface KubectlOptions {
  /** Written to its standard input. */
  readonly input?: string;
  /** Instead of the control plane's admin. */
  readonly kubeconfig?: string;
  readonly signal?: AbortSignal;
}

/** Runs `kubectl ARGS` to its end with a kubeconfig and a HOME of its own. Any exit code is a result. */
export function runKubectl(
  program: string,
  args: readonly string[],
  options: KubectlOptions & { readonly kubeconfig: string; readonly home: string },
): Promise<KubectlResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { PATH: process.env['PATH'], KUBECONFIG: options.kubeconfig, HOME: options.home },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }));
    // A kubectl that ends before it has read everything says why itself.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
  });
}
