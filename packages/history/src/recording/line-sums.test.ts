// A recording that was changed after it was written is read up to the change, and the change is named; one without sums is read as it is.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { RecorderMessage } from '@rectrace/trace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordingEnd } from './open-recording.ts';
import { openRecording } from './open-recording.ts';
import { RecordingWriter } from './recording-writer.ts';

const HEADER = { cluster: 'c1', server: 'v1.35.4', startedAt: 0, rules: ['generic'], redaction: 'k', roots: [] };
const MESSAGES: readonly RecorderMessage[] = [1, 2, 3, 4].map((version) => ({
  kind: 'Observed',
  type: 'Modified',
  scope: { group: 'apps', resource: 'deployments', namespace: 'plain' },
  object: { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'wéb', resourceVersion: `${version}` }, spec: { replicas: 3 } },
  by: 'watch',
  receivedAt: version,
}));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-sums-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function recorded(name: string): Buffer {
  const path = join(folder, name);
  const writer = new RecordingWriter(path, { header: HEADER, redact: (object) => object, replace: true });
  for (const message of MESSAGES) writer.write(message);
  writer.close();
  return readFileSync(path);
}

type Read = { readonly messages: readonly RecorderMessage[]; readonly end: RecordingEnd | { readonly kind: 'foreign' } | undefined };

async function read(source: string | Buffer): Promise<Read> {
  const opened = await openRecording(typeof source === 'string' ? source : Readable.from([source]));
  const messages: RecorderMessage[] = [];
  if (opened.kind !== 'recording') return { messages, end: { kind: 'foreign' } };
  for await (const message of opened.messages) messages.push(message);
  return { messages, end: opened.end() };
}

const linesOf = (bytes: Buffer): readonly string[] => bytes.toString().trimEnd().split('\n');
const ofLines = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`);

describe('a changed recording', () => {
  test('any single bit of it is found, and what stands before is read', async () => {
    const whole = recorded('bits.ndjson');
    expect(await read(whole)).toEqual({ messages: MESSAGES, end: { kind: 'complete', lines: 6 } });
    const starts = linesOf(whole).map(
      (_, index, lines) => Buffer.byteLength(`${lines.slice(0, index).join('\n')}\n`) - (index === 0 ? 1 : 0),
    );
    for (let bit = 0; bit < whole.length * 8; bit += 3) {
      const changed = Buffer.from(whole);
      const at = bit >> 3;
      changed[at] = whole[at]! ^ (1 << (bit & 7));
      const { messages, end } = await read(changed);
      expect(['damaged', 'foreign'], `bit ${bit}: ${changed.toString('latin1')}`).toContain(end?.kind);
      const intact = starts.filter((start) => start <= at).length - 1;
      expect(messages).toEqual(MESSAGES.slice(0, Math.max(0, intact - 1)));
      if (end?.kind === 'damaged') expect(end).toMatchObject({ line: Math.min(intact, 5) + 1 });
    }
  });

  test.each<[change: string, lines: (lines: readonly string[]) => readonly string[], end: object]>([
    ['a value', (lines) => lines.with(3, lines[3]!.replace('"replicas":3', '"replicas":4')), { line: 4, reason: /its sum does not fit/ }],
    ['a line taken out', (lines) => lines.toSpliced(3, 1), { line: 4, reason: /lines before it are missing/ }],
    [
      'two lines in each other’s place',
      (lines) => lines.with(2, lines[3]!).with(3, lines[2]!),
      { line: 3, reason: /its sum does not fit/ },
    ],
    [
      'a line without its sum',
      (lines) => lines.with(2, lines[2]!.replace(/,"sum":"\w+"/, '')),
      { line: 3, reason: /^the line has no sum$/ },
    ],
    ['the header', (lines) => lines.with(0, lines[0]!.replace('v1.35.4', 'v1.36.0')), { line: 1, reason: /its sum does not fit/ }],
    ['the kind of the sums', (lines) => lines.with(0, lines[0]!.replace('crc32', 'md5')), { line: 1, reason: /kind "md5" are not known/ }],
    [
      'a header that keeps its own sum',
      (lines) => lines.with(0, lines[0]!.replace(',"sums":"crc32"', '')),
      { line: 1, reason: /has a sum/ },
    ],
  ])('%s is found at its line', async (_change, change, { line, reason }: { line?: number; reason?: RegExp }) => {
    const { messages, end } = await read(ofLines(change(linesOf(recorded('lines.ndjson')))));
    expect(end).toMatchObject({ kind: 'damaged', line, reason: expect.stringMatching(reason!) });
    expect(messages).toEqual(MESSAGES.slice(0, Math.max(0, line! - 2)));
  });

  test('blank lines, and ends of lines as of Windows, change nothing', async () => {
    const lines = linesOf(recorded('blank.ndjson'));
    const complete = { kind: 'complete', lines: 7 };
    expect(await read(Buffer.from(`${lines.toSpliced(2, 0, '').join('\r\n')}\r\n`))).toEqual({ messages: MESSAGES, end: complete });
  });

  test('in a gzip file the line is named, too, and the sum of the gzip itself is looked at', async () => {
    const lines = linesOf(gunzipSync(recorded('packed.ndjson.gz')));
    const changed = join(folder, 'changed.ndjson.gz');
    writeFileSync(changed, gzipSync(ofLines(lines.with(3, lines[3]!.replace('"replicas":3', '"replicas":4')))));
    expect(await read(changed)).toMatchObject({ messages: MESSAGES.slice(0, 2), end: { kind: 'damaged', line: 4 } });
    const packed = gzipSync(ofLines(lines.map((line) => line.replace(/,"sums?":"\w+"/g, ''))));
    packed[packed.length - 8]! ^= 1;
    writeFileSync(changed, packed);
    expect(await read(changed)).toMatchObject({ messages: MESSAGES, end: { kind: 'damaged', line: 7, reason: 'incorrect data check' } });
  });
});

describe('a recording without sums', () => {
  test('is read as it stands, sums in its lines or not', async () => {
    const [header, ...lines] = linesOf(recorded('free.ndjson'));
    const free = header!.replace(/,"sums?":"\w+"/g, '');
    const edited = [free, ...lines.toSpliced(1, 1)].map((line) => line.replace('"replicas":3', '"replicas":4'));
    const { messages, end } = await read(ofLines(edited));
    expect([messages.length, end?.kind]).toEqual([3, 'complete']);
    const plain = edited.map((line) => line.replace(/,"sum":"\w+"/, ''));
    expect(await read(ofLines(plain))).toEqual({ messages, end });
  });
});
