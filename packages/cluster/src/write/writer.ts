// Writes to the API server: create, replace, patch, delete. Every write names its field manager.

import type { ApiResource, Cancellation, Json, KubeObject } from '@rectrace/kube';
import { formatJson, parseJson, parseObject } from '@rectrace/kube';
import { AnswerGarbled } from '../errors.ts';
import { collectionPath, objectPath } from '../list-watch/collection-path.ts';
import type { ApiRequest, Transport } from '../transport/transport.ts';

export type WriteTarget = {
  readonly resource: ApiResource;
  /** '' for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  /** 'status', 'scale', 'finalize'. */
  readonly subresource?: string;
};

export type WriteOptions = {
  readonly dryRun?: boolean;
  /** Unknown and duplicate fields. Default Strict. */
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  readonly signal?: Cancellation;
};

/** merge: RFC 7386, json: RFC 6902, apply: server-side apply, strategic: built-in kinds only. */
export type Patch =
  | { readonly kind: 'merge' | 'strategic'; readonly body: Json | object }
  | { readonly kind: 'json'; readonly operations: readonly Json[] }
  | { readonly kind: 'apply'; readonly body: Json | object; readonly force?: boolean };

export type DeleteOptions = WriteOptions & {
  readonly propagation?: 'Background' | 'Foreground' | 'Orphan';
  readonly graceSeconds?: number;
  /** Refused with a conflict where the object is another one, or another version of it. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
};

/** All methods throw ApiError with the server's Status (409 conflict, 404, 422 …) and TransportError. */
export interface Writer {
  create(object: KubeObject, at: Pick<WriteTarget, 'resource' | 'namespace'>, options?: WriteOptions): Promise<KubeObject>;
  /** Replaces the object, or its subresource; a resourceVersion in it makes a stale one a conflict. */
  replace(object: KubeObject, target: WriteTarget, options?: WriteOptions): Promise<KubeObject>;
  patch(patch: Patch, target: WriteTarget, options?: WriteOptions): Promise<KubeObject>;
  delete(target: WriteTarget, options?: DeleteOptions): Promise<void>;
}

const CONTENT_TYPES: { readonly [Kind in Patch['kind']]: string } = {
  apply: 'application/apply-patch+yaml',
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

/** fieldManager: who is written into managedFields. */
export function createWriter(transport: Transport, { fieldManager }: { readonly fieldManager: string }): Writer {
  const send = async (request: ApiRequest, options: WriteOptions): Promise<KubeObject> => {
    const query = { ...request.query, fieldManager, fieldValidation: options.fieldValidation ?? 'Strict', ...dryRunOf(options) };
    const { text } = await transport.request({ ...request, query, ...(options.signal === undefined ? {} : { signal: options.signal }) });
    return parseAnswer(text, request);
  };
  return {
    create: (object, { resource, namespace }, options = {}) =>
      send({ method: 'POST', path: collectionPath(resource, namespace), body: jsonBody(object) }, options),
    replace: (object, { resource, ...at }, options = {}) =>
      send({ method: 'PUT', path: objectPath(resource, at), body: jsonBody(object) }, options),
    patch: (patch, { resource, ...at }, options = {}) =>
      send({ method: 'PATCH', path: objectPath(resource, at), query: forceOf(patch), body: patchBody(patch) }, options),
    delete: async ({ resource, ...at }, options = {}) => {
      const path = objectPath(resource, at);
      const signal = options.signal === undefined ? {} : { signal: options.signal };
      await transport.request({ method: 'DELETE', path, body: jsonBody(deleteOptions(options)), ...signal });
    },
  };
}

function dryRunOf({ dryRun }: WriteOptions): { readonly dryRun: string | undefined } {
  return { dryRun: dryRun === true ? 'All' : undefined };
}

function forceOf(patch: Patch): { readonly force: string | undefined } {
  return { force: patch.kind === 'apply' && patch.force === true ? 'true' : undefined };
}

function jsonBody(value: object): NonNullable<ApiRequest['body']> {
  return { contentType: 'application/json', text: formatJson(value) };
}

function patchBody(patch: Patch): NonNullable<ApiRequest['body']> {
  return { contentType: CONTENT_TYPES[patch.kind], text: formatJson(patch.kind === 'json' ? patch.operations : patch.body) };
}

/** All in the body: where there is one, the server reads no option from the query, dryRun included. */
function deleteOptions({ propagation, graceSeconds, preconditions, dryRun }: DeleteOptions): object {
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...(propagation === undefined ? {} : { propagationPolicy: propagation }),
    ...(graceSeconds === undefined ? {} : { gracePeriodSeconds: graceSeconds }),
    ...(preconditions === undefined ? {} : { preconditions }),
    ...(dryRun === true ? { dryRun: ['All'] } : {}),
  };
}

function parseAnswer(text: string, { method, path }: ApiRequest): KubeObject {
  const parsed = parseObject(parseJson(text));
  if (parsed.kind === 'invalid') throw new AnswerGarbled(`${method} ${path}: the answer is no object: ${parsed.reason}`);
  return parsed.object;
}
