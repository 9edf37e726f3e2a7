// Reads the body of an HTTP request, up to the limit that kube-apiserver has.
import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { entityTooLarge } from '../api/failures.ts';

export type Incoming = IncomingMessage | Http2ServerRequest;

const MOST_BYTES = 3 * 1024 * 1024;

/** @throws RequestRefused (413) for more than 3 MiB, whatever the length header says. The rest is then passed over: its client hears why. */
export async function readRequestBody(incoming: Incoming): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_BYTES) throw entityTooLarge(`limit is ${MOST_BYTES}`);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}
