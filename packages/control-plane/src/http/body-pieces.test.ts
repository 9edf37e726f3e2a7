import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressed, lengthOf, portionsOf } from './body-pieces.ts';

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
