// One object by its name.

import type { ApiResource, Cancellation, KubeObject } from '@rectrace/kube';
import { parseJson } from '@rectrace/kube';
import { AnswerGarbled, ApiError, reasonOf } from '../errors.ts';
import type { Transport } from '../transport/transport.ts';
import { objectPath } from './collection-path.ts';
import { toObject } from './parse-list-page.ts';

export type ObjectQuery = {
  readonly resource: ApiResource;
  readonly namespace: string;
  readonly name: string;
  readonly metadataOnly?: boolean;
  readonly signal?: Cancellation;
};

export type ReadObject = { readonly kind: 'object'; readonly object: KubeObject } | { readonly kind: 'absent'; readonly message: string };

const PARTIAL = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';

/** @throws ApiError other than 404, TransportError */
export async function readObject(
  transport: Transport,
  { resource, namespace, name, metadataOnly, signal }: ObjectQuery,
): Promise<ReadObject> {
  const path = objectPath(resource, { namespace, name });
  try {
    const accept = metadataOnly === true ? { accept: PARTIAL } : {};
    const { text } = await transport.request({ method: 'GET', path, ...accept, ...(signal === undefined ? {} : { signal }) });
    return { kind: 'object', object: toObject(parseText(text, path), { resource, path }) };
  } catch (error) {
    if (error instanceof ApiError && error.status.code === 404) return { kind: 'absent', message: error.status.message };
    throw error;
  }
}

function parseText(text: string, path: string): ReturnType<typeof parseJson> {
  try {
    return parseJson(text);
  } catch (error) {
    throw new AnswerGarbled(`GET ${path}: the answer is no JSON: ${reasonOf(error)}`, error);
  }
}
