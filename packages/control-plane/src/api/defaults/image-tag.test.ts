import { expect, test } from 'vitest';
import { imageTag } from './image-tag.ts';

const DIGEST = `sha256:${'0a'.repeat(32)}`;

test.each([
  ['nginx', 'latest'],
  ['nginx:1.27', '1.27'],
  ['localhost:80/a/b', 'latest'],
  ['[::1]:80/a:x', 'x'],
  ['Registry/a', 'latest'],
  [`a@${DIGEST}`, ''],
  [`a:latest@${DIGEST}`, 'latest'],
  ['a:latest@sha256:0123', ''],
  [`a:latest@sha1:${'0'.repeat(40)}`, ''],
  ['a..b/c', ''],
  ['Upper', ''],
  ['', ''],
  ['0'.repeat(64), ''],
  // "library/" counts.
  ['a'.repeat(247), 'latest'],
  ['a'.repeat(248), ''],
  [`example.com/${'a'.repeat(255)}`, 'latest'],
  [`example.com/${'a'.repeat(256)}`, ''],
])('%s has the tag %j', (reference, tag) => {
  expect(imageTag(reference)).toBe(tag);
});
