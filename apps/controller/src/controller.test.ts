// The whole process, stopped at every step of its start: whatever it has opened by then is closed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatJson, parseJson, stringAt } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runController } from './controller.ts';
import { parseOptions } from './options.ts';
import { EmptyCluster } from './testing/empty-cluster.ts';

const MORE_REQUESTS_THAN_A_START_HAS = 200;
/** Turns of the event loop that an answer may take after the end has begun. */
const LATE_TURNS = 30;
let cluster: EmptyCluster;
let folder: string;
let said: string[];

beforeEach(async () => {
  cluster = await EmptyCluster.start();
  said = [];
  folder = mkdtempSync(join(tmpdir(), 'rectrace-start-'));
  writeFileSync(
    join(folder, 'kubeconfig'),
    formatJson({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster: { server: cluster.url } }],
      users: [{ name: 'u', user: {} }],
    }),
  );
});
afterEach(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

/** Runs it until the signal is aborted. Returns its clock. */
async function run(signal: AbortSignal, flags: readonly string[]): Promise<SteppedClock> {
  const clock = new SteppedClock(1_000);
  const args = [`--kubeconfig=${join(folder, 'kubeconfig')}`, '--listen=127.0.0.1:0', `--history=${join(folder, 'history')}`, ...flags];
  const parsed = parseOptions(args, { readFile: () => '', env: {} });
  if (parsed.kind !== 'run') throw new Error('the flags ask for help');
  await runController(parsed.options, {
    env: {},
    clock,
    random: () => 0,
    randomBytes: (count) => new Uint8Array(count),
    uniqueToken: () => 'token',
    log: pino({ base: null }, { write: (line: string) => void said.push(stringAt(parseJson(line), ['msg']) ?? '') }),
    signal,
    host: 'pod',
    instance: 'one',
    pid: 1,
  });
  return clock;
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Stops it with the request of that number, before it is answered or so many turns after. Returns the path; undefined where nothing was asked so late. */
async function stopAt(number: number, { flags, after }: { readonly flags: readonly string[]; readonly after: number | undefined }) {
  const stopping = new AbortController();
  const asked: string[] = [];
  let quiet: Promise<void> | undefined;
  cluster.forgetLease();
  cluster.onRequest = (exchange) => {
    asked.push(exchange.path);
    if (asked.length !== number) return exchange.answer();
    if (after === undefined) {
      stopping.abort();
      quiet = turns(LATE_TURNS).then(() => exchange.answer());
      return undefined;
    }
    exchange.answer();
    quiet = turns(after).then(() => stopping.abort());
    return undefined;
  };
  const idle = untilIdle(asked).then(() => stopping.abort());
  const clock = await run(stopping.signal, flags);
  await Promise.all([quiet, idle]);
  cluster.onRequest = ({ path, answer }) => {
    asked.push(`late ${path}`);
    answer();
  };
  await turns(50);
  expect({ at: asked[number - 1], timers: clock.pending }).toEqual({ at: asked[number - 1], timers: 0 });
  await expect.poll(() => cluster.connections(), { interval: 1 }).toBe(0);
  expect(asked.filter((path) => path.startsWith('late'))).toEqual([]);
  return asked[number - 1];
}

/** Nothing more is asked for a while: it has started. */
async function untilIdle(asked: readonly string[]): Promise<void> {
  for (let before = -1; before !== asked.length; ) {
    before = asked.length;
    await turns(300);
  }
}

test.each([
  ['alone', ['--no-lease', '--no-traces']],
  ['with a lease and traces', []],
])('%s, stopped with every request of its start, it leaves nothing open', { timeout: 120_000 }, async (_, flags) => {
  const seen = new Set<string>();
  for (const after of [undefined, 0, 2]) {
    for (let number = 1; number < MORE_REQUESTS_THAN_A_START_HAS; number += 1) {
      const path = await stopAt(number, { flags, after });
      if (path === undefined) break;
      seen.add(path.split('?')[0] ?? '');
    }
  }
  expect([...seen]).toEqual(expect.arrayContaining(['/api', '/apis', '/api/v1/namespaces/kube-system', '/api/v1/pods']));
});

test('stopped before it begins it opens nothing', async () => {
  const asked: string[] = [];
  cluster.onRequest = ({ path }) => void asked.push(path);
  await run(AbortSignal.abort(), []);
  expect(asked).toEqual([]);
  expect(said).toEqual(['stopped']);
});
