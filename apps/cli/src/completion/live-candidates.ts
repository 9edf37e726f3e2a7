// Kinds, names, namespaces, contexts and traces of the cluster at hand, for completion. Where the cluster does not answer in time there are none.

import type { ClusterConnection } from '@rectrace/cluster';
import type { ApiResource } from '@rectrace/kube';
import { TRACES } from '@rectrace/trace-api';
import { connect } from '../cluster-access.ts';
import { Flags } from '../flags.ts';
import type { Surroundings } from '../surroundings.ts';
import { VERSION } from '../version.ts';

export type LiveWhat = 'object' | 'trace' | 'namespace' | 'context';

type Asked = { readonly current: string; readonly before: readonly string[]; readonly surroundings: Surroundings };

const PATIENCE = '2s';
const CLUSTER_WORDS: { readonly [flag: string]: string } = {
  '-n': 'namespace',
  '--namespace': 'namespace',
  '--kubeconfig': 'kubeconfig',
  '--context': 'context',
  '--as': 'as',
};

/** Words that begin with what stands there already, sorted. */
export async function liveCandidates(what: LiveWhat, { current, before, surroundings }: Asked): Promise<readonly string[]> {
  const cluster = await clusterOf(before, surroundings);
  if (cluster === undefined) return [];
  try {
    const words = await wordsOf(cluster, what, { current, signal: surroundings.signal });
    return words.filter((word) => word.startsWith(current)).sort();
  } catch (error) {
    // A completion has no place to say that the cluster can not be asked.
    surroundings.stderr.write(`rectrace ${VERSION}: ${String(error)}\n`);
    return [];
  } finally {
    cluster.close();
  }
}

/** The flags that stand already choose the cluster. */
async function clusterOf(before: readonly string[], surroundings: Surroundings): Promise<ClusterConnection | undefined> {
  const values: { [name: string]: string } = { requestTimeout: PATIENCE };
  for (const [at, word] of before.entries()) {
    const [flag = '', value] = word.split('=', 2);
    const name = CLUSTER_WORDS[flag];
    const given = value ?? before[at + 1];
    if (name !== undefined && given !== undefined) values[name] = given;
  }
  try {
    return await connect({ flags: new Flags(values), surroundings });
  } catch (error) {
    surroundings.stderr.write(`rectrace ${VERSION}: ${String(error)}\n`);
    return undefined;
  }
}

async function wordsOf(
  cluster: ClusterConnection,
  what: LiveWhat,
  { current, signal }: { readonly current: string; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  switch (what) {
    case 'context':
      return cluster.contexts;
    case 'namespace':
      return namesOf(cluster, { resource: await resourceNamed(cluster, 'namespaces'), namespace: '', signal });
    case 'trace':
      return namesOf(cluster, {
        resource: await resourceNamed(cluster, `${TRACES.resource}.${TRACES.group}`),
        namespace: cluster.defaultNamespace,
        signal,
      });
    case 'object':
      return objectWords(cluster, { current, signal });
  }
}

/** Kinds with a slash behind, then names of the kind that stands there. */
async function objectWords(
  cluster: ClusterConnection,
  { current, signal }: { readonly current: string; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const slash = current.indexOf('/');
  if (slash >= 0) {
    const kind = current.slice(0, slash);
    const resource = await resourceNamed(cluster, kind);
    const names = await namesOf(cluster, { resource, namespace: resource?.namespaced === true ? cluster.defaultNamespace : '', signal });
    return names.map((name) => `${kind}/${name}`);
  }
  const { preferredResources } = await import('@rectrace/cluster');
  const listable = preferredResources(await cluster.discovery.served()).filter(({ verbs }) => verbs.includes('list'));
  return [...new Set(listable.map(({ singular, resource }) => `${singular === '' ? resource : singular}/`))];
}

async function resourceNamed(cluster: ClusterConnection, name: string): Promise<ApiResource | undefined> {
  const { findResource } = await import('@rectrace/cluster');
  const found = findResource(await cluster.discovery.served(), name);
  return found.kind === 'found' ? found.resource : undefined;
}

type Place = { readonly resource: ApiResource | undefined; readonly namespace: string; readonly signal: AbortSignal };

async function namesOf(cluster: ClusterConnection, { resource, namespace, signal }: Place): Promise<readonly string[]> {
  if (resource === undefined) return [];
  const { listAll } = await import('@rectrace/cluster');
  const { items } = await listAll(cluster.listWatch, {
    query: { resource, namespace, metadataOnly: true },
    from: { kind: 'consistent' },
    signal,
  });
  return items.map(({ metadata }) => metadata.name);
}
