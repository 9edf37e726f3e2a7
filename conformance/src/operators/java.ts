// An operator with java-operator-sdk: fabric8's client, apply for children, status and finalizer, watches with resourceVersion 0.
import { buildJavaOperator, mavenIsThere } from '@rectrace/testbed';
import { type ClusterUnderTest, change, make, remove, until, untilGone, untilItems } from '../controllers/scenario.ts';
import type { OperatorCase } from './operator-case.ts';

const PAGES = '/apis/java.example.org/v1';

async function play(cluster: ClusterUnderTest): Promise<void> {
  const pages = `${PAGES}/namespaces/${cluster.namespace}/pages`;
  const settled = (name: string, replicas: number): Promise<void> =>
    until(
      cluster,
      `${pages}/${name}`,
      ({ metadata, status }) => status?.['observedGeneration'] === metadata.generation && status?.['readyReplicas'] === replicas,
    );
  for (const name of ['front', 'doomed'])
    await make(cluster, pages, {
      apiVersion: 'java.example.org/v1',
      kind: 'Page',
      metadata: { name },
      spec: { html: 'hello', replicas: 2 },
    });
  for (const name of ['front', 'doomed']) await settled(name, 2);
  await change(cluster, `${pages}/front`, { spec: { html: 'changed', replicas: 1 } });
  await settled('front', 1);
  await remove(cluster, `${pages}/doomed`);
  for (const path of [`${pages}/doomed`, `/apis/apps/v1/namespaces/${cluster.namespace}/deployments/doomed`])
    await untilGone(cluster, path);
  await untilItems(cluster, `/api/v1/namespaces/${cluster.namespace}/pods`, (pods) => pods.length === 1);
}

export const JAVA: OperatorCase = {
  title: 'java-operator-sdk',
  canBuild: mavenIsThere,
  build: async () => {
    const { classPath, ...built } = await buildJavaOperator();
    return { ...built, args: ['-cp', classPath, 'org.example.PageOperator'] };
  },
  definitions: ['crd.yaml'],
  collections: [`${PAGES}/pages`],
  play,
};
