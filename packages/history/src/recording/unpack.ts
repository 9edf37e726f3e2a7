// Unpacks a gzip file up to where it is broken or cut off; everything before that arrives, then the error, or the word that it was cut off.

import { createGunzip } from 'node:zlib';

/**
 * packed: in pieces that are small enough for what each unpacks to to be held. onCutOff: called where the bytes end before the gzip does.
 * @throws what zlib and the source report, after all that was good
 */
export async function* unpack(packed: AsyncIterable<Uint8Array>, onCutOff: () => void): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const unpacked: Buffer[] = [];
  gunzip.on('data', (bytes: Buffer) => unpacked.push(bytes));
  const broken = new Promise<Error>((resolve) => gunzip.once('error', resolve));
  try {
    for await (const piece of packed) {
      const error = await Promise.race([written(gunzip, piece), broken]);
      yield* unpacked.splice(0);
      if (error !== undefined) throw error;
    }
    gunzip.end();
    const error = await Promise.race([ended(gunzip), broken]);
    yield* unpacked.splice(0);
    if (error === undefined) return;
    if (!isCutOff(error)) throw error;
    onCutOff();
  } finally {
    gunzip.destroy();
  }
}

function isCutOff(error: Error): boolean {
  return 'code' in error && error.code === 'Z_BUF_ERROR';
}

type Gunzip = ReturnType<typeof createGunzip>;

/** A write that fails says so by the stream's error. */
function written(gunzip: Gunzip, piece: Uint8Array): Promise<undefined> {
  return new Promise((resolve) => gunzip.write(piece, (error) => (error ? undefined : resolve(undefined))));
}

function ended(gunzip: Gunzip): Promise<undefined> {
  return new Promise((resolve) => gunzip.once('end', () => resolve(undefined)));
}
