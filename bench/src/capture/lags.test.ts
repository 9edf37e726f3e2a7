import { expect, test } from 'vitest';
import { lineLags, statusLags } from './lags.ts';
import type { SeenRevision, SeenStatus } from './observation.ts';

const KIB = 1024;
const revision = (version: number, at: number): SeenRevision => ({ at, type: 'MODIFIED', kind: 'Pod', uid: 'u', version: String(version) });
const status = (trace: string, at: number, { bytes = KIB, newest }: { bytes?: number; newest: number }): SeenStatus => ({
  at,
  trace,
  bytes,
  newest,
});
const write = (root: string, version: number) => ({ root, uid: 'u', version: String(version) });

test('a line is late by the time since the raw watch told the same revision; what only one of them told counts nowhere', () => {
  const revisions = [revision(1, 100), revision(2, 200), { ...revision(3, 300), type: 'DELETED' as const }];
  const lines = [
    { at: 150, key: 'u/1' },
    { at: 190, key: 'u/2' },
    { at: 330, key: 'u/deleted' },
    { at: 400, key: 'u/9' },
  ];
  expect(lineLags({ revisions, lines })).toEqual([50, 0, 30]);
});

test('a write is in the first status that has it or something newer', () => {
  const revisions = [revision(1, 0), revision(2, 100)];
  const statuses = [status('web', 50, { newest: 0 }), status('web', 900, { newest: 2 }), status('web', 1_900, { newest: 2 })];
  expect(statusLags([write('web', 1), write('web', 2)], { revisions, statuses })).toEqual({ small: [900, 800], beyond: [], unwritten: 0 });
});

test('a status of 48 KiB may take its interval of 3 s', () => {
  const statuses = [status('web', 3_400, { bytes: 48 * KIB, newest: 1 })];
  expect(statusLags([write('web', 1)], { revisions: [revision(1, 0)], statuses })).toEqual({ small: [], beyond: [400], unwritten: 0 });
});

test('a queue of 512 KiB may take its 2 s; traces that were written before are not in it', () => {
  const names = Array.from({ length: 32 }, (_, index) => `web-${index}`);
  const revisions = [revision(500, 0), ...names.map((_, index) => revision(index + 1, 1_000))];
  const writes = [write('early', 500), ...names.map((name, index) => write(name, index + 1))];
  const written = names.map((name, index) => status(name, 3_100, { bytes: 16 * KIB, newest: index + 1 }));
  const { small, beyond } = statusLags(writes, { revisions, statuses: [status('early', 500, { newest: 500 }), ...written] });
  expect(small).toEqual([500]);
  expect(beyond).toEqual(names.map(() => 100));
});

test('what no status brings is counted', () => {
  expect(statusLags([write('web', 2)], { revisions: [revision(2, 0)], statuses: [status('web', 10, { newest: 1 })] })).toMatchObject({
    unwritten: 1,
  });
});
