// Rows 1 to 3: version, health, discovery.
import { type DifferentialCase, differentialCase } from '../differential-case.ts';

export const BASIC_CASES: readonly DifferentialCase[] = [
  differentialCase(1, 'version and health', async (subject) => {
    for (const path of ['/version', '/version/', '/healthz', '/livez', '/readyz', '/healthz/ping', '/livez/ping', '/readyz/etcd'])
      await subject.ask({ path });
    for (const path of ['/healthz/nothing', '/nothing', '/version/nothing']) await subject.ask({ path });
    await subject.ask({ method: 'POST', path: '/version', body: {} });
  }),
  differentialCase(2, 'discovery in its old form', async (subject) => {
    for (const path of ['/api/v1', '/apis', '/apis/', '/apis/apps', '/apis/apps/v1', '/apis/autoscaling', '/apis/autoscaling/v2'])
      await subject.ask({ path });
    for (const path of ['/apis/batch/v1', '/apis/networking.k8s.io/v1', '/apis/policy/v1', '/apis/rbac.authorization.k8s.io/v1'])
      await subject.ask({ path });
    for (const path of ['/apis/storage.k8s.io/v1', '/apis/apiextensions.k8s.io/v1', '/apis/resource.k8s.io/v1'])
      await subject.ask({ path });
    for (const path of [
      '/api/v2',
      '/apis/none.example',
      '/apis/none.example/v1',
      '/apis/apps/v2',
      '/api/v1/nothings',
      '/apis/apps/v1/nothings',
    ])
      await subject.ask({ path });
  }),
  differentialCase(3, 'aggregated discovery', async (subject) => {
    const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    for (const path of ['/api', '/apis']) {
      await subject.ask({ path, headers: { Accept: aggregated } });
      await subject.ask({
        path,
        headers: { Accept: `${aggregated},application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json` },
      });
    }
    await subject.ask({
      path: '/apis',
      headers: { Accept: 'application/json;g=apidiscovery.k8s.io;v=v3;as=APIGroupDiscoveryList,application/json' },
    });
  }),
];
