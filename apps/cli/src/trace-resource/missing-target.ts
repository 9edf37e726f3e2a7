// Whether the target of a new trace is there yet.

import type { ClusterConnection } from '@rectrace/cluster';
import type { ApiResource, KubeObject } from '@rectrace/kube';
import { parseTraceSpec } from '@rectrace/trace-api';

const METADATA_ONLY = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json';

/** One line that says what the trace waits for, undefined where its target exists. */
export async function missingTarget(cluster: ClusterConnection, trace: KubeObject): Promise<string | undefined> {
  const { findKind } = await import('@rectrace/cluster');
  const { target } = parseTraceSpec(trace);
  const found = findKind(await cluster.discovery.served(), target);
  switch (found.kind) {
    case 'notServed':
      return `the API server does not serve ${found.what}: the trace begins when it does`;
    case 'ambiguous':
      return `${found.what} may be ${found.choices.join(' or ')}: the trace begins when it has an API version; give --api-version`;
    case 'resource': {
      const namespace = found.resource.namespaced ? target.namespace : '';
      return missingObject(cluster, { resource: found.resource, namespace, name: target.name });
    }
  }
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
