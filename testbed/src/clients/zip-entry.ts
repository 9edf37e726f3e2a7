// One file out of a zip archive held in memory. No zip64, no encryption: enough for the archives that tests fetch.

import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const END_BYTES = 22;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

/** The bytes of the entry of that name. @throws Error where the archive has none, or packs it in another way. */
export function readZipEntry(archive: Buffer, name: string): Buffer {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]), archive.length - END_BYTES);
  if (end < 0 || archive.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('no zip archive');
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameBytes = archive.readUInt16LE(at + 28);
    const nameStart = at + DIRECTORY_ENTRY_BYTES;
    if (archive.toString('utf8', nameStart, nameStart + nameBytes) === name) return unpack(archive, at);
    at = nameStart + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  throw new Error(`the archive has no entry ${name}`);
}

function unpack(archive: Buffer, entry: number): Buffer {
  const method = archive.readUInt16LE(entry + 10);
  const local = archive.readUInt32LE(entry + 42);
  const start = local + LOCAL_HEADER_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new Error(`the archive uses compression method ${method}`);
  return inflateRawSync(packed);
}
