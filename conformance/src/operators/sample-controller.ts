// Kubernetes' own example of a controller: client-go, WatchList, protobuf for Deployments, the status subresource of its Foo.
import { buildGoOperator } from '@rectrace/testbed';
import { type ClusterUnderTest, change, make, remove, until, untilGone, untilItems } from '../controllers/scenario.ts';
import type { OperatorCase } from './operator-case.ts';

const FOOS = '/apis/samplecontroller.k8s.io/v1alpha1';

async function play(cluster: ClusterUnderTest): Promise<void> {
  const foos = `${FOOS}/namespaces/${cluster.namespace}/foos`;
  const deployments = `/apis/apps/v1/namespaces/${cluster.namespace}/deployments`;
  const available = (count: number): Promise<void> =>
    until(cluster, `${foos}/web`, ({ status }) => status?.['availableReplicas'] === count);
  await make(cluster, deployments, {
    metadata: { name: 'foreign' },
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: 'x' } },
      template: { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'a', image: 'example.org/a' }] } },
    },
  });
  for (const [name, deploymentName] of [
    ['web', 'web-deployment'],
    ['clash', 'foreign'],
    ['doomed', 'doomed'],
  ])
    await make(cluster, foos, {
      apiVersion: 'samplecontroller.k8s.io/v1alpha1',
      kind: 'Foo',
      metadata: { name },
      spec: { deploymentName, replicas: 1 },
    });
  await available(1);
  await change(cluster, `${foos}/web`, { spec: { replicas: 3 } });
  await available(3);
  await until(cluster, `${deployments}/doomed`, ({ status }) => status?.['availableReplicas'] === 1);
  await remove(cluster, `${foos}/doomed`);
  await untilGone(cluster, `${deployments}/doomed`);
  await untilItems(cluster, `/api/v1/namespaces/${cluster.namespace}/pods`, (pods) => pods.length === 3);
}

export const SAMPLE_CONTROLLER: OperatorCase = {
  title: 'sample-controller',
  canBuild: () => true,
  build: async () => ({ ...(await buildGoOperator('sample-controller')), args: [] }),
  definitions: ['artifacts/examples/crd-status-subresource.yaml'],
  collections: [`${FOOS}/foos`],
  play,
};
