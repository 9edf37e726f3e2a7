// The real surroundings: streams, clock, chance, environment and signals of this process.

import { basename } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClock } from '@rectrace/kube';
import { Interrupted } from './errors.ts';
import type { Input, Output, Surroundings } from './surroundings.ts';

/** args: what follows the program's name. root: this program's folder holding `demo/`. A second signal ends the process at once. */
export function processSurroundings(args: readonly string[], root: URL): Surroundings {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const interrupted = new Interrupted(signal);
      if (interruption.signal.aborted) process.exit(interrupted.exitCode);
      interruption.abort(interrupted);
    });
  }
  return {
    args,
    program: programName(process.argv[1] ?? ''),
    env: process.env,
    processId: process.pid,
    stdin: terminalInput(),
    stdout: streamOutput(() => process.stdout),
    stderr: streamOutput(() => process.stderr),
    clock: createClock({ now: Date.now, elapsed: () => performance.now(), sleep }),
    nextTurn,
    random: Math.random,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    get timeZone() {
      return new Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
    interruption,
    signal: interruption.signal,
    demoFile: fileURLToPath(new URL('demo/a-create.ndjson', root)),
  };
}

/** 'kubectl-rectrace' is called as 'kubectl rectrace'. */
function programName(path: string): string {
  const name = basename(path).replace(/\.(mjs|js|ts|cmd|exe)$/, '');
  if (/^kubectl[_-](complete-)?rectrace$/.test(name)) return 'kubectl rectrace';
  return name === 'kbcli-rectrace' ? 'kbcli rectrace' : 'rectrace';
}

/**
 * A reader that went away (`| head`) ends the process quietly, as other commands do; any other failure to write is said. Node makes a stream
 * when it is first asked for, so that is done as late as possible.
 */
function streamOutput(open: () => NodeJS.WriteStream): Output {
  let opened: NodeJS.WriteStream | undefined;
  const stream = (): NodeJS.WriteStream => {
    opened ??= open().on('error', failed);
    return opened;
  };
  return {
    write: (text) => {
      stream().write(text);
    },
    get isTerminal() {
      return stream().isTTY === true;
    },
    get columns() {
      return stream().isTTY === true ? stream().columns : undefined;
    },
  };
}

function failed(this: NodeJS.WriteStream, error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  if (this !== process.stderr) process.stderr.write(`rectrace: the output cannot be written: ${error.message}\n`);
  process.exit(1);
}

function terminalInput(): Input {
  return {
    get isTerminal() {
      return process.stdin.isTTY === true;
    },
    async readLine() {
      const { createInterface } = await import('node:readline');
      const lines = createInterface({ input: process.stdin });
      for await (const line of lines) {
        lines.close();
        return line;
      }
      return undefined;
    },
  };
}
