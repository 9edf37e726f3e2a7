// A thread that opens the key of one folder after the other, each at the same moment as the others do, and says which key it used.

import { parentPort, workerData } from 'node:worker_threads';
import { openRedactionKey } from '../redaction-key.ts';

/** arrivals: a counter per folder. threads: how many there are. own: the byte that this one's keys are made of. */
type Race = { readonly folders: readonly string[]; readonly arrivals: SharedArrayBuffer; readonly threads: number; readonly own: number };

const { folders, arrivals, threads, own } = workerData as Race;
const arrived = new Int32Array(arrivals);

function waitForOthers(round: number): void {
  if (Atomics.add(arrived, round, 1) + 1 === threads) Atomics.notify(arrived, round);
  for (let seen = Atomics.load(arrived, round); seen < threads; seen = Atomics.load(arrived, round)) Atomics.wait(arrived, round, seen, 5);
}

const keys = folders.map((folder, round) => {
  waitForOthers(round);
  return Buffer.from(openRedactionKey(folder, (count) => new Uint8Array(count).fill(own)).key).toString('hex');
});
parentPort?.postMessage(keys);
