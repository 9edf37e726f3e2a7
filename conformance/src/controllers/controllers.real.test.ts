// The real kube-controller-manager, kube-scheduler and kwok on our API server: the same scenarios as on the real one end in the same state,
// and nothing complains that does not complain there.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AttachedControllers, attachControllers, buildBinaries, describeReal } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences } from '../differential/compare.ts';
import { startVirtualSide, type VirtualSide } from '../differential/virtual-side.ts';
import { errorLines } from './error-lines.ts';
import { SCENARIOS } from './scenarios.ts';
import { stateAfter } from './state-after.ts';

const COMPONENTS = ['kube-controller-manager', 'kube-scheduler', 'kwok'] as const;

describeReal('the real controllers on our API server', (plane) => {
  let side: VirtualSide | undefined;
  let controllers: AttachedControllers | undefined;
  let passed = 0;
  const used: string[] = [];

  beforeAll(async () => {
    const built = await buildBinaries();
    if (built.kind === 'unavailable') throw new Error(built.reason);
    side = await startVirtualSide(1);
    controllers = await attachControllers({ serverUrl: side.url, caFile: side.caFile, adminToken: side.token, programs: built.programs });
  });

  afterAll(async () => {
    for (const namespace of used) await plane().api.request({ method: 'DELETE', path: `/api/v1/namespaces/${namespace}` });
    await controllers?.stop();
    await side?.stop();
  });

  test.each(SCENARIOS.map((scenario) => [scenario.title, scenario] as const))('%s', async (_title, scenario) => {
    if (side === undefined) throw new Error('no server');
    const namespace = `c-${randomBytes(3).toString('hex')}`;
    const ours = await stateAfter({ api: side.api, namespace }, scenario);
    const real = await stateAfter({ api: plane().api, namespace }, scenario);
    used.push(namespace);
    expect(differences(real, ours)).toEqual([]);
    passed += 1;
  });

  test('no component writes an error that it does not write on the real server', async () => {
    const found: string[] = [];
    for (const component of COMPONENTS) {
      const known = new Set(errorLines(await readFile(join(plane().dir, 'logs', `${component}.log`), 'utf8')));
      const ours = errorLines((await controllers?.readLog(component)) ?? '');
      found.push(...ours.filter((line) => !known.has(line)).map((line) => `${component}: ${line}`));
    }
    process.stdout.write(`scenarios=${SCENARIOS.length} passed=${passed} error_lines=${found.length}\n`);
    expect(found).toEqual([]);
  });
});
