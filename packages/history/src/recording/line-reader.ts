// Cuts a stream of bytes into lines, each with its number and the offset of its first byte.

/** line: 1-based. bytes: without the line's end. ended: whether an end was there. */
export type Line = { readonly line: number; readonly offset: number; readonly bytes: Buffer; readonly ended: boolean };

/** What a line may be long at most; more is damage, not an object. */
export const LONGEST_LINE = 64 * 1024 * 1024;

const NEWLINE = 0x0a;

/** Lines in order; the last one may lack its end. An overlong line is cut at LONGEST_LINE and is the last. */
export async function* readLines(source: AsyncIterable<Uint8Array>): AsyncIterable<Line> {
  let line = 1;
  let offset = 0;
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      const bytes = Buffer.concat([...held, rest.subarray(0, end)]);
      yield { line, offset, bytes, ended: true };
      offset += bytes.length + 1;
      line += 1;
      held = [];
      length = 0;
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) held.push(rest);
    length += rest.length;
    if (length > LONGEST_LINE) break;
  }
  if (length > 0) yield { line, offset, bytes: Buffer.concat(held), ended: false };
}
