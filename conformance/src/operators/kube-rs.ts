// An operator with kube-rs: paged lists, watches with bookmarks, apply, merge patches of the status, JSON patches of the finalizers.
import { buildRustOperator, cargoIsThere } from '@rectrace/testbed';
import { type ClusterUnderTest, change, make, remove, until, untilGone } from '../controllers/scenario.ts';
import type { OperatorCase } from './operator-case.ts';

const POEMS = '/apis/rust.example.org/v1';

async function play(cluster: ClusterUnderTest): Promise<void> {
  const poems = `${POEMS}/namespaces/${cluster.namespace}/poems`;
  const settled = (name: string, verses: number): Promise<void> =>
    until(
      cluster,
      `${poems}/${name}`,
      ({ metadata, status }) => status?.['observedGeneration'] === metadata.generation && status?.['verses'] === verses,
    );
  for (const name of ['haiku', 'doomed'])
    await make(cluster, poems, {
      apiVersion: 'rust.example.org/v1',
      kind: 'Poem',
      metadata: { name },
      spec: { verses: ['an old pond', 'a frog leaps in'] },
    });
  for (const name of ['haiku', 'doomed']) await settled(name, 2);
  await change(cluster, `${poems}/haiku`, { spec: { verses: ['an old pond', 'a frog leaps in', 'the sound of water'] } });
  await settled('haiku', 3);
  await remove(cluster, `${poems}/doomed`);
  for (const path of [`${poems}/doomed`, `/api/v1/namespaces/${cluster.namespace}/configmaps/doomed`]) await untilGone(cluster, path);
}

export const KUBE_RS: OperatorCase = {
  title: 'kube-rs',
  canBuild: cargoIsThere,
  build: async () => ({ ...(await buildRustOperator()), args: [] }),
  definitions: ['crd.yaml'],
  collections: [`${POEMS}/poems`],
  play,
};
