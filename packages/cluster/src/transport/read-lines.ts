// Cuts a stream of bytes into lines. Decodes whole lines only, so that a character split over two chunks stays whole.

import { AnswerGarbled, ConnectionCut } from '../errors.ts';

const NEWLINE = 0x0a;

/** The default bound of one line: 64 MiB. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Lines without their break; empty ones are left out. @throws AnswerGarbled beyond maxBytes, ConnectionCut when the last line has no break. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, maxBytes = MAX_LINE_BYTES): AsyncGenerator<string> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      pending.push(chunk.subarray(start, end));
      const line = decode(pending, maxBytes);
      pending = [];
      pendingBytes = 0;
      start = end + 1;
      if (line !== '') yield line;
    }
    pending.push(chunk.subarray(start));
    pendingBytes += chunk.length - start;
    if (pendingBytes > maxBytes) throw new AnswerGarbled(`a line of the stream is longer than ${maxBytes} bytes`);
  }
  if (pendingBytes > 0) throw new ConnectionCut(`the stream ended within a line, after ${pendingBytes} bytes of it`);
}

function decode(parts: readonly Uint8Array[], maxBytes: number): string {
  const bytes = Buffer.concat(parts);
  if (bytes.length > maxBytes) throw new AnswerGarbled(`a line of the stream is ${bytes.length} bytes, longer than ${maxBytes}`);
  return bytes.toString('utf8');
}
