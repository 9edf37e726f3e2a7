// Deployments that the testbed's controllers bring up, and traces of them.
import type { ApiList, ApiObject, ClusterAccess } from '@rectrace/testbed';
import { waitFor } from '@rectrace/testbed';
import { tracesPath } from './bench-cluster.ts';
import { inParallel } from './in-parallel.ts';

const AT_ONCE = 8;
const WITHIN_MS = 600_000;

export function deploymentsPath(namespace: string): string {
  return `/apis/apps/v1/namespaces/${namespace}/deployments`;
}

/** web-FROM … web-(TO-1). */
export function deploymentNames(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from }, (_, index) => `web-${from + index}`);
}

/** Creates Deployments and waits until all their Pods are available. */
export async function createDeployments(
  plane: ClusterAccess,
  { namespace, names, replicas }: { readonly namespace: string; readonly names: readonly string[]; readonly replicas: number },
): Promise<void> {
  const path = deploymentsPath(namespace);
  await inParallel(names, { atOnce: AT_ONCE }, (name) => plane.api.expect({ method: 'POST', path, body: deployment(name, replicas) }));
  const wanted = new Set(names);
  await waitFor(
    async () => {
      const { items } = await plane.api.expect<ApiList<Deployment>>({ path });
      return (
        items.filter(({ metadata, status }) => wanted.has(metadata.name) && status.availableReplicas === replicas).length === names.length
      );
    },
    { timeoutMs: WITHIN_MS, what: `${names.length} Deployments to be available` },
  );
}

/** Creates a trace of each Deployment, all at once. */
export async function createTraces(
  plane: ClusterAccess,
  { namespace, names }: { readonly namespace: string; readonly names: readonly string[] },
): Promise<void> {
  await inParallel(names, { atOnce: AT_ONCE * 4 }, (name) =>
    plane.api.expect({
      method: 'POST',
      path: tracesPath(namespace),
      body: {
        apiVersion: 'trace.kubeblocks.io/v1',
        kind: 'ReconciliationTrace',
        metadata: { name },
        spec: { targetObject: { apiVersion: 'apps/v1', kind: 'Deployment' } },
      },
    }),
  );
}

export type Trace = ApiObject & {
  readonly status?: { readonly currentState?: { readonly changes?: readonly TraceChange[] } };
};
export type TraceChange = { readonly changeType: string; readonly revision: number };

/** How many of the traces have a first status. */
async function tracesWithStatus(
  plane: ClusterAccess,
  { namespace, names }: { readonly namespace: string; readonly names: readonly string[] },
): Promise<number> {
  const { items } = await plane.api.expect<ApiList<Trace>>({ path: tracesPath(namespace) });
  const wanted = new Set(names);
  return items.filter(({ metadata, status }) => wanted.has(metadata.name) && status?.currentState !== undefined).length;
}

/** Waits until all have a first status; returns how long that took, milliseconds. */
export async function firstStatuses(
  plane: ClusterAccess,
  traces: { readonly namespace: string; readonly names: readonly string[] },
): Promise<number> {
  const started = performance.now();
  await waitFor(async () => (await tracesWithStatus(plane, traces)) === traces.names.length, {
    everyMs: 200,
    timeoutMs: WITHIN_MS,
    what: `the first status of ${traces.names.length} traces`,
  });
  return performance.now() - started;
}

type Deployment = ApiObject & { readonly status: { readonly availableReplicas?: number } };

function deployment(name: string, replicas: number): object {
  const labels = { app: name };
  const container = {
    name: 'web',
    image: 'registry.invalid/shop/web:1.0',
    ports: [{ containerPort: 8080 }],
    resources: { requests: { cpu: '1m', memory: '1Mi' } },
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels },
    spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [container] } } },
  };
}
