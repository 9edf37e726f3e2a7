// The kill test: a server that is written to without pause, a recording of it that is killed over and over, and the count of what is missing.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { type RecordedPosition, readSqliteHistory } from '@rectrace/history';
import { spawnTethered } from '@rectrace/testing';
import type { RecorderMessage } from '@rectrace/trace';
import { compareRecorded } from '../compare-recorded.ts';
import { countCycles } from '../count-cycles.ts';
import type { KillFigures } from '../kill-figures.ts';
import { endedByItself, isAlive, killRounds, type Recording } from '../kill-rounds.ts';
import { seededRandom } from '../seeded-random.ts';
import { untilNone } from '../until-none.ts';
import { MarkerWatch } from './commit-marker.ts';
import { RECORD_PROGRAM, TARGET } from './record-program.ts';
import { ScriptedServer } from './scripted-server.ts';

const WRITES_PER_SECOND = 250;
const TURN_MS = 10;
const FARTHEST_BEHIND = 5 * WRITES_PER_SECOND;
const START_UP_MS = 800;

/** signal: ends everything that it has started. */
export type KillRunOptions = { readonly seed: number; readonly kills: number; readonly signal: AbortSignal };

/** Runs the test against the scripted server. */
export async function run({ seed, kills, ...options }: KillRunOptions): Promise<KillFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'rectrace-kills-'));
  const marker = new MarkerWatch(join(folder, 'marker'));
  const server = new ScriptedServer(seededRandom(seed), Date.now);
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  const scene: Scene = { server, history: join(folder, 'history.db'), marker: join(folder, 'marker'), signal };
  try {
    const writing = keepWriting(server, signal);
    await firstPositions(scene);
    const tally = await killRounds({
      kills,
      random: seededRandom(seed + 1),
      start: () => startRecording(scene),
      commits: marker,
      startUpMs: START_UP_MS,
    });
    const writesPerSecond = await writing.stop();
    server.adoptAll();
    await catchUp(scene);
    const reader = readSqliteHistory(scene.history);
    const found = { ...compareRecorded(server.acked(), { reader, root: TARGET.id }), ...countCycles(reader, TARGET.id) };
    reader.close();
    return { ...tally, ...found, writesPerSecond };
  } finally {
    over.abort();
    marker.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Scene = { readonly server: ScriptedServer; readonly history: string; readonly marker: string; readonly signal: AbortSignal };

function startRecording(scene: Scene): Recording {
  const { server, history, marker, signal } = scene;
  const program = [process.execPath, '--conditions=rectrace-source', RECORD_PROGRAM, history, marker] as const;
  const child = spawnTethered([...program], { stdio: ['pipe', 'pipe', 'inherit'], signal });
  child.stdin?.on('error', () => server.detach());
  const ready = Promise.withResolvers<void>();
  if (child.stdout === null) throw new Error('a recording has no output');
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line) as { readonly positions?: readonly RecordedPosition[] };
    if (said.positions === undefined) ready.resolve();
    else attach(server, { child, positions: said.positions });
  });
  return { process: child, ready: ready.promise.then(() => caughtUp(scene, child)) };
}

function attach(
  server: ScriptedServer,
  { child, positions }: { readonly child: ChildProcess; readonly positions: readonly RecordedPosition[] },
): void {
  server.attach(positions, (message: RecorderMessage) => child.stdin?.write(`${JSON.stringify(message)}\n`));
}

/** Writes at an even rate, whatever else the machine does, until stop or the signal; stop answers how many a second it were. */
function keepWriting(server: ScriptedServer, signal: AbortSignal): { stop(): Promise<number> } {
  const started = Date.now();
  let written = 0;
  const timer = setInterval(() => {
    for (const due = ((Date.now() - started) * WRITES_PER_SECOND) / 1000; written < due; written += 1) server.write();
    if (written % WRITES_PER_SECOND < 3) server.bookmark();
  }, TURN_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return {
    async stop() {
      clearInterval(timer);
      return Math.round((written * 1000) / (Date.now() - started));
    },
  };
}

/** Before there is a first position there is nothing to resume from. */
async function firstPositions(scene: Scene): Promise<void> {
  const { process: child, ready } = startRecording(scene);
  const ended = once(child, 'exit');
  await Promise.race([ready, endedByItself(child)]);
  await untilNone(() => 3 - positionsOf(scene).length, { signal: scene.signal });
  child.kill('SIGKILL');
  await ended;
}

async function catchUp(scene: Scene): Promise<void> {
  const { process: child, ready } = startRecording(scene);
  const ended = once(child, 'exit');
  await Promise.race([ready, endedByItself(child)]);
  scene.server.bookmark();
  const behind = () => positionsOf(scene).reduce((sum, { resourceVersion }) => sum + scene.server.version - Number(resourceVersion), 0);
  await untilNone(behind, { signal: scene.signal });
  child.kill('SIGTERM');
  await ended;
}

/** On a slow machine a process that is killed too soon every time falls back further and further: it gets time to come near the present. */
async function caughtUp(scene: Scene, child: ChildProcess): Promise<void> {
  const furthest = () => Math.max(...positionsOf(scene).map(({ resourceVersion }) => Number(resourceVersion)));
  while (isAlive(child) && scene.server.version - furthest() > FARTHEST_BEHIND) await pause(TURN_MS);
}

function positionsOf({ history }: Scene): readonly RecordedPosition[] {
  const reader = readSqliteHistory(history);
  const positions = reader.positions();
  reader.close();
  return positions;
}
