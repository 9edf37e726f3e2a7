// One process: a virtual cluster over HTTPS with a number of objects, which is the argument. Its first line says where it is; at each line that it reads
// it forks, lets the fork write to ten kinds, and says so. It ends with its input.
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startVirtualCluster } from '@rectrace/control-plane';
import { realClock } from '@rectrace/testing';
import { TEN_KINDS, writeToEach } from '../plane/ten-kinds.ts';

const objects = Number(process.argv[2]);
const cluster = await startVirtualCluster({ clock: realClock(), nextTurn, seed: 1, randomBytes });
const [configMaps] = TEN_KINDS;
for (let index = 0; index < objects; index++) await writeToEach(cluster.plane, `o-${index}`, [configMaps]);

const { hostname: host, port } = new URL(cluster.url);
say(JSON.stringify({ host, port: Number(port), authority: cluster.authority.certificate, token: cluster.adminToken }));
let forks = 0;
for await (const _line of createInterface({ input: process.stdin })) {
  const fork = cluster.plane.fork(forks++);
  await writeToEach(fork, 'of-the-fork');
  say('forked');
}
await cluster.stop();

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
