// A fuzzed run of some length against our server, with its figures and what they must come to.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FuzzServer } from './fuzz-server.ts';
import { startFuzzServer } from './fuzz-server.ts';
import type { Patience } from './play-request.ts';
import { type FuzzFigures, runFuzz } from './run-fuzz.ts';

export type FuzzSuite = {
  readonly requests: number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly patience: Patience;
  /** What the server may hold at the end, its log of writes included. */
  readonly mostMb: number;
};

/** Fewer refusals than this, or less success, and the requests would prove little. */
const LEAST_SHARE = 0.01;

/** RECTRACE_SEED takes the place of a fresh seed. A fault names its request by number: the same for the same seed. */
export function describeFuzz({ requests, timeout, patience, mostMb }: FuzzSuite): void {
  describe('fuzzed requests', () => {
    let folder = '';
    let server: FuzzServer | undefined;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'rectrace-fuzz-'));
      server = await startFuzzServer(join(folder, 'kubeconfig'));
    }, 60_000);

    afterAll(async () => {
      await server?.stop();
      await rm(folder, { recursive: true });
    });

    test('are each answered as an API server answers, and trouble nobody else', { timeout }, async ({ task }) => {
      if (server === undefined) throw new Error('no server');
      const seed = Number(process.env['RECTRACE_SEED'] ?? Date.now() % 2 ** 31);
      const { faults, ...figures } = await runFuzz(server, { seed, requests, patience });
      Object.assign(task.meta, { figures });
      console.log(JSON.stringify({ seed, ...figures }));
      expect(faults, `seed ${seed}`).toEqual([]);
      expect(figures.rssMb.at(-1)).toBeLessThan(mostMb);
      expectSense(figures, requests);
    });
  });
}

/** The run was as long as asked, and its requests were of all sorts. */
function expectSense({ requests: played, byStatus }: Omit<FuzzFigures, 'faults'>, requests: number): void {
  expect(played).toBe(requests);
  for (const status of [200, 201, 400, 404, 422]) expect(byStatus[status], `answers of ${status}`).toBeGreaterThan(requests * LEAST_SHARE);
}
