import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSnapshot } from './read-snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { refuseToOverwrite, writeSnapshot } from './write-snapshot.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-snapshot-'));
  path = join(folder, 'shop.snapshot');
});
afterEach(() => rmSync(folder, { recursive: true }));

const OPTIONS = { replace: false, processId: 1 };
const SNAPSHOT: Snapshot = {
  header: {
    version: 1,
    takenAt: Date.UTC(2026, 0, 1, 12),
    server: 'https://127.0.0.1:6443',
    serverVersion: 'v1.35.4',
    resourceVersion: '4711',
    scope: { namespace: 'shop' },
    secrets: 'standIns',
    leftOut: [{ what: 'secrets', reason: 'no right to list it' }],
    laterReads: [{ collection: 'events', resourceVersion: '4712', reason: 'too old' }],
  },
  objects: [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'shop' }, data: { text: 'ä\nb' } },
    { apiVersion: 'example.com/v1', kind: 'Big', metadata: { name: 'b' }, value: 12_345_678_901_234_567_890n },
  ],
};

test.each(['shop.snapshot', 'shop.snapshot.gz'])('what is written is read again: %s', async (name) => {
  const file = join(folder, name);
  await writeSnapshot(file, SNAPSHOT, OPTIONS);
  expect(await readSnapshot(file)).toEqual({ kind: 'snapshot', snapshot: SNAPSHOT });
  const text = name.endsWith('.gz') ? gunzipSync(readFileSync(file)).toString() : readFileSync(file, 'utf8');
  const [header, ...rest] = text.trimEnd().split('\n');
  expect(JSON.parse(header ?? '')).toMatchObject({ rectrace: 'snapshot', version: 1, takenAt: '2026-01-01T12:00:00.000Z' });
  expect(rest).toHaveLength(3);
  expect(rest[1]).toContain('12345678901234567890');
});

test('only its owner reads a file with secrets in it', async () => {
  await writeSnapshot(path, { ...SNAPSHOT, header: { ...SNAPSHOT.header, secrets: 'kept' } }, OPTIONS);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a file that is there stays, unless it is to be replaced', async () => {
  writeFileSync(path, 'mine');
  expect(() => refuseToOverwrite(path, OPTIONS)).toThrow(`snapshot ${path} exists already`);
  await expect(writeSnapshot(path, SNAPSHOT, OPTIONS)).rejects.toMatchObject({ code: 'SNAPSHOT_EXISTS' });
  expect(readFileSync(path, 'utf8')).toBe('mine');
  await writeSnapshot(path, SNAPSHOT, { ...OPTIONS, replace: true });
  expect((await readSnapshot(path)).kind).toBe('snapshot');
});

test('a file that cannot be written leaves nothing behind', async () => {
  const nowhere = join(folder, 'no', 'shop.snapshot');
  await expect(writeSnapshot(nowhere, SNAPSHOT, OPTIONS)).rejects.toMatchObject({ code: 'SNAPSHOT_NOT_WRITABLE' });
  const broken = {
    ...SNAPSHOT,
    objects: [
      {
        get kind(): string {
          throw new Error('gone');
        },
      } as never,
    ],
  };
  await expect(writeSnapshot(path, broken, OPTIONS)).rejects.toMatchObject({ code: 'SNAPSHOT_NOT_WRITABLE' });
  expect([readdirSync(folder), existsSync(path)]).toEqual([[], false]);
});

test.each([
  ['a line that is no JSON', (text: string) => text.replace('"ConfigMap"', 'ConfigMap'), /line 2 \(byte \d+\): the line is not JSON$/],
  ['an object without a name', (text: string) => text.replace('"name":"b"', '"x":"b"'), /line 3 \(byte \d+\): metadata\.name is missing$/],
  [
    'a file cut off between lines',
    (text: string) => `${text.split('\n').slice(0, 2).join('\n')}\n`,
    /line 3 \(byte \d+\): the file is cut off$/,
  ],
  ['a file cut off within a line', (text: string) => text.slice(0, text.indexOf('Big')), /line 3 \(byte \d+\): the last line is cut off$/],
  ['lines behind the end', (text: string) => `${text}{}\n`, /line 5 \(byte \d+\): the line stands after the end of the recording$/],
])('damage is refused with its place: %s', async (_title, damage, message) => {
  await writeSnapshot(path, SNAPSHOT, OPTIONS);
  writeFileSync(path, damage(readFileSync(path, 'utf8')));
  await expect(readSnapshot(path)).rejects.toMatchObject({ code: 'SNAPSHOT_DAMAGED', message: expect.stringMatching(message) });
});

test('a packed file that is cut off is refused', async () => {
  const file = `${path}.gz`;
  await writeSnapshot(file, SNAPSHOT, OPTIONS);
  writeFileSync(file, readFileSync(file).subarray(0, -20));
  await expect(readSnapshot(file)).rejects.toMatchObject({ code: 'SNAPSHOT_DAMAGED' });
});

test('what is no snapshot is told apart', async () => {
  expect(await readSnapshot(path)).toMatchObject({ kind: 'missing' });
  expect(await readSnapshot(folder)).toMatchObject({ kind: 'foreign', reason: 'it is a folder' });
  for (const text of ['{"type":"ADDED"}\n', '{"rectrace":"recording","version":2}\n', 'apiVersion: v1\n', '']) {
    writeFileSync(path, text);
    expect(await readSnapshot(path)).toEqual({ kind: 'other' });
  }
  writeFileSync(path, '{"rectrace":"snapshot","version":9}\n');
  await expect(readSnapshot(path)).rejects.toMatchObject({
    code: 'SNAPSHOT_FOREIGN',
    message: `${path}: snapshot version 9 is not known; this rectrace reads 1`,
  });
  const file = `${path}.gz`;
  writeFileSync(file, gzipSync('x'));
  expect(await readSnapshot(file)).toEqual({ kind: 'other' });
});
