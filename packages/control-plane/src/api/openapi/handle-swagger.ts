// /openapi/v2: all that is served in one document, as JSON or as a protobuf message. Clients older than kubectl 1.27 validate by it.
import type { ApiRequest, ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import { chooseMediaType } from '../media-type.ts';

const PATH = '/openapi/v2';
const PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
/** What clients ask for, though it is no media type; they get the other one. */
const PROTOBUF_OF_OLD = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
const OFFERS = ['application/json', PROTOBUF_OF_OLD, PROTOBUF].map((mediaType) => ({ mediaType, streams: true }));

/** Undefined for a path of anything else, or where there is no document. */
export async function handleSwagger({ swagger }: Environment, request: ApiRequest): Promise<ApiResponse | undefined> {
  if (swagger === undefined || request.path !== PATH) return undefined;
  const { accept, ifNoneMatch } = request.headers;
  const chosen = chooseMediaType(accept, OFFERS, { allowsTransform: () => true })?.mediaType;
  const varying = { Vary: 'Accept-Encoding, Accept' };
  if (chosen === undefined) return { kind: 'empty', status: 406, headers: varying, warnings: [] };
  const published = await swagger.current();
  const etag = JSON.stringify(published.hash);
  const headers = { ...varying, ETag: etag };
  if (ifNoneMatch.split(',').some((known) => ['*', etag].includes(known.trim().replace(/^W\//, '')))) {
    return { kind: 'empty', status: 304, headers, warnings: [] };
  }
  const head = { status: 200, headers, warnings: [] };
  if (chosen === 'application/json') return { ...head, kind: 'text', contentType: chosen, text: published.text };
  return { ...head, kind: 'binary', contentType: PROTOBUF, bytes: await published.protobuf() };
}
