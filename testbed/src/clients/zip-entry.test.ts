import { expect, test } from 'vitest';
import { zipArchive } from '../testing/zip-archive.ts';
import { readZipEntry } from './zip-entry.ts';

const ARCHIVE = zipArchive([
  { name: 'a/stored', content: 'as it is', method: 'stored' },
  { name: 'a/deflated', content: 'again '.repeat(100), method: 'deflated' },
]);

test('an entry comes out as it went in, stored or deflated', () => {
  expect(readZipEntry(ARCHIVE, 'a/stored').toString()).toBe('as it is');
  expect(readZipEntry(ARCHIVE, 'a/deflated').toString()).toBe('again '.repeat(100));
});

test('an entry that is not there is named', () => {
  expect(() => readZipEntry(ARCHIVE, 'a')).toThrow('the archive has no entry a');
});

test('what is no archive is refused', () => {
  expect(() => readZipEntry(Buffer.alloc(64), 'a')).toThrow('no zip archive');
});
