// Our controllers in the place of the real ones, beside the rest of the real kube-controller-manager: scenarios end as they do on a real cluster.
import { randomBytes } from 'node:crypto';
import { controllerNames } from '@rectrace/control-plane';
import { type AttachedControllers, attachControllers, buildBinaries, describeReal } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences } from '../differential/compare.ts';
import { startVirtualSide, type VirtualSide } from '../differential/virtual-side.ts';
import { DEPLOYMENT_SCENARIO } from './deployment-scenario.ts';
import { SCENARIOS } from './scenarios.ts';
import { stateAfter } from './state-after.ts';

/** Those that the controllers of ours have a part in. */
const CONCERNED = [...SCENARIOS.filter(({ title }) => /Deployment|dependents|eviction/.test(title)), DEPLOYMENT_SCENARIO];

describeReal('our controllers beside the rest of the real ones', (plane) => {
  let side: VirtualSide | undefined;
  let controllers: AttachedControllers | undefined;
  const used: string[] = [];

  beforeAll(async () => {
    const built = await buildBinaries();
    if (built.kind === 'unavailable') throw new Error(built.reason);
    const own = controllerNames();
    side = await startVirtualSide(1, { controllers: own });
    controllers = await attachControllers({
      serverUrl: side.url,
      caFile: side.caFile,
      adminToken: side.token,
      programs: built.programs,
      withoutControllers: own,
    });
  });

  afterAll(async () => {
    for (const namespace of used) await plane().api.request({ method: 'DELETE', path: `/api/v1/namespaces/${namespace}` });
    await controllers?.stop();
    await side?.stop();
  });

  test.each(CONCERNED.map((scenario) => [scenario.title, scenario] as const))('%s', async (_title, scenario) => {
    if (side === undefined) throw new Error('no server');
    const namespace = `c-${randomBytes(3).toString('hex')}`;
    used.push(namespace);
    const ours = await stateAfter({ api: side.api, namespace }, scenario);
    const real = await stateAfter({ api: plane().api, namespace }, scenario);
    expect(differences(real, ours)).toEqual([]);
  });
});
