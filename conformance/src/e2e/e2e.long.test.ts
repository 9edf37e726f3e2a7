// Kubernetes' own e2e specs on our API server, with the real kube-controller-manager, kube-scheduler and kwok: those that pass on the real server
// without a container that runs. Figures to docs/reference/results/e2e.json.
import { join } from 'node:path';
import { buildBinaries, buildE2eProgram, describeReal } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSpecs } from './run-specs.ts';
import { type SpecCluster, startSpecCluster } from './spec-cluster.ts';
import { readSpecs } from './spec-list.ts';
import type { SpecOutcome } from './spec-report.ts';
import { formatTally, tallyOf } from './spec-tally.ts';

const BUILD_WITHIN_MS = 3_600_000;
/** One waits for the resync of quotas, every 5 minutes. */
const SPEC_LIMIT_MS = 480_000;
/** Of all specs. */
const PASSING_SHARE = 0.95;

describeReal("Kubernetes' own e2e specs on our API server", () => {
  let program: string;
  let cluster: SpecCluster | undefined;
  let quick: readonly SpecOutcome[] = [];

  beforeAll(async () => {
    const log = (line: string): void => void process.stderr.write(`${line}\n`);
    program = await buildE2eProgram({ log });
    const built = await buildBinaries({ log });
    if (built.kind === 'unavailable') throw new Error(built.reason);
    cluster = await startSpecCluster(built.programs, Number(process.env['RECTRACE_SEED'] ?? 1));
  }, BUILD_WITHIN_MS);

  afterAll(() => cluster?.stop());

  async function run(names: readonly string[], part: string): Promise<readonly SpecOutcome[]> {
    if (cluster === undefined) throw new Error('no cluster');
    const { kubectl, kubeconfig, folder } = cluster;
    return runSpecs(names, { program, kubectl, kubeconfig, folder: join(folder, part), limitMs: SPEC_LIMIT_MS });
  }

  test('the quick ones pass', async ({ task }) => {
    quick = await run(await readSpecs('quick-specs'), 'quick');
    const tally = tallyOf(quick);
    Object.assign(task.meta, { figures: tally });
    process.stdout.write(formatTally(tally));
    expect(tally.failures).toEqual([]);
  });

  test('95 % of all pass', async ({ task }) => {
    const known = new Set(quick.map(({ name }) => name));
    const others = (await readSpecs('specs')).filter((name) => !known.has(name));
    const tally = tallyOf([...quick, ...(await run(others, 'others'))]);
    Object.assign(task.meta, { figures: tally });
    process.stdout.write(formatTally(tally));
    expect(tally.passed / (tally.passed + tally.failed)).toBeGreaterThanOrEqual(PASSING_SHARE);
  });
});
