// Runs a program to its end and says what it took.
import { spawn } from 'node:child_process';
import type { ProcessUsage } from '@rectrace/testing';
import { processUsage } from '@rectrace/testing';

/** cpuMs, peakMb: as last seen before its end; it is looked at every few milliseconds. */
export type ProgramRun = { readonly wallMs: number; readonly cpuMs: number; readonly peakMb: number; readonly stdout: string };

export type ProgramOptions = { readonly env: NodeJS.ProcessEnv; readonly timeoutMs?: number };

const LOOK_EVERY_MS = 4;
const TIMEOUT_MS = 120_000;

/** @throws Error with its stderr where it fails */
export function runProgram(program: readonly string[], options: ProgramOptions): Promise<ProgramRun> {
  const [file = '', ...args] = program;
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(file, args, { env: options.env, stdio: ['ignore', 'pipe', 'pipe'], timeout: options.timeoutMs ?? TIMEOUT_MS });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let seen: ProcessUsage = { cpuMs: 0, rssMb: 0, peakMb: 0 };
    const look = setInterval(() => {
      seen = usageOf(child.pid) ?? seen;
    }, LOOK_EVERY_MS);
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(look);
      const wallMs = performance.now() - started;
      if (code === 0) resolve({ wallMs, cpuMs: seen.cpuMs, peakMb: seen.peakMb, stdout: Buffer.concat(out).toString() });
      else reject(new Error(`${program.join(' ')} ended with ${code ?? child.signalCode}: ${Buffer.concat(err).toString().trim()}`));
    });
  });
}

/** Undefined once the process has ended: then it has no memory any more. */
function usageOf(pid: number | undefined): ProcessUsage | undefined {
  try {
    const usage = processUsage(pid ?? 0);
    return Number.isNaN(usage.peakMb) ? undefined : usage;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return undefined;
    throw error;
  }
}
