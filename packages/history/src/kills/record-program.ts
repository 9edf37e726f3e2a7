// The process that is killed: records what arrives on standard input (a recording, version 2) into a history, from the positions that it prints first.

import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@rectrace/kube';
import { builtinRules, Recorder, type RootTarget } from '@rectrace/trace';
import { openRecording } from '../recording/open-recording.ts';
import { runRecording } from '../run-recording.ts';
import { openSqliteHistory } from '../sqlite/sqlite-history.ts';
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

const CLOCK: Clock = {
  now: () => Date.now(),
  after: async (ms, { signal }) => void (await pause(ms, undefined, signal === undefined ? {} : { signal })),
};

async function main([path = '', marker = '']: readonly string[]): Promise<void> {
  const history = openSqliteHistory(path, { owner: `pid ${process.pid}` });
  const recorder = new Recorder({ rules: builtinRules(['generic', 'kubernetes']), redact: (object) => object, holdMs: 1 });
  recorder.restore([TARGET], history);
  const positions = history.positions();
  say({ positions });
  const opened = await openRecording(process.stdin);
  if (opened.kind === 'unreadable') throw new Error(opened.reason);
  const stop = new AbortController();
  process.once('SIGTERM', () => stop.abort());
  const writer = markedWriter(history, marker);
  const run = runRecording({ messages: opened.messages, fold: recorder, writer, clock: CLOCK, positions, signal: stop.signal });
  const told = run.subscribe({ queue: Number.POSITIVE_INFINITY });
  await told.next();
  say({ ready: true });
  await told.return?.();
  await run.done;
  writer.close();
  process.exit(0);
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

if (import.meta.main) await main(process.argv.slice(2));
