import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUtf8, decodeUtf8Leniently, encodeUtf8 } from './utf8.ts';

test('text survives its bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(decodeUtf8(encodeUtf8(text))).toBe(text.toWellFormed());
    }),
  );
});

test.each([
  ['é😀', [0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80]],
  ['\u0000\u007f\u0080\u07ff\u0800\uffff', [0, 0x7f, 0xc2, 0x80, 0xdf, 0xbf, 0xe0, 0xa0, 0x80, 0xef, 0xbf, 0xbf]],
])('%j has its bytes', (text, bytes) => {
  expect([...encodeUtf8(text)]).toEqual(bytes);
  expect(decodeUtf8(Uint8Array.from(bytes))).toBe(text);
});

test.each([
  ['a lone continuation', [0x80]],
  ['an overlong form', [0xc0, 0x80]],
  ['a longer overlong form', [0xe0, 0x80, 0x80]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ['a cut sequence', [0xe2, 0x82]],
])('%s is not UTF-8', (_, bytes) => {
  expect(decodeUtf8(Uint8Array.from(bytes))).toBeUndefined();
  expect(decodeUtf8Leniently(Uint8Array.from([0x61, ...bytes, 0x62]))).toMatch(/^a\ufffd+b$/);
});
