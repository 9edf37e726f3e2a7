// Whether the target of a new trace is there yet.

import type { ClusterConnection } from '@rectrace/cluster';
import type { ApiResource } from '@rectrace/kube';
import { parseApiVersion } from '@rectrace/kube';
import type { TraceWish } from './trace-manifest.ts';

const KUBEBLOCKS = 'apps.kubeblocks.io';
const METADATA_ONLY = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json';

/** One line that says what the trace waits for, undefined where its target exists. name: of the trace, the default of the target's. */
export async function missingTarget(
  cluster: ClusterConnection,
  { wish, name }: { readonly wish: TraceWish; readonly name: string },
): Promise<string | undefined> {
  const resource = await resourceOf(cluster, wish);
  const kind = wish.targetKind ?? 'Cluster';
  if (resource === undefined)
    return `the API server does not serve ${kind}${wish.targetApiVersion === undefined ? '' : ` of ${wish.targetApiVersion}`}: the trace begins when it does`;
  const namespace = resource.namespaced ? (wish.targetNamespace ?? cluster.defaultNamespace) : '';
  return missingObject(cluster, { resource, namespace, name: wish.targetName ?? name });
}

async function resourceOf(cluster: ClusterConnection, { targetKind, targetApiVersion }: TraceWish): Promise<ApiResource | undefined> {
  const { preferredResources, resourceOfKind } = await import('@rectrace/cluster');
  const served = await cluster.discovery.served();
  const kind = targetKind ?? 'Cluster';
  if (targetApiVersion !== undefined) return resourceOfKind(served, { kind, ...parseApiVersion(targetApiVersion) });
  if (targetKind === undefined) return resourceOfKind(served, { kind, group: KUBEBLOCKS });
  return preferredResources(served).find((resource) => resource.kind === kind);
}

type Place = { readonly resource: ApiResource; readonly namespace: string; readonly name: string };

async function missingObject({ transport }: ClusterConnection, { resource, namespace, name }: Place): Promise<string | undefined> {
  const { ApiError, objectPath } = await import('@rectrace/cluster');
  const text = `${resource.kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
  try {
    await transport.request({ method: 'GET', path: objectPath(resource, { namespace, name }), accept: METADATA_ONLY });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status.code === 404) return `${text} does not exist yet: its trace begins when it is created`;
    return `whether ${text} exists can not be told: ${error.status.message}`;
  }
}
