// One file out of a tar archive held in memory. No long names, no links: enough for what npm packs.

const BLOCK = 512;

/** The bytes of the entry of that name. @throws Error where the archive has none */
export function readTarEntry(archive: Buffer, name: string): Buffer {
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const size = Number.parseInt(archive.toString('latin1', at + 124, at + 136), 8) || 0;
    if (nameAt(archive, at) === name) return archive.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
  throw new Error(`the archive has no entry ${name}`);
}

function nameAt(archive: Buffer, at: number): string {
  const name = archive.toString('utf8', at, at + 100);
  const end = name.indexOf('\0');
  return end < 0 ? name : name.slice(0, end);
}
