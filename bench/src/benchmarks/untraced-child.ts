// One process that follows collections full of objects nobody traces, beside one traced tree. Arguments: objects, seed.
import { CrowdLoad } from '../load/crowd-load.ts';
import { listMessages, watchMessage } from '../load/load-messages.ts';
import { loadRecorder } from '../load/load-recorder.ts';
import { seededRandom } from '../load/random.ts';
import { readRecordedLives } from '../load/recorded-life.ts';
import { heapAlive } from '../measure/heap.ts';
import type { UntracedMeasured } from './untraced.ts';

const [objects = 0, seed = 0] = process.argv.slice(2).map(Number);
const CHANGES = 10_000;
const WRITES_PER_SECOND = 20;
const MB = 1e6;

const load = new CrowdLoad(readRecordedLives(), { objects, random: seededRandom(seed) });
const recorder = loadRecorder();
let at = Date.UTC(2026, 11, 1);
recorder.addRoot({ id: 'root', group: 'apps', objectKind: 'Deployment', namespace: 'plain', name: 'web-1' });

let listed = 0;
for (const message of listMessages(load.list(), { at })) {
  if (message.kind === 'Listed') listed += 1;
  recorder.record(message);
}
const afterList = process.memoryUsage().rss;
for (let change = 0; change < CHANGES; change++) {
  at += 1000 / WRITES_PER_SECOND;
  recorder.record(watchMessage(load.next(), { at }));
  if (change % 100 === 0) recorder.held();
}
const { rss } = process.memoryUsage();
const heap = heapAlive();
if (recorder.counters.evicted === 0) throw new Error('the waiting room was never full');
const measured: UntracedMeasured = {
  objects: listed,
  rssAfterListMb: afterList / MB,
  rssMb: rss / MB,
  peakMb: (process.resourceUsage().maxRSS * 1024) / MB,
  heapMb: heap / MB,
};
process.stdout.write(JSON.stringify(measured));
