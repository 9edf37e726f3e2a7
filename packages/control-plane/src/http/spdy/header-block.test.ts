import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeaderPacker, HeaderUnpacker } from './header-block.ts';
import { HEADER_DICTIONARY } from './header-dictionary.ts';
import { SpdyBroken } from './spdy-broken.ts';

const name = fc.stringMatching(/^[a-z0-9-]{1,20}$/);
const headers = fc.dictionary(name, fc.string({ maxLength: 60 }), { maxKeys: 10 }).map((pairs) => new Map(Object.entries(pairs)));

test('the dictionary is that of SPDY/3', () => {
  expect(HEADER_DICTIONARY.length).toBe(1423);
  expect(createHash('sha256').update(HEADER_DICTIONARY).digest('hex').slice(0, 16)).toBe('51d27341373f923f');
});

test('headers are unpacked as they were packed, one block after the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(headers, { maxLength: 5 }), async (blocks) => {
      const [packer, unpacker] = [new HeaderPacker(), new HeaderUnpacker()];
      for (const block of blocks) expect(await unpacker.unpack(await packer.pack(block))).toEqual(block);
      packer.close();
      unpacker.close();
    }),
    { numRuns: 50 },
  );
});

test('random bytes are headers or break the connection, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), fc.boolean(), async (bytes, packed) => {
      const unpacker = new HeaderUnpacker();
      const block = packed ? deflateSync(bytes, { dictionary: HEADER_DICTIONARY }) : bytes;
      await unpacker.unpack(block).catch((error: unknown) => expect(error).toBeInstanceOf(SpdyBroken));
      unpacker.close();
    }),
  );
});

test('a block that would expand beyond measure is refused before it does', async () => {
  const bomb = deflateSync(Buffer.alloc(50 * 1024 * 1024), { dictionary: HEADER_DICTIONARY, level: 9 });
  const unpacker = new HeaderUnpacker();
  await expect(unpacker.unpack(bomb)).rejects.toThrow('more than 65536 bytes');
  await expect(unpacker.unpack(Buffer.from([0]))).rejects.toBeInstanceOf(SpdyBroken);
});
