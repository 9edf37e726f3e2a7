// Runs a measurement in a Node process of its own, so that no other measurement's heap, code or garbage is part of it.
import { once } from 'node:events';
import { spawnTethered } from '@rectrace/testing';

export type ChildOptions = {
  readonly args?: readonly string[];
  /** Flags of Node beside --expose-gc. */
  readonly flags?: readonly string[];
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 600_000;

/** The JSON that a script prints, which runs from source. @throws Error with what it wrote to stderr where it fails. */
export async function runMeasured<Result>(script: URL, options: ChildOptions = {}): Promise<Result> {
  const flags = ['--conditions=rectrace-source', '--expose-gc', '--disable-warning=ExperimentalWarning', ...(options.flags ?? [])];
  const child = spawnTethered([process.execPath, ...flags, script.pathname, ...(options.args ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${script.pathname} failed (${code ?? child.signalCode}): ${Buffer.concat(err).toString()}`);
  return JSON.parse(Buffer.concat(out).toString()) as Result;
}
