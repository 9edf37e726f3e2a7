// A zip archive made for tests.
import { crc32, deflateRawSync } from 'node:zlib';

export type Packed = { readonly name: string; readonly content: string; readonly method: 'stored' | 'deflated' };

/** Its entries in the order given, as zip writers lay them out: each with a header, the directory behind all of them. */
export function zipArchive(entries: readonly Packed[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const { shared, name, data } = packed(entry);
    const local = Buffer.concat([bytes([4, 0x04034b50]), shared, name, data]);
    directory.push(Buffer.concat([bytes([4, 0x02014b50], [2, 20]), shared, Buffer.alloc(10), bytes([4, at]), name]));
    parts.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = bytes([4, 0x06054b50], [4, 0], [2, entries.length], [2, entries.length], [4, listed.length], [4, at], [2, 0]);
  return Buffer.concat([...parts, listed, end]);
}

/** What both headers of an entry say: of the release, flags, method, time, date, sum, sizes, lengths of name and extra field. */
function packed({ name, content, method }: Packed): { readonly shared: Buffer; readonly name: Buffer; readonly data: Buffer } {
  const raw = Buffer.from(content);
  const data = method === 'stored' ? raw : deflateRawSync(raw);
  const named = Buffer.from(name);
  const fields: readonly Field[] = [
    [2, 20],
    [2, 0],
    [2, method === 'stored' ? 0 : 8],
    [4, 0],
    [4, crc32(raw)],
    [4, data.length],
    [4, raw.length],
    [2, named.length],
    [2, 0],
  ];
  return { shared: bytes(...fields), name: named, data };
}

/** Width in bytes and value. */
type Field = readonly [2 | 4, number];

function bytes(...fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.map(([width, value]) => {
      const field = Buffer.alloc(width);
      if (width === 2) field.writeUInt16LE(value);
      else field.writeUInt32LE(value);
      return field;
    }),
  );
}
