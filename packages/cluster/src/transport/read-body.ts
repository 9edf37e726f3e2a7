// The whole body of an answer as text, unpacked where the server compressed it.

import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AnswerGarbled, reasonOf } from '../errors.ts';

/** @throws AnswerGarbled where it can't be unpacked; what the socket throws passes through. */
export async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (response.headers['content-encoding'] !== 'gzip' || bytes.length === 0) return bytes.toString('utf8');
  try {
    return (await promisify(gunzip)(bytes)).toString('utf8');
  } catch (error) {
    throw new AnswerGarbled(`the compressed answer of ${bytes.length} bytes can not be unpacked: ${reasonOf(error)}`, error);
  }
}
