// ReconciliationTrace on the wire: paths, and what the served schema knows of our own fields.

import type { ClusterConnection } from '@rectrace/cluster';
import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonObject, parseJson, valueAt } from '@rectrace/kube';
import { NotFoundError } from '../errors.ts';

export const TRACE_API_VERSION = 'trace.kubeblocks.io/v1';
export const TRACE_KIND = 'ReconciliationTrace';

const GROUP_PATH = '/apis/trace.kubeblocks.io/v1';
const SCHEMA_PATH = '/openapi/v3/apis/trace.kubeblocks.io/v1';

/** Path of all traces of a namespace ('' = of the cluster), or of one. */
export function tracePath(namespace: string, name?: string): string {
  const scope = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${GROUP_PATH}${scope}/reconciliationtraces${name === undefined ? '' : `/${encodeURIComponent(name)}`}`;
}

/** Which optional fields of ours the served schema keeps; the others would be pruned. */
export type ServedFields = { readonly targetKind: boolean; readonly depth: boolean };

/** Reads the schema that the API server publishes. @throws NotFoundError where the kind is not served at all */
export async function servedFields({ transport }: ClusterConnection): Promise<ServedFields> {
  const schema = await whereServed(async () => {
    const { text } = await transport.request({ method: 'GET', path: SCHEMA_PATH });
    return parseJson(text);
  });
  const spec = specSchema(schema);
  return {
    targetKind: valueAt(spec, ['properties', 'targetObject', 'properties', 'kind']) !== undefined,
    depth: valueAt(spec, ['properties', 'depth']) !== undefined,
  };
}

/** Runs a request for traces; a 404 for the kind itself says what is missing. */
export async function whereServed<T>(request: () => Promise<T>): Promise<T> {
  const { ApiError } = await import('@rectrace/cluster');
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status.code !== 404 || valueAt(error.status.details, ['name']) !== undefined) throw error;
    throw new NotFoundError('the cluster does not serve ReconciliationTrace', {
      hint: "install rectrace's controller (charts/rectrace) or its CRD; `rectrace timeline KIND/NAME` needs neither",
      cause: error,
    });
  }
}

/** Sends a body to the trace API and reads what comes back. */
export async function sendTrace(
  { transport }: ClusterConnection,
  request: {
    readonly method: 'POST' | 'PATCH' | 'DELETE';
    readonly path: string;
    readonly query?: { readonly [name: string]: string | undefined };
    readonly body: JsonObject;
  },
): Promise<Json> {
  const contentType = request.method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const answer = await whereServed(() => transport.request({ ...request, body: { contentType, text: formatJson(request.body) } }));
  return parseJson(answer.text);
}

function specSchema(document: Json): Json | undefined {
  const schemas = valueAt(document, ['components', 'schemas']);
  if (!isJsonObject(schemas)) return undefined;
  const name = Object.keys(schemas).find((key) => key.endsWith(`.${TRACE_KIND}`));
  return name === undefined ? undefined : valueAt(schemas, [name, 'properties', 'spec']);
}
