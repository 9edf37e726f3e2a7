// The controller's read API, through the API server's service proxy.

import type { ApiRequest, ClusterConnection } from '@rectrace/cluster';
import type { Json, ObjectRef } from '@rectrace/kube';
import { isJsonObject, listAt, parseJson, stringAt, valueAt } from '@rectrace/kube';
import type { Change, Cycle, Gap, ObjectSummary, TreeNode, Verdict } from '@rectrace/trace';
import { readCycle } from '@rectrace/trace';

/**
 * Where a read API is trusted to be. The user's token is sent there: a Service elsewhere that merely carries the label is not asked, since
 * anybody who may create Services could collect tokens with it.
 */
export const CONTROLLER_NAMESPACE = 'rectrace-system';

const LABEL = 'rectrace.io/read-api=true';
const TOKEN_HEADER = 'X-Rectrace-Token';

/** scheme, port: as the service proxy wants them. */
export type ReadApiService = {
  readonly namespace: string;
  readonly name: string;
  readonly scheme: 'http' | 'https';
  readonly port: string;
};

/** id: ends in a hash where a trace has an expression of its own; target: its object, whatever the uid. */
export type RemoteRoot = { readonly id: string; readonly target: Pick<ObjectRef, 'group' | 'kind' | 'namespace' | 'name'> };

export type RemoteTimeline = {
  readonly recorded: boolean;
  readonly gone: boolean;
  readonly verdict?: Verdict;
  readonly cycles: readonly Cycle[];
  readonly gaps: readonly Gap[];
  readonly tree?: TreeNode;
  readonly summary: readonly ObjectSummary[];
  /** Kinds that are left out because the viewer may not get them. */
  readonly hiddenKinds: number;
};

/** named: 'NAMESPACE/NAME'; undefined = the one in rectrace-system. undefined where there is none or it can not be seen. */
export async function findReadApi({ transport }: ClusterConnection, named: string | undefined): Promise<ReadApiService | undefined> {
  const { ApiError } = await import('@rectrace/cluster');
  const [namespace = CONTROLLER_NAMESPACE, name] = named?.split('/') ?? [];
  try {
    const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/services`;
    const query = name === undefined ? { labelSelector: LABEL } : { fieldSelector: `metadata.name=${name}` };
    const { text } = await transport.request({ method: 'GET', path, query });
    return listAt(parseJson(text), ['items'])
      .map(serviceOf)
      .find((service) => service !== undefined);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Roots that the viewer may get. @throws ApiError, TransportError */
export async function readRemoteRoots(cluster: ClusterConnection, service: ReadApiService): Promise<readonly RemoteRoot[]> {
  const { text } = await cluster.transport.request(requestTo(service, '/v1/roots', {}));
  return listAt(parseJson(text), ['roots']).map((root) => {
    const at = (...path: readonly string[]): string => stringAt(root, path) ?? '';
    const target = {
      group: at('target', 'group'),
      kind: at('target', 'kind'),
      namespace: at('target', 'namespace'),
      name: at('target', 'name'),
    };
    return { id: at('id'), target };
  });
}

/** @throws ApiError, TransportError */
export async function readRemoteTimeline(cluster: ClusterConnection, service: ReadApiService, root: string): Promise<RemoteTimeline> {
  const { text } = await cluster.transport.request(requestTo(service, '/v1/timeline', { root }));
  return parseTimeline(parseJson(text));
}

/** kinds: 'Pod,Deployment.apps'; absent = all. bodies: default true. */
export type RemoteChanges = ({ readonly root: string } | { readonly uid: string }) & {
  readonly kinds?: string;
  readonly bodies?: boolean;
};

/** Changes of a root or of one object, oldest first. @throws ApiError, TransportError */
export async function readRemoteChanges(
  cluster: ClusterConnection,
  service: ReadApiService,
  { bodies = true, ...of }: RemoteChanges,
): Promise<readonly Change[]> {
  const stream = await cluster.transport.stream(requestTo(service, '/v1/changes', { ...of, bodies: String(bodies) }));
  const changes: Change[] = [];
  for await (const line of stream.lines) changes.push(parseChange(parseJson(line)));
  return changes;
}

function requestTo({ namespace, name, scheme, port }: ReadApiService, path: string, query: ApiRequest['query'] & object): ApiRequest {
  const proxy = `/api/v1/namespaces/${encodeURIComponent(namespace)}/services/${scheme}:${encodeURIComponent(name)}:${port}/proxy`;
  return { method: 'GET', path: `${proxy}${path}`, query, tokenHeader: TOKEN_HEADER };
}

function serviceOf(service: Json): ReadApiService | undefined {
  const namespace = stringAt(service, ['metadata', 'namespace']);
  const name = stringAt(service, ['metadata', 'name']);
  const ports = listAt(service, ['spec', 'ports']).map((port) => stringAt(port, ['name']));
  const port = ports.find((one) => one === 'https' || one === 'http');
  if (namespace === undefined || name === undefined || port === undefined) return undefined;
  return { namespace, name, scheme: port === 'https' ? 'https' : 'http', port };
}

/** Values are those of packages/trace, as docs/reference/controller.md says; what the answer lacks is empty. */
function parseTimeline(answer: Json): RemoteTimeline {
  const verdict = valueAt(answer, ['state', 'verdict']);
  const tree = valueAt(answer, ['tree']);
  return {
    recorded: valueAt(answer, ['recorded']) === true,
    gone: valueAt(answer, ['state', 'gone']) === true,
    cycles: listAt(answer, ['cycles']).map(readCycle),
    gaps: listAt(answer, ['gaps']) as unknown as readonly Gap[],
    summary: listAt(answer, ['summary', 'objectSummaries']) as unknown as readonly ObjectSummary[],
    hiddenKinds: Number(valueAt(answer, ['hiddenKinds']) ?? 0),
    ...(isJsonObject(verdict) ? { verdict: verdict as unknown as Verdict } : {}),
    ...(isJsonObject(tree) ? { tree: tree as unknown as TreeNode } : {}),
  };
}

function parseChange(line: Json): Change {
  return line as unknown as Change;
}
