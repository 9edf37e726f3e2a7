// The program: takes clock, chance, environment, output and signals from the process and hands them to the controller.

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { readTextFile } from '@rectrace/history';
import { createClock } from '@rectrace/kube';
import { pino } from 'pino';
import { runController } from './controller.ts';
import { parseOptions } from './options.ts';

const FAILED = 1;
const MISUSED = 2;

async function main(): Promise<number> {
  const stopping = new AbortController();
  // Before anything else: what comes while flags and rules are read ends the process in good order too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(signal));
  const parsed = parse();
  if (parsed === undefined) return MISUSED;
  if (parsed.kind === 'help') {
    process.stdout.write(parsed.text);
    return 0;
  }
  const { options } = parsed;
  const log = pino({ level: options.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  stopping.signal.addEventListener('abort', () => log.info({ signal: stopping.signal.reason }, 'stopping'), { once: true });
  try {
    await runController(options, {
      env: process.env,
      clock: createClock({ now: Date.now, elapsed: () => performance.now(), sleep }),
      random: Math.random,
      randomBytes,
      uniqueToken: () => randomBytes(8).toString('hex'),
      log,
      signal: stopping.signal,
      host: process.env['POD_NAME'] ?? hostname(),
      // The containers of a pod never overlap: one that is restarted takes its own lease up again at once.
      instance: process.env['POD_UID'] ?? randomBytes(8).toString('hex'),
      pid: process.pid,
    });
    return 0;
  } catch (error) {
    log.fatal({ code: codeOf(error) }, oneLine(error));
    return FAILED;
  }
}

function parse(): ReturnType<typeof parseOptions> | undefined {
  try {
    return parseOptions(process.argv.slice(2), { readFile: readTextFile, env: process.env });
  } catch (error) {
    process.stderr.write(`controller: ${oneLine(error)}\n`);
    return undefined;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
}

function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().replace(/\s*[\r\n]+\s*/g, '; ');
}

process.exitCode = await main();
