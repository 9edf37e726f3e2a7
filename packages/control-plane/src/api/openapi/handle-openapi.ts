// /openapi/v3: an index of documents, one for each group version; what definitions add is written from their schemas.
import { formatJson } from '@rectrace/kube';
import type { ApiRequest, ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import type { OpenApiDocuments } from './openapi-source.ts';

const ROOT = '/openapi/v3';

/** Undefined for a path of anything else, or where there are no documents. */
export async function handleOpenApi({ openApi }: Environment, request: ApiRequest): Promise<ApiResponse | undefined> {
  if (openApi === undefined) return undefined;
  if (request.path !== ROOT && !request.path.startsWith(`${ROOT}/`)) return undefined;
  const documents = await openApi.current();
  const name = request.path.slice(ROOT.length + 1);
  return name === '' ? index(documents) : document(documents, name, request);
}

function index(documents: OpenApiDocuments): ApiResponse {
  const paths = [...documents]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([path, { hash }]) => [path, { serverRelativeURL: address(path, hash) }]);
  return json(formatJson({ paths: Object.fromEntries(paths) }), {});
}

function address(path: string, hash: string): string {
  return `${ROOT}/${path}?hash=${hash}`;
}

function document(documents: OpenApiDocuments, name: string, { query, headers }: ApiRequest): ApiResponse {
  const found = documents.get(name);
  if (found === undefined) return { kind: 'empty', status: 404, headers: {}, warnings: [] };
  const etag = JSON.stringify(found.hash);
  const wanted = query.get('hash') ?? '';
  if (wanted !== '' && wanted !== found.hash) {
    return { kind: 'empty', status: 301, headers: { Location: address(name, found.hash), ETag: etag, Vary: 'Accept' }, warnings: [] };
  }
  const known = { ETag: etag, Vary: 'Accept', ...(wanted === '' ? {} : { 'Cache-Control': 'public, immutable' }) };
  if (headers.ifNoneMatch === etag) return { kind: 'empty', status: 304, headers: known, warnings: [] };
  return json(found.text, known);
}

function json(text: string, headers: Readonly<Record<string, string>>): ApiResponse {
  return { kind: 'text', status: 200, headers, warnings: [], contentType: 'application/json', text };
}
