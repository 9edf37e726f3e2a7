import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { doneAtOnce } from '../api/steps.ts';
import { compressed, lengthOf, portionsOf, textPieces } from './body-pieces.ts';

const PIECES = [randomBytes(700_000), new Uint8Array(), randomBytes(10)];
const WHOLE = Buffer.concat(PIECES);

test('portions are the same bytes, none of them large', () => {
  const portions = portionsOf(PIECES);
  expect(Buffer.concat(portions).equals(WHOLE)).toBe(true);
  expect(portions.map(({ length }) => length)).toEqual([262_144, 262_144, 175_712, 0, 10]);
  expect(lengthOf(portions)).toBe(WHOLE.length);
});

test('what is compressed is all of them', async () => {
  expect(gunzipSync(Buffer.concat(await compressed(PIECES))).equals(WHOLE)).toBe(true);
});

test.each([
  ['', 1],
  ['ü'.repeat(131_072), 1],
  [`a${'\u{1f600}'.repeat(200_000)}`, 4],
])('a text in pieces is the same text (%#)', (text, count) => {
  const pieces = doneAtOnce(textPieces(text));
  expect(Buffer.concat(pieces).toString()).toBe(text);
  expect(pieces).toHaveLength(count);
});
