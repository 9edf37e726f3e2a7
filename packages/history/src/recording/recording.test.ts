// Writing and reading recordings: nothing changes on the way, and a damage ends the reading at a named place.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { asUid, type KubeObject, parseJson } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecording, type RecordingEnd } from './open-recording.ts';
import type { RecordingHeader } from './recording-header.ts';
import { RecordingWriter } from './recording-writer.ts';

const RECORDINGS = new URL('../../../trace/testdata/recordings/', import.meta.url);
const HEADER = {
  cluster: 'c1',
  server: 'v1.35.4',
  startedAt: Date.UTC(2026, 10, 30),
  rules: ['generic', 'kubernetes'],
  redaction: 'key-1',
  roots: ['Deployment.apps/plain/web'],
};
const SCOPE = { group: 'apps', resource: 'deployments', namespace: 'plain' };
const REF = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'plain', name: 'web', uid: asUid('u1') };
const AT = Date.UTC(2026, 10, 30, 19, 0, 0, 123);

let folder = '';
let files = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-recording-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fresh(extension = '.ndjson'): string {
  files += 1;
  return join(folder, `${files}${extension}`);
}

function objectOf(version: number | string, fields: object = {}): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'plain', uid: 'u1', resourceVersion: String(version) },
    ...fields,
  };
}

function modified(version: number): RecorderMessage {
  return { kind: 'Observed', type: 'Modified', scope: SCOPE, object: objectOf(version), by: 'watch', receivedAt: AT + version };
}

const ONE_OF_EACH: readonly RecorderMessage[] = [
  { kind: 'ListBegin', scope: SCOPE, objectKind: 'Deployment', resourceVersion: '9', requestedAt: AT - 5, receivedAt: AT },
  { kind: 'Listed', scope: SCOPE, object: objectOf(8), receivedAt: AT },
  { kind: 'ListEnd', scope: SCOPE, resourceVersion: '9', receivedAt: AT },
  {
    kind: 'Observed',
    type: 'Added',
    scope: { group: '', resource: 'pods', namespace: '' },
    object: objectOf(10),
    by: 'watch',
    receivedAt: AT,
  },
  { kind: 'Observed', type: 'Modified', scope: SCOPE, object: objectOf(11), by: 'walkBack', receivedAt: AT },
  { kind: 'Observed', type: 'Modified', scope: SCOPE, object: objectOf(12), by: 'lateWatch', writtenBy: AT - 7_000, receivedAt: AT },
  { kind: 'Observed', type: 'Deleted', scope: SCOPE, object: objectOf(12), by: 'watch', receivedAt: AT },
  { kind: 'Vanished', scope: SCOPE, ref: REF, after: '12', before: '20', receivedAt: AT },
  { kind: 'Bookmark', scope: SCOPE, resourceVersion: '30', receivedAt: AT },
  { kind: 'Gap', scope: SCOPE, from: '30', to: '40', reason: 'compacted', receivedAt: AT },
  { kind: 'Gap', scope: SCOPE, from: '30', to: '40', reason: 'compacted', ref: REF, receivedAt: AT },
  { kind: 'EpochBegin', scope: SCOPE, reason: 'restored', receivedAt: AT },
  { kind: 'Availability', scope: SCOPE, state: 'forbidden', message: 'no right to list', receivedAt: AT },
  { kind: 'Availability', scope: SCOPE, state: 'absent', message: 'no such kind', receivedAt: AT },
  { kind: 'Availability', scope: SCOPE, state: 'failing', message: '500', receivedAt: AT },
  { kind: 'Availability', scope: SCOPE, state: 'watched', message: '', receivedAt: AT },
  { kind: 'Tick', receivedAt: AT },
];

type Read = { readonly header: RecordingHeader; readonly messages: readonly RecorderMessage[]; readonly end: RecordingEnd | undefined };

async function read(source: string | AsyncIterable<Uint8Array>): Promise<Read> {
  const opened = await openRecording(source);
  if (opened.kind !== 'recording') throw new Error(opened.reason);
  const messages: RecorderMessage[] = [];
  for await (const message of opened.messages) messages.push(message);
  return { header: opened.header, messages, end: opened.end() };
}

