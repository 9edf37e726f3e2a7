import { expect, test } from 'vitest';
import { WatchHistory } from './watch-history.ts';

test('gives the last whole lines of a collection, whatever the query and the pieces were', () => {
  const history = new WatchHistory();
  const one = history.reader('/api/v1/pods?watch=1');
  const bytes = Buffer.from('{"a":"é"}\n{"b":2}\n{"c"');
  for (const byte of bytes) one(Buffer.from([byte]));
  history.reader('/api/v1/pods?watch=1&resourceVersion=7')(Buffer.from('{"d":4}\n'));
  expect(history.last('/api/v1/pods', 2)).toBe('{"b":2}\n{"d":4}\n');
  expect(history.last('/api/v1/pods?watch=true', 9)).toBe('{"a":"é"}\n{"b":2}\n{"d":4}\n');
  expect(history.last('/api/v1/nodes', 9)).toBe('');
});

test('keeps no more than the last 200', () => {
  const history = new WatchHistory();
  const read = history.reader('/x');
  for (let count = 0; count < 300; count += 1) read(Buffer.from(`${count}\n`));
  const kept = history.last('/x', 1_000).trimEnd().split('\n');
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, '100', '299']);
});
