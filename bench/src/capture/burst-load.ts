// Bursts of writes on Deployments and their Pods: annotations, which nobody answers with more than a copy, and now and then a change of scale.
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiList, ApiObject, ClusterAccess } from '@rectrace/testbed';
import { deploymentsPath } from '../cluster/deployments.ts';

const PER_BURST = 20;
const EVERY_MS = 1_000;
/** Of each burst: writes on the object that `rectrace watch` follows, and changes of scale. */
const ON_WATCHED = 4;
const SCALED = 1;
/** Of the Deployments the share that is only ever scaled: which Pods go then is not known before. */
const SCALED_SHARE = 0.25;

/** One write as the API server answered it. root: name of the Deployment in whose tree the object is. */
export type Write = { readonly root: string; readonly uid: string; readonly version: string };

export type BurstLoadOptions = {
  readonly namespace: string;
  readonly names: readonly string[];
  readonly seconds: number;
  readonly random: () => number;
};

type Target = { readonly root: string; readonly path: string };

/** late: milliseconds by which the last burst ended after its second at most. */
export type Load = { readonly writes: readonly Write[]; readonly late: number };

/** The first name is the one that is watched. Resolves when all writes are answered. */
export async function burstLoad(plane: ClusterAccess, { namespace, names, seconds, random }: BurstLoadOptions): Promise<Load> {
  const scaledFrom = Math.ceil(names.length * (1 - SCALED_SHARE));
  const annotated = await annotatable(plane, { namespace, names: names.slice(0, scaledFrom) });
  const watched = annotated.filter(({ root }) => root === names[0]);
  const scaled = names.slice(scaledFrom);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const writes: Write[] = [];
  const started = performance.now();
  let late = 0;
  for (let burst = 0; burst < seconds; burst++) {
    await pause(Math.max(0, started + burst * EVERY_MS - performance.now()));
    const all = Array.from({ length: PER_BURST }, (_, index) => {
      if (index < ON_WATCHED) return annotate(plane, pick(watched), `${burst}-${index}`);
      if (index < ON_WATCHED + SCALED) return scale(plane, { namespace, name: pick(scaled), replicas: 1 + (burst % 2) });
      return annotate(plane, pick(annotated), `${burst}-${index}`);
    });
    writes.push(...(await Promise.all(all)));
    late = Math.max(late, performance.now() - started - (burst + 1) * EVERY_MS);
  }
  return { writes, late };
}

/** The Deployments and the Pods that each has now. */
async function annotatable(
  plane: ClusterAccess,
  { namespace, names }: { readonly namespace: string; readonly names: readonly string[] },
): Promise<readonly Target[]> {
  const wanted = new Set(names);
  const { items } = await plane.api.expect<ApiList>({ path: `/api/v1/namespaces/${namespace}/pods` });
  const pods = items.map(({ metadata }) => ({
    root: metadata.labels?.['app'] ?? '',
    path: `/api/v1/namespaces/${namespace}/pods/${metadata.name}`,
  }));
  const deployments = names.map((name) => ({ root: name, path: `${deploymentsPath(namespace)}/${name}` }));
  return [...deployments, ...pods.filter(({ root }) => wanted.has(root))];
}

function annotate(plane: ClusterAccess, { root, path }: Target, mark: string): Promise<Write> {
  return patch(plane, { root, path, body: { metadata: { annotations: { 'bench.example/mark': mark } } } });
}

function scale(
  plane: ClusterAccess,
  { namespace, name, replicas }: { readonly namespace: string; readonly name: string; readonly replicas: number },
): Promise<Write> {
  return patch(plane, { root: name, path: `${deploymentsPath(namespace)}/${name}`, body: { spec: { replicas } } });
}

async function patch(plane: ClusterAccess, { root, path, body }: Target & { readonly body: object }): Promise<Write> {
  const { metadata } = await plane.api.expect<ApiObject>({ method: 'PATCH', path, body });
  return { root, uid: metadata.uid, version: metadata.resourceVersion };
}
