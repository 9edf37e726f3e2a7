// Writes an answer of the API to an HTTP client: headers, then the body in its media type, compressed where the client likes it.
import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Http2ServerResponse } from 'node:http2';
import type { ApiResponse } from '../api/api-request.ts';
import type { Representation, Representations } from '../api/codec/representation.ts';
import { bareMediaType } from '../api/media-type.ts';
import { doneInTurns, type NextTurn } from '../api/steps.ts';
import { compressed, LEAST_COMPRESSED, lengthOf, portionsOf, textPieces } from './body-pieces.ts';
import type { EventFrames } from './event-frames.ts';
import { warningHeaders } from './warning-headers.ts';

export type Outgoing = ServerResponse | Http2ServerResponse;

export type Writing = {
  readonly representations: Representations;
  readonly frames: EventFrames;
  /** Of the request. */
  readonly acceptEncoding: string;
  readonly auditId: string;
  /** Between the steps of long answers. Without it they are written at once. */
  readonly nextTurn?: NextTurn | undefined;
};

const ENCODING = 'Accept-Encoding';

export async function writeResponse(outgoing: Outgoing, response: ApiResponse, writing: Writing): Promise<void> {
  const headers = headersOf(response, writing);
  switch (response.kind) {
    case 'stream':
      return writeStream(outgoing, response, { ...writing, headers });
    case 'bytes':
      return writeChunks(outgoing, response, headers);
    case 'object':
      return writeBody(outgoing, {
        status: response.status,
        headers: { ...headers, 'content-type': response.media.mediaType },
        pieces: await encode(response, writing),
        writing,
      });
    case 'text':
      return writeBody(outgoing, {
        status: response.status,
        headers: { ...headers, 'content-type': response.contentType },
        pieces: await doneInTurns(textPieces(response.text), writing.nextTurn),
        writing,
      });
    case 'binary':
      return writeBody(outgoing, {
        status: response.status,
        headers: { ...headers, 'content-type': response.contentType },
        pieces: [response.bytes],
        writing,
      });
    case 'session':
      throw new RangeError('a session goes on in another protocol');
    case 'empty':
      writeHead(outgoing, response.status, headers);
      outgoing.end();
  }
}

function headersOf({ headers, warnings }: ApiResponse, { auditId }: Writing): OutgoingHttpHeaders {
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const warning = warningHeaders(warnings);
  return { 'audit-id': auditId, 'cache-control': 'no-cache, private', ...own, ...(warning.length === 0 ? {} : { Warning: [...warning] }) };
}

type ObjectResponse = Extract<ApiResponse, { kind: 'object' }>;

function encode({ media, value }: ObjectResponse, writing: Writing): Promise<readonly Uint8Array[]> {
  return doneInTurns(representationOf(media.mediaType, writing).write(value, media.pretty), writing.nextTurn);
}

/** The form that a media type names; the first where none is of that name. */
export function representationOf(mediaType: string, { representations }: Writing): Representation {
  const bare = bareMediaType(mediaType);
  const found = representations.find((known) => known.mediaType === bare) ?? representations[0];
  if (found === undefined) throw new RangeError(`nothing writes ${mediaType}`);
  return found;
}

type Body = {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly pieces: readonly Uint8Array[];
  readonly writing: Writing;
};

/** No faster than the client reads; others have their turn between the portions of a large one. */
async function writeBody(outgoing: Outgoing, { status, headers, pieces, writing }: Body): Promise<void> {
  const compresses = lengthOf(pieces) >= LEAST_COMPRESSED && /\bgzip\b/.test(writing.acceptEncoding);
  const written = compresses ? await compressed(pieces) : pieces;
  writeHead(outgoing, status, {
    ...headers,
    'content-length': lengthOf(written),
    ...(compresses ? { 'content-encoding': 'gzip', vary: varyOf(headers) } : {}),
  });
  const portions = isHead(outgoing) ? [] : portionsOf(written);
  for (const portion of portions.slice(0, -1)) {
    if (isOver(outgoing)) return;
    if (!write(outgoing, portion)) await drained(outgoing);
  }
  end(outgoing, portions.at(-1) ?? new Uint8Array());
}

/** It is told what a body would be, and gets none. */
function isHead({ req }: Outgoing): boolean {
  return req.method === 'HEAD';
}

/** The encoding is one of what the answer depends on. */
function varyOf({ vary = '' }: OutgoingHttpHeaders): string {
  const known = String(vary);
  return known.includes(ENCODING) ? known : [ENCODING, known].filter((name) => name !== '').join(', ');
}

type StreamResponse = Extract<ApiResponse, { kind: 'stream' }>;

/** Headers at once; then each event as it comes, no faster than the client reads. */
async function writeStream(
  outgoing: Outgoing,
  { status, media, events }: StreamResponse,
  writing: Writing & { readonly headers: OutgoingHttpHeaders },
): Promise<void> {
  const representation = representationOf(media.mediaType, writing);
  const contentType = representation.mediaType === 'application/json' ? 'application/json' : `${representation.mediaType};stream=watch`;
  writeHead(outgoing, status, { ...writing.headers, 'content-type': contentType });
  flushHeaders(outgoing);
  for await (const event of events) {
    if (isOver(outgoing)) break;
    if (!write(outgoing, writing.frames.frameOf(event, representation))) await drained(outgoing);
  }
  outgoing.end();
}

async function writeChunks(
  outgoing: Outgoing,
  { status, contentType, chunks }: Extract<ApiResponse, { kind: 'bytes' }>,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  writeHead(outgoing, status, { ...headers, 'content-type': contentType });
  flushHeaders(outgoing);
  for await (const chunk of chunks) {
    if (isOver(outgoing)) break;
    if (chunk.length > 0 && !write(outgoing, chunk)) await drained(outgoing);
  }
  outgoing.end();
}

/** The client is gone, or all has been said. A cancelled stream of HTTP/2 tells by itself; its answer does not. */
function isOver(outgoing: Outgoing): boolean {
  if (outgoing.writableEnded) return true;
  return outgoing instanceof Http2ServerResponse ? outgoing.stream.destroyed || outgoing.stream.closed : outgoing.destroyed;
}

/** Resolves when more may be written, and where nobody is there to read it. */
async function drained(outgoing: Outgoing): Promise<void> {
  if (isOver(outgoing)) return;
  const gone = new AbortController();
  const waiting = { signal: gone.signal };
  const emitter = outgoing as ServerResponse;
  await Promise.race([once(emitter, 'drain', waiting), once(emitter, 'close', waiting)]);
  gone.abort();
}

function writeHead(outgoing: Outgoing, status: number, headers: OutgoingHttpHeaders): void {
  (outgoing as ServerResponse).writeHead(status, headers);
}

function flushHeaders(outgoing: Outgoing): void {
  (outgoing as ServerResponse).flushHeaders();
}

function write(outgoing: Outgoing, bytes: Uint8Array): boolean {
  return (outgoing as ServerResponse).write(bytes);
}

function end(outgoing: Outgoing, bytes: Uint8Array): void {
  (outgoing as ServerResponse).end(bytes);
}
