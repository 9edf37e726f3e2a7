// How long the update of a Lease takes over HTTPS while the virtual control plane forks, builds its OpenAPI documents anew or lists 10,000 objects.
// The server is a process of its own.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { spawnTethered } from '@rectrace/testing';
import type { Benchmark } from '../benchmark.ts';
import type { Figure } from '../figure.ts';
import { atMost, percentile } from '../figure.ts';
import { BareClient } from '../plane/bare-client.ts';
import { LeaseBeat } from '../plane/lease-beat.ts';
import type { LoadedServer } from '../plane/virtual-program.ts';

const OBJECTS = 10_000;
const TIMES = 20;
const GAP_MS = 250;
const MOST_P99_MS = 50;
const CHILD = new URL('./lease-child.ts', import.meta.url).pathname;
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

type Served = { readonly server: LoadedServer; fork(): Promise<void>; stop(): Promise<void> };

export const lease: Benchmark = {
  name: 'lease',
  about: 'p99 of a Lease update while the virtual control plane forks, builds OpenAPI documents, or lists 10,000 objects',
  needs: [],
  run: async ({ log }) => {
    const served = await serve();
    const client = await BareClient.open(served.server);
    const beat = await LeaseBeat.open(served.server, 'leader');
    try {
      await beat.during(() => again(50, () => Promise.resolve()));
      const figures: Figure[] = [];
      for (const [what, work] of works(served, client)) {
        log(`lease: ${what}`);
        const times = await beat.during(() => again(TIMES, work));
        figures.push(
          { name: `p99 of a Lease update, ${what}`, value: percentile(times, 0.99), unit: 'ms', target: atMost(MOST_P99_MS) },
          { name: `the slowest, ${what}`, value: percentile(times, 1), unit: 'ms' },
        );
      }
      return figures;
    } finally {
      beat.close();
      client.close();
      await served.stop();
    }
  },
};

function works({ fork }: Served, client: BareClient): readonly (readonly [string, (round: number) => Promise<unknown>])[] {
  return [
    ['nothing beside it', () => Promise.resolve()],
    ['while it forks and the fork writes to ten kinds', fork],
    ['while it builds its OpenAPI documents anew', (round) => rebuild(client, round)],
    [`while it lists ${OBJECTS} objects`, () => client.timed({ method: 'GET', path: CONFIG_MAPS })],
  ];
}

async function again(times: number, work: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 0; round < times; round++) {
    await work(round);
    await pause(GAP_MS);
  }
}

/** A new kind is in every document. */
async function rebuild(client: BareClient, round: number): Promise<void> {
  const group = `bench-${round}.example.com`;
  const names = { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' };
  const schema = {
    openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } } },
  };
  const versions = [{ name: 'v1', served: true, storage: true, schema }];
  const body = JSON.stringify({ metadata: { name: `things.${group}` }, spec: { group, scope: 'Namespaced', names, versions } });
  await client.timed({ method: 'POST', path: DEFINITIONS, body });
  for (const path of ['/openapi/v2', '/openapi/v3', `/openapi/v3/apis/${group}/v1`]) await client.timed({ method: 'GET', path });
}

/** Its process listens on what it is told, and says on each line what is done. */
async function serve(): Promise<Served> {
  const program = [
    process.execPath,
    '--conditions=rectrace-source',
    '--disable-warning=ExperimentalWarning',
    CHILD,
    String(OBJECTS),
  ] as const;
  const child = spawnTethered(program, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const line = await lines.next();
    if (line.done === true) throw new Error('the server of the benchmark has ended');
    return line.value;
  };
  const server = JSON.parse(await next()) as LoadedServer;
  return {
    server,
    fork: async () => {
      child.stdin?.write('fork\n');
      await next();
    },
    stop: async () => {
      child.stdin?.end();
      await once(child, 'close');
    },
  };
}