function write(path: string, messages: Iterable<RecorderMessage>): void {
  const writer = new RecordingWriter(path, { header: HEADER, redact: (object) => object });
  for (const message of messages) writer.write(message);
  writer.close();
}

describe.each(['.ndjson', '.ndjson.gz'])('a recording *%s', (extension) => {
  test('every kind of message is read as it was written, with the header', async () => {
    const path = fresh(extension);
    write(path, ONE_OF_EACH);
    expect(await read(path)).toEqual({
      header: { version: 2, ...HEADER },
      messages: ONE_OF_EACH,
      end: { kind: 'complete', lines: ONE_OF_EACH.length + 2 },
    });
  });

  test('cut within a line, the messages before the cut are read and the place is named', async () => {
    const path = fresh(extension);
    const writer = new RecordingWriter(path, { header: HEADER, redact: (object) => object });
    const sizes = Array.from({ length: 300 }, (_, version) => {
      writer.write(modified(version));
      return statSync(path).size;
    });
    writer.close();
    const whole = readFileSync(path);
    for (const at of [1, 60, 150, 299]) {
      writeFileSync(path, whole.subarray(0, (sizes[at] ?? 0) - 10));
      const { messages, end } = await read(path);
      expect(messages).toEqual(Array.from({ length: at }, (_, version) => modified(version)));
      expect(end).toMatchObject({ kind: 'damaged', line: at + 2, reason: 'the last line is cut off' });
    }
  });

  test('cut between two lines, by a kill or while it is written, it is whole so far and open', async () => {
    const path = fresh(extension);
    const writer = new RecordingWriter(path, { header: HEADER, redact: (object) => object });
    for (const message of ONE_OF_EACH) writer.write(message);
    const open = { kind: 'open', lines: ONE_OF_EACH.length + 1 };
    expect(await read(path)).toMatchObject({ messages: ONE_OF_EACH, end: open });
    const written = readFileSync(path);
    writer.close();
    writeFileSync(path, written);
    expect(await read(path)).toMatchObject({ messages: ONE_OF_EACH, end: open });
  });
});

describe('round trip', () => {
  const text = fc.string({ unit: 'grapheme' });
  const name = fc.stringMatching(/^[a-z]{1,8}$/);
  const json = fc.jsonValue();
  const bigger = fc.bigInt({ min: 2n ** 60n, max: 2n ** 200n });
  const time = fc.integer({ min: 0, max: Date.UTC(2100, 0) });
  const scope = fc.record({
    group: fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z]{1,5}(\.[a-z]{1,5}){0,2}$/)),
    resource: name,
    namespace: fc.oneof(fc.constant(''), name),
  });
  const object = fc
    .record({ apiVersion: name, kind: name, name, version: text, extra: json, big: bigger })
    .map(({ apiVersion, kind, name: objectName, version, extra, big }) => ({
      apiVersion,
      kind,
      metadata: { name: objectName, resourceVersion: version },
      spec: parseJson(JSON.stringify(extra)),
      big,
    }));
  const message: fc.Arbitrary<RecorderMessage> = fc.oneof(
    fc.record({ kind: fc.constant('Listed' as const), scope, object, receivedAt: time }),
    fc.record({
      kind: fc.constant('Observed' as const),
      type: fc.constantFrom('Added' as const, 'Modified' as const, 'Deleted' as const),
      scope,
      object,
      by: fc.constantFrom('watch' as const, 'lateWatch' as const, 'walkBack' as const),
      receivedAt: time,
    }),
    fc.record({
      kind: fc.constant('ListBegin' as const),
      scope,
      objectKind: text,
      resourceVersion: text,
      requestedAt: time,
      receivedAt: time,
    }),
    fc.record({ kind: fc.constant('Gap' as const), scope, from: text, to: text, reason: text, receivedAt: time }),
    fc.record({
      kind: fc.constant('Availability' as const),
      scope,
      state: fc.constantFrom('forbidden' as const, 'watched' as const),
      message: text,
      receivedAt: time,
    }),
    fc.constantFrom(...ONE_OF_EACH),
  );

  test('whatever is written is read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 20 }), async (messages) => {
        const path = fresh();
        write(path, messages);
        const { messages: back, end } = await read(path);
        expect(back).toEqual(messages);
        expect(end).toEqual({ kind: 'complete', lines: messages.length + 2 });
      }),
      { numRuns: 100 },
    );
  });

  test('long integers and __proto__ keys survive', async () => {
    const path = fresh();
    const body = parseJson('{"__proto__":{"a":1},"n":123456789012345678901234567890}') as object;
    write(path, [{ kind: 'Listed', scope: SCOPE, object: objectOf(1, { data: body }), receivedAt: AT }]);
    expect(readFileSync(path, 'utf8')).toContain('{"__proto__":{"a":1},"n":123456789012345678901234567890}');
    const { messages } = await read(path);
    expect(messages[0]).toHaveProperty('object.data', body);
  });
});

