// An operator with the official JavaScript client: HTTP/1.1, JSON, a watch without bookmarks, apply.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ClusterUnderTest, change, make, remove, until, untilGone } from '../controllers/scenario.ts';
import type { OperatorCase } from './operator-case.ts';

const NOTES = '/apis/paper.example.org/v1';
const SOURCES = fileURLToPath(new URL('./client-node', import.meta.url));
/** Its packages lie there, and Node itself. */
const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

async function play(cluster: ClusterUnderTest): Promise<void> {
  const notes = `${NOTES}/namespaces/${cluster.namespace}/notes`;
  const maps = `/api/v1/namespaces/${cluster.namespace}/configmaps`;
  const settled = (name: string, copies: number): Promise<void> =>
    until(
      cluster,
      `${notes}/${name}`,
      ({ metadata, status }) => status?.['observedGeneration'] === metadata.generation && status?.['copies'] === copies,
    );
  for (const name of ['plain', 'doomed'])
    await make(cluster, notes, {
      apiVersion: 'paper.example.org/v1',
      kind: 'Note',
      metadata: { name },
      spec: { text: 'hello', copies: 3 },
    });
  for (const name of ['plain', 'doomed']) await settled(name, 3);
  await change(cluster, `${notes}/plain`, { spec: { text: 'changed', copies: 1 } });
  await settled('plain', 1);
  await remove(cluster, `${notes}/doomed`);
  for (const copy of [0, 1, 2]) await untilGone(cluster, `${maps}/doomed-${copy}`);
}

export const CLIENT_NODE: OperatorCase = {
  title: 'client-node',
  canBuild: () => true,
  build: () =>
    Promise.resolve({
      program: process.execPath,
      folder: REPOSITORY,
      sources: SOURCES,
      args: ['--no-warnings', join(SOURCES, 'operator.ts')],
    }),
  definitions: ['crd.yaml'],
  collections: [`${NOTES}/notes`],
  play,
};
