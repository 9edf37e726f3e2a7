// One process: what a change costs a recorder, what it keeps, and what the history keeps. Arguments: trees, nodes of each, changes to measure, seed.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HistoryWriter } from '@rectrace/history';
import { openSqliteHistory } from '@rectrace/history';
import { formatJson } from '@rectrace/kube';
import type { Recorded, RecorderMessage } from '@rectrace/trace';
import { GroveLoad } from '../load/grove-load.ts';
import { listMessages, watchMessage } from '../load/load-messages.ts';
import { loadRecorder } from '../load/load-recorder.ts';
import { seededRandom } from '../load/random.ts';
import { readRecordedLives } from '../load/recorded-life.ts';
import { heapAlive } from '../measure/heap.ts';
import type { RecorderMeasured } from './recorder.ts';

const [trees = 0, nodesOfEach = 0, changes = 0, seed = 0] = process.argv.slice(2).map(Number);
const nodes = trees * nodesOfEach;
const WARM_UP = 6_000;
const STORED = 5_000;
const BATCH = 200;
const WRITES_PER_SECOND = 20;

type Cost = { readonly told: number; readonly cpuMs: number; readonly wallMs: number };

const load = new GroveLoad(readRecordedLives(), { trees, nodes: nodesOfEach, random: seededRandom(seed) });
const recorder = loadRecorder();
const folder = mkdtempSync(join(tmpdir(), 'rectrace-bench-'));
let at = Date.UTC(2026, 11, 1);
try {
  process.stdout.write(JSON.stringify(measureAll()));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function measureAll(): RecorderMeasured {
  const bare = heapAlive();
  for (const name of load.rootNames) recorder.addRoot({ id: name, group: 'apps', objectKind: 'Deployment', namespace: 'plain', name });
  const listStored = storedBytes(list);
  const afterList = heapAlive();
  run(WARM_UP);
  const before = heapAlive();
  const { told, cpuMs, wallMs } = run(changes);
  const after = heapAlive();
  if (told !== changes) throw new Error(`${told} changes told for ${changes} messages`);
  let sizes = 0;
  const allStored = storedBytes((history) => {
    for (let done = 0; done < STORED; done += BATCH) {
      const recorded = nextMessages().map((message) => recorder.record(message));
      for (const change of recorded.flatMap((one) => one.changes)) sizes += formatJson({ ...change, body: undefined }).length;
      commit(history, recorded);
    }
  });
  return {
    trees,
    nodes,
    changes,
    cpuMicrosPerChange: (cpuMs * 1000) / changes,
    wallMicrosPerChange: (wallMs * 1000) / changes,
    heapPerNode: (afterList - bare) / nodes,
    heapGrowthPerChange: (after - before) / changes,
    bytesTold: sizes / STORED,
    bytesStored: (allStored - listStored) / STORED,
  };
}

function list(history: HistoryWriter): void {
  let listed = 0;
  for (const message of listMessages(load.list(), { at })) {
    const recorded = recorder.record(message);
    listed += recorded.changes.length;
    if (recorded.changes.length > 0) commit(history, [recorded]);
  }
  if (listed !== nodes) throw new Error(`${listed} of ${nodes} objects are in the tree`);
}

/** Size of the history's file after something was written to it. */
function storedBytes(write: (history: HistoryWriter) => void): number {
  const path = join(folder, 'history.db');
  const history = openSqliteHistory(path);
  try {
    write(history);
  } finally {
    history.close();
  }
  return statSync(path).size;
}

function commit(history: HistoryWriter, recorded: readonly Recorded[]): void {
  history.commit({
    changes: recorded.flatMap((one) => one.changes),
    members: recorded.flatMap((one) => one.members),
    cycles: recorded.flatMap((one) => one.cycles),
    withdrawn: recorded.flatMap((one) => one.withdrawn),
    gaps: recorded.flatMap((one) => one.gaps),
    positions: [],
    fence: 0,
  });
}

/** Texts are made and parsed outside of the measured time. */
function run(count: number): Cost {
  const sum = { told: 0, cpuMs: 0, wallMs: 0 };
  for (let done = 0; done < count; done += BATCH) {
    const batch = nextMessages();
    const cpu = process.cpuUsage();
    const started = performance.now();
    for (const message of batch) sum.told += recorder.record(message).changes.length;
    recorder.held();
    sum.wallMs += performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    sum.cpuMs += (user + system) / 1000;
  }
  return sum;
}

function nextMessages(): readonly RecorderMessage[] {
  return Array.from({ length: BATCH }, () => {
    at += 1000 / WRITES_PER_SECOND;
    return watchMessage(load.next(), { at });
  });
}