/** Paths of what this process has open. */
function openFiles(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => readlinkOf(`/proc/self/fd/${fd}`));
}

/** The descriptor that reads the folder is gone by then. */
function readlinkOf(path: string): readonly string[] {
  return existsSync(path) ? [readlinkSync(path)] : [];
}

/** Versions of all messages that can be read; pauseMs between them. */
async function versionsIn(path: string, pauseMs = 0): Promise<readonly string[]> {
  const opened = await openRecording(path);
  const versions: string[] = [];
  if (opened.kind !== 'recording') return versions;
  for await (const message of opened.messages) {
    if (pauseMs > 0 && versions.length % 40 === 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if ('object' in message) versions.push(message.object.metadata.resourceVersion ?? '');
  }
  return versions;
}

describe('writing', () => {
  test.each(['.ndjson', '.ndjson.gz'])('a line is in a file *%s as soon as it is written', async (extension) => {
    const path = fresh(extension);
    const writer = new RecordingWriter(path, { header: HEADER, redact: (object) => object });
    for (let version = 0; version < 1_000; version += 1) {
      writer.write(modified(version));
      if (version % 100 === 0) expect(await versionsIn(path)).toHaveLength(version + 1);
    }
    writer.close();
    writer.close();
    expect(await versionsIn(path)).toHaveLength(1_000);
  });

  test('a gzip file is small, and one that any gunzip reads', () => {
    const path = fresh('.gz');
    const writer = new RecordingWriter(path, { header: HEADER, redact: (object) => object });
    for (let version = 0; version < 1_000; version += 1) writer.write(modified(version));
    writer.close();
    expect(gunzipSync(readFileSync(path)).toString().split('\n')).toHaveLength(1_003);
    expect(statSync(path).size).toBeLessThan(40_000);
  });

  test('a gzip file cut off anywhere gives every line before the cut but the last, however slowly it is read', async () => {
    const path = fresh('.gz');
    const writer = new RecordingWriter(path, { header: HEADER, redact: (object) => object });
    const sizes: number[] = [];
    for (let version = 0; version < 400; version += 1) {
      writer.write({ ...modified(version), object: objectOf(version, { data: String(version).repeat(500) }) } as RecorderMessage);
      sizes.push(statSync(path).size);
    }
    writer.close();
    const whole = readFileSync(path);
    for (const cut of [sizes[0]!, sizes[123]!, sizes[123]! + 1, sizes[124]! - 1, sizes[398]!, sizes[399]!, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, cut));
      expect((await versionsIn(path, 1)).length).toBeGreaterThanOrEqual(sizes.filter((size) => size <= cut).length);
    }
  });

  test('objects are redacted before they are written', () => {
    const path = fresh();
    const writer = new RecordingWriter(path, { header: HEADER, redact: (object) => ({ ...object, data: 'hidden' }) });
    for (const message of ONE_OF_EACH)
      writer.write('object' in message ? { ...message, object: { ...message.object, data: 'canary' } } : message);
    writer.close();
    expect(readFileSync(path, 'utf8')).not.toContain('canary');
  });

  test('a file that exists is not written over unless asked for', () => {
    const path = fresh();
    write(path, []);
    expect(() => write(path, [])).toThrow(
      expect.objectContaining({ code: 'RECORDING_EXISTS', message: `recording ${path} exists already` }),
    );
    new RecordingWriter(path, { header: HEADER, redact: (object) => object, replace: true }).close();
  });

  test.each([['.ndjson'], ['.ndjson.gz']])('a %s file that may not grow any more ends with its last whole line', async (extension) => {
    const path = fresh(extension);
    const script = `
      import { randomBytes } from 'node:crypto';
      import { RecordingWriter } from ${JSON.stringify(new URL('recording-writer.ts', import.meta.url).href)};
      const writer = new RecordingWriter(${JSON.stringify(path)}, { header: ${JSON.stringify(HEADER)}, redact: (object) => object });
      const scope = ${JSON.stringify(SCOPE)};
      try {
        for (;;) writer.write({ kind: 'Bookmark', scope, resourceVersion: randomBytes(300).toString('hex'), receivedAt: ${AT} });
      } catch ({ code, message }) {
        writer.close();
        console.log(JSON.stringify({ code, message, lines: writer.lines }));
      }`;
    const node = [process.execPath, '--conditions=rectrace-source', '--input-type=module', '--eval', script];
    const { stdout, stderr } = spawnSync('bash', ['-c', 'ulimit -f 8; exec "$@"', 'bash', ...node], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const { code, message, lines } = JSON.parse(stdout) as { code: string; message: string; lines: number };
    expect({ code, message }).toEqual({
      code: 'RECORDING_NOT_WRITABLE',
      message: expect.stringMatching(
        /^recording .* cannot be written: EFBIG.*; raise the limit of a file \(ulimit -f\), or record to a \.gz$/,
      ),
    });
    expect(lines).toBeGreaterThan(5);
    const { messages, end } = await read(path);
    expect({ messages: messages.length, end: end?.kind }).toEqual({ messages: lines, end: 'open' });
  });

  test('a folder that cannot be written to is named', () => {
    expect(() => write('/proc/nowhere/x.ndjson', [])).toThrow(expect.objectContaining({ code: 'RECORDING_NOT_WRITABLE' }));
  });

  test('a full device is an error of its own', () => {
    const writer = () => new RecordingWriter('/dev/full', { header: HEADER, redact: (object) => object, replace: true });
    expect(writer).toThrow(expect.objectContaining({ code: 'RECORDING_NOT_WRITABLE', retryable: true }));
  });
});

describe('damage', () => {
  const header = '{"rectrace":"recording","version":2}';
  const good = '{"receivedAt":"2026-11-30T19:00:00.000Z","type":"BOOKMARK","scope":"pods@","resourceVersion":"5"}';

  test.each([
    { bad: '{"receivedAt":', reason: 'the line is not JSON' },
    { bad: '[]', reason: 'not a JSON object' },
    { bad: '{"type":"BOOKMARK","scope":"pods@","resourceVersion":"5"}', reason: 'receivedAt is no time' },
    { bad: good.replace('BOOKMARK', 'NONSENSE'), reason: 'type "NONSENSE" is not known' },
    { bad: good.replace('BOOKMARK', 'constructor'), reason: 'type "constructor" is not known' },
    { bad: good.replace('"type":"BOOKMARK",', ''), reason: 'type is missing' },
    { bad: good.replace('pods@', 'pods'), reason: 'scope is missing' },
    { bad: good.replace('BOOKMARK', 'ADDED'), reason: 'object: not a JSON object' },
    { bad: good.replace('BOOKMARK', 'VANISHED'), reason: 'ref is not an object reference' },
    { bad: good.replace('"5"', '5'), reason: 'resourceVersion is missing' },
    { bad: good.replace('BOOKMARK', 'ERROR'), reason: 'state of an error is not known' },
    { bad: '\0'.repeat(50), reason: 'the line is not JSON' },
  ])('$reason', async ({ bad, reason }) => {
    const path = fresh();
    writeFileSync(path, `${header}\n${good}\n\n${bad}\n${good}\n`);
    const { messages, end } = await read(path);
    expect(messages).toHaveLength(1);
    expect(end).toEqual({ kind: 'damaged', line: 4, offset: header.length + good.length + 3, reason });
  });

  test('bytes that are no UTF-8', async () => {
    const path = fresh();
    writeFileSync(path, Buffer.concat([Buffer.from(`${header}\n${good}\n`), Buffer.from([0x22, 0xff, 0x22, 0x0a])]));
    expect((await read(path)).end).toMatchObject({ kind: 'damaged', line: 3, reason: 'the line is not UTF-8' });
  });

  test('a last line without its end counts where it is whole, and is damage where it is not', async () => {
    const path = fresh();
    writeFileSync(path, `${header}\r\n${good}`);
    expect(await read(path)).toMatchObject({ messages: [{ kind: 'Bookmark' }], end: { kind: 'open', lines: 2 } });
    truncateSync(path, header.length + 40);
    expect(await read(path)).toMatchObject({
      messages: [],
      end: { kind: 'damaged', line: 2, offset: header.length + 2, reason: 'the last line is cut off' },
    });
  });

  test('a broken gzip ends at its last whole line', async () => {
    const path = fresh('.gz');
    const packed = Buffer.concat([gzipSync(`${header}\n${good}\n`), gzipSync(`${good}\n`.repeat(50))]);
    writeFileSync(path, packed.fill(0x55, packed.length - 20));
    const { messages, end } = await read(path);
    expect(messages.length).toBeGreaterThanOrEqual(1);
    expect(end).toMatchObject({ kind: 'damaged', line: messages.length + 2 });
  });

  test.each([
    { content: '', reason: 'is empty' },
    { content: '{"rectrace":"recording","version":3}\n', reason: ': recording version 3 is not known; this rectrace reads 1 and 2' },
    { content: '{"rectrace":"snapshot","version":1}\n', reason: ': this is a rectrace snapshot, not a recording' },
  ])('foreign: $content', async ({ content, reason }) => {
    const path = fresh();
    writeFileSync(path, content);
    const opened = await openRecording(path);
    expect(opened).toMatchObject({ kind: 'foreign' });
    expect(opened.kind === 'foreign' ? opened.reason : '').toContain(`recording ${path}`);
    expect(opened.kind === 'foreign' ? opened.reason : '').toContain(reason);
    await expect.poll(() => openFiles()).not.toContain(path);
  });

  test('a file that is missing is missing, a folder foreign, in one line', async () => {
    for (const [path, kind] of [
      [join(folder, 'nothing.ndjson'), 'missing'],
      [join(folder, 'nothing.ndjson.gz'), 'missing'],
      [folder, 'foreign'],
    ] as const) {
      const opened = await openRecording(path);
      expect(opened).toMatchObject({ kind, reason: expect.stringContaining(`recording ${path} cannot be read: `) });
    }
  });

  test.each([
    ['.gz', (bytes: Buffer) => bytes],
    ['.ndjson', (bytes: Buffer) => gzipSync(bytes)],
  ])('a file is unpacked where it is packed, whatever its name: %s', async (extension, content) => {
    const path = fresh(extension);
    const bytes = readFileSync(new URL('p1-deployment.ndjson', RECORDINGS));
    writeFileSync(path, content(bytes));
    const { messages, end } = await read(path);
    expect(messages.length).toBeGreaterThan(100);
    expect(end?.kind).toBe('complete');
    await expect.poll(() => openFiles()).not.toContain(path);
  });

  test('nothing may follow the end', async () => {
    const path = fresh();
    write(path, [modified(1)]);
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n${good}\n`);
    const { messages, end } = await read(path);
    expect(messages).toHaveLength(1);
    expect(end).toMatchObject({ kind: 'damaged', line: 5, reason: 'the line stands after the end of the recording' });
  });

  test('a gzip file of version 1 without an end is open, one with an end complete', async () => {
    const path = fresh('.gz');
    const packed = gzipSync(readFileSync(new URL('p1-deployment.ndjson', RECORDINGS)));
    writeFileSync(path, packed);
    const whole = await read(path);
    expect(whole.end?.kind).toBe('complete');
    writeFileSync(path, packed.subarray(0, -8));
    expect(await read(path)).toMatchObject({ messages: { length: whole.messages.length }, end: { kind: 'open' } });
  });

  test('a file that is no recording at all is damaged at its first line', async () => {
    const path = fresh();
    writeFileSync(path, 'apiVersion: v1\nkind: Pod\n');
    expect(await read(path)).toMatchObject({ header: { version: 1 }, messages: [], end: { kind: 'damaged', line: 1, offset: 0 } });
  });
});

describe('version 1', () => {
  const lines = (file: string) =>
    readFileSync(new URL(file, RECORDINGS), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  test.each(['a-create', 'b-scale-out', 'f0-create-stuck-pvc-unbound', 'i1-operator-upgrade-1.0.2-to-1.1.0-beta.9', 'p4-namespace-delete'])(
    '%s: every line is told once, first lists as lists',
    async (name) => {
      const { header, messages, end } = await read(new URL(`${name}.ndjson`, RECORDINGS).pathname);
      const expected = lines(`${name}.ndjson`);
      expect(header.version).toBe(1);
      expect(end).toEqual({ kind: 'complete', lines: expected.length });
      const told = messages.flatMap((message) => ('object' in message ? [message.object] : []));
      const initial = expected.filter((line) => line.initial === true).map((line) => line.object);
      const watched = expected.filter((line) => line.initial !== true && line.type !== 'BOOKMARK').map((line) => line.object);
      expect(told).toEqual([...initial, ...watched]);
      const count = (kind: string) => messages.filter((message) => message.kind === kind).length;
      const kinds = new Set(initial.map((object) => `${object.apiVersion}/${object.kind}`)).size;
      expect([count('ListBegin'), count('ListEnd'), count('Listed')]).toEqual([kinds, kinds, initial.length]);
      expect(count('Bookmark')).toBe(expected.filter((line) => line.type === 'BOOKMARK').length);
      expect(messages.at(-1)?.receivedAt).toBe(Date.parse(expected.at(-1).receivedAt));
    },
  );

  test('a list names its kind and no version older than an item', async () => {
    const { messages } = await read(new URL('b-scale-out.ndjson', RECORDINGS).pathname);
    const begin = messages.find((message) => message.kind === 'ListBegin' && message.scope.resource === 'pod');
    expect(begin).toMatchObject({ objectKind: 'Pod', scope: { group: '', resource: 'pod', namespace: '' } });
  });

  test('from standard input, in chunks that end anywhere', async () => {
    const bytes = readFileSync(new URL('p1-deployment.ndjson', RECORDINGS));
    const chunks = Array.from({ length: Math.ceil(bytes.length / 777) }, (_, index) => bytes.subarray(index * 777, index * 777 + 777));
    const piped = await read(Readable.from(chunks));
    expect(piped).toEqual(await read(new URL('p1-deployment.ndjson', RECORDINGS).pathname));
  });

  test('cut within the first list, the list has no end', async () => {
    const path = fresh();
    const text = readFileSync(new URL('b-scale-out.ndjson', RECORDINGS), 'utf8').split('\n').slice(0, 20).join('\n');
    writeFileSync(path, text.slice(0, -100));
    const { messages, end } = await read(path);
    expect(end).toMatchObject({ kind: 'damaged', line: 20, reason: 'the last line is cut off' });
    expect(messages.filter((message) => message.kind === 'Listed')).toHaveLength(19);
    expect(messages.some((message) => message.kind === 'ListEnd')).toBe(false);
  });

  test('written again as version 2 it says the same', async () => {
    const { messages } = await read(new URL('h-delete-policy-delete.ndjson', RECORDINGS).pathname);
    const path = fresh();
    write(path, messages);
    expect((await read(path)).messages).toEqual(messages);
  });
});
