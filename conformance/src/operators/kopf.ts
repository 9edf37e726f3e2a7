// An operator in Python: kopf's merge patches, finalizers and watches, the official client's writes without a Content-Type.
import { join } from 'node:path';
import { buildKopf, pythonIsThere } from '@rectrace/testbed';
import { type ClusterUnderTest, change, make, remove, until, untilGone, untilItems } from '../controllers/scenario.ts';
import type { OperatorCase } from './operator-case.ts';

const LAST_HANDLED = 'kopf.zalando.org/last-handled-configuration';
const WEBSITES = '/apis/shop.example.org/v1';

async function play(cluster: ClusterUnderTest): Promise<void> {
  const websites = `${WEBSITES}/namespaces/${cluster.namespace}/websites`;
  const deployment = `/apis/apps/v1/namespaces/${cluster.namespace}/deployments/front`;
  const running = (replicas: number, image: string): Promise<void> =>
    until(cluster, deployment, ({ metadata, spec, status }) => {
      const settled = status?.['observedGeneration'] === metadata.generation && status?.['readyReplicas'] === replicas;
      return settled && status?.['replicas'] === replicas && JSON.stringify(spec).includes(image);
    });
  for (const name of ['front', 'doomed'])
    await make(cluster, websites, {
      apiVersion: 'shop.example.org/v1',
      kind: 'Website',
      metadata: { name },
      spec: { image: 'example.org/web:1', replicas: 2 },
    });
  await running(2, 'example.org/web:1');
  await until(cluster, `${websites}/front`, ({ status }) => status?.['create'] !== undefined);
  await until(cluster, `${websites}/doomed`, ({ status }) => status?.['create'] !== undefined);
  await change(cluster, `${websites}/front`, { spec: { image: 'example.org/web:2', replicas: 1 } });
  await running(1, 'example.org/web:2');
  // The last that kopf writes of a change.
  await until(cluster, `${websites}/front`, ({ metadata }) => metadata.annotations?.[LAST_HANDLED]?.includes('web:2') === true);
  await remove(cluster, `${websites}/doomed`);
  for (const path of [`${websites}/doomed`, deployment.replace('front', 'doomed')]) await untilGone(cluster, path);
  await untilItems(cluster, `/api/v1/namespaces/${cluster.namespace}/pods`, (pods) => pods.length === 1);
}

export const KOPF: OperatorCase = {
  title: 'kopf',
  canBuild: pythonIsThere,
  build: async () => {
    const built = await buildKopf();
    return { ...built, args: ['run', '--standalone', '--all-namespaces', join(built.sources, 'handler.py')] };
  },
  definitions: ['crd.yaml'],
  collections: [`${WEBSITES}/websites`],
  play,
};
