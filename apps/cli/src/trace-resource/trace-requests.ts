// Requests for traces, and what is said where the kind is not served.

import type { ClusterConnection } from '@rectrace/cluster';
import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, parseJson, valueAt } from '@rectrace/kube';
import type { ServedFields } from '@rectrace/trace-api';
import { servedFields, TRACE_SCHEMA_PATH, TRACES } from '@rectrace/trace-api';
import { NotFoundError } from '../errors.ts';

/** Reads the schema that the API server publishes. @throws NotFoundError where the kind is not served at all */
export async function readServedFields({ transport }: ClusterConnection): Promise<ServedFields> {
  const answer = await whereServed(() => transport.request({ method: 'GET', path: TRACE_SCHEMA_PATH }));
  return servedFields(parseJson(answer.text));
}

/** Runs a request for traces; a 404 for the kind itself says what is missing. */
export async function whereServed<T>(request: () => Promise<T>): Promise<T> {
  const { ApiError } = await import('@rectrace/cluster');
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status.code !== 404 || valueAt(error.status.details, ['name']) !== undefined) throw error;
    throw new NotFoundError(`the cluster does not serve ${TRACES.kind}`, {
      hint: "install rectrace's controller (charts/rectrace) or its CRD; `rectrace timeline KIND/NAME` needs neither",
      cause: error,
    });
  }
}

/** Runs a request for one trace. @throws NotFoundError where there is no such trace, too */
export async function ofTrace<T>(
  { name, namespace }: { readonly name: string; readonly namespace: string },
  request: () => Promise<T>,
): Promise<T> {
  const { ApiError } = await import('@rectrace/cluster');
  try {
    return await whereServed(request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status.code !== 404) throw error;
    throw new NotFoundError(`there is no trace ${name} in namespace ${namespace}`, { cause: error });
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
