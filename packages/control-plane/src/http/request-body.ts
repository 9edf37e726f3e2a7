// Reads the body of an HTTP request, up to the limit that kube-apiserver has.
import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { entityTooLarge } from '../api/failures.ts';

export type Incoming = IncomingMessage | Http2ServerRequest;

const MOST_BYTES = 3 * 1024 * 1024;

/**
 * The rest of a body that is too large is passed over: its client hears why, and may go on.
 * @throws RequestRefused (413) for more than 3 MiB, whatever the length header says; Error (ECONNRESET) where the client goes.
 */
export function readRequestBody(incoming: Incoming): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Buffer[] = [];
  let length = 0;
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= MOST_BYTES) chunks.push(chunk);
    else {
      chunks.length = 0;
      reject(entityTooLarge(`limit is ${MOST_BYTES}`));
    }
  });
  incoming.on('end', () => resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)));
  incoming.on('error', reject);
  // It closes after its end, too.
  incoming.on('close', () => {
    if (!incoming.readableEnded) reject(Object.assign(new Error('the client went'), { code: 'ECONNRESET' }));
  });
  return promise;
}
