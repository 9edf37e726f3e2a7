import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compress, decompress, encodeBody, UnreadableBlob } from './body-codec.ts';

const bytes = fc.uint8Array({ maxLength: 2_000 }).map((array) => Buffer.from(array));

test('whatever is compressed, against whatever dictionary, comes back', () => {
  fc.assert(
    fc.property(bytes, fc.option(bytes, { nil: undefined }), fc.constantFrom(1, 40), (text, dictionary, times) => {
      const long = Buffer.concat(Array.from({ length: times }, () => text));
      expect(decompress(compress(long, dictionary), dictionary).equals(long)).toBe(true);
    }),
  );
});

test('a bit that turned is noticed, or makes no difference', () => {
  const text = Buffer.from('the body of a revision, '.repeat(20));
  const blob = compress(text);
  let noticed = 0;
  for (let bit = 0; bit < blob.length * 8; bit += 1) {
    const turned = Buffer.from(blob);
    turned.writeUInt8(turned.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    try {
      expect(decompress(turned).equals(text)).toBe(true);
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableBlob);
      noticed += 1;
    }
  }
  expect(noticed).toBeGreaterThan(blob.length * 7);
  expect(() => decompress(Buffer.alloc(0))).toThrow(UnreadableBlob);
});

test('a wrong dictionary is noticed', () => {
  const blob = compress(Buffer.from('shared words and others'), Buffer.from('shared words'));
  expect(() => decompress(blob, Buffer.from('other words!'))).toThrow(UnreadableBlob);
});

test('every 16th body stands alone', () => {
  let previous = encodeBody(Buffer.from('0'));
  const links = [previous.link];
  for (let revision = 1; revision < 50; revision += 1) {
    previous = encodeBody(Buffer.from(String(revision)), { text: Buffer.from(String(revision - 1)), link: previous.link });
    links.push(previous.link);
  }
  expect(links.flatMap((link, revision) => (link === 0 ? [revision] : []))).toEqual([0, 16, 32, 48]);
});

test('revisions of a real rollout take less than an eighth of their size', () => {
  const file = new URL('../../trace/testdata/recordings/e-vertical-scale.ndjson', import.meta.url);
  const last = new Map<string, { readonly text: Buffer; readonly link: number }>();
  let plain = 0;
  let packed = 0;
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const { object, initial } = JSON.parse(line) as { object: { metadata: { uid: string } }; initial?: boolean };
    const text = Buffer.from(JSON.stringify(object));
    const { blob, link } = encodeBody(text, last.get(object.metadata.uid));
    last.set(object.metadata.uid, { text, link });
    if (initial === true) continue;
    plain += text.length;
    packed += blob.length;
  }
  expect(plain / packed).toBeGreaterThan(8);
});
