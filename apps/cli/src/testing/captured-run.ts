// Runs the command line inside a test: its own streams, clock, environment and answers.

import { realClock } from '@rectrace/testing';
import { commandsFor } from '../command-list.ts';
import { runCommandLine } from '../run-command-line.ts';
import type { Output, Surroundings } from '../surroundings.ts';

export type CapturedRun = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** columns: width of the terminal, undefined = a pipe. answers: lines of stdin. */
export type CaptureOptions = {
  readonly columns?: number;
  readonly env?: { readonly [name: string]: string | undefined };
  readonly answers?: readonly string[];
  readonly interruption?: AbortController;
  /** Told of everything written to stdout, as it comes. */
  readonly onOutput?: (text: string) => void;
  /** The same of stderr. */
  readonly onRemark?: (text: string) => void;
};

/** The run as the process would end it; never throws. */
export async function captureRun(args: readonly string[], options: CaptureOptions = {}): Promise<CapturedRun> {
  const { columns, env = {}, answers = [], interruption = new AbortController(), onOutput, onRemark } = options;
  const written = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr'): Output => ({
    write: (text) => {
      written[name] += text;
      (name === 'stdout' ? onOutput : onRemark)?.(text);
    },
    isTerminal: columns !== undefined,
    columns,
  });
  const waiting = [...answers];
  const surroundings: Surroundings = {
    args,
    program: 'rectrace',
    env,
    processId: process.pid,
    stdin: { isTerminal: false, readLine: async () => waiting.shift() },
    stdout: output('stdout'),
    stderr: output('stderr'),
    clock: realClock(),
    random: Math.random,
    nextTurn: () => Promise.resolve(),
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    timeZone: 'UTC',
    interruption,
    signal: interruption.signal,
    demoFile: new URL('../../demo/a-create.ndjson', import.meta.url).pathname,
  };
  const code = await runCommandLine(surroundings, await commandsFor(args));
  return { code, ...written };
}

/** A recording of packages/trace/testdata. */
export function sampleRecording(name: string): string {
  return new URL(`../../../../packages/trace/testdata/recordings/${name}.ndjson`, import.meta.url).pathname;
}
