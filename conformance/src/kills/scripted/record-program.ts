// The process that is killed: records the messages that arrive on standard input, a line of JSON each, into a history, from the positions that
// it prints first.

import { createInterface } from 'node:readline';
import { openSqliteHistory, runRecording } from '@rectrace/history';
import { realClock } from '@rectrace/testing';
import { builtinRules, Recorder, type RecorderMessage, type RootTarget } from '@rectrace/trace';
import { markedWriter } from './commit-marker.ts';

/** To be run with the paths of a history and of a commit marker as arguments. */
export const RECORD_PROGRAM = import.meta.filename;

export const TARGET: RootTarget = {
  id: 'Deployment.apps/plain/web',
  group: 'apps',
  objectKind: 'Deployment',
  namespace: 'plain',
  name: 'web',
};

async function main([path = '', marker = '']: readonly string[]): Promise<void> {
  const history = openSqliteHistory(path, { owner: `pid ${process.pid}` });
  const recorder = new Recorder({ rules: builtinRules(['generic', 'kubernetes']), redact: (object) => object, holdMs: 1 });
  recorder.restore([TARGET], history);
  const positions = history.positions();
  say({ positions });
  const stop = new AbortController();
  process.once('SIGTERM', () => stop.abort());
  const writer = markedWriter(history, marker);
  const run = runRecording({
    messages: messagesOf(process.stdin),
    fold: recorder,
    writer,
    clock: realClock(),
    positions,
    signal: stop.signal,
  });
  const told = run.subscribe({ queue: Number.POSITIVE_INFINITY });
  await told.next();
  say({ ready: true });
  await told.return?.();
  await run.done;
  writer.close();
  process.exit(0);
}

async function* messagesOf(input: NodeJS.ReadableStream): AsyncGenerator<RecorderMessage> {
  for await (const line of createInterface({ input })) yield JSON.parse(line) as RecorderMessage;
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

if (import.meta.main) await main(process.argv.slice(2));
