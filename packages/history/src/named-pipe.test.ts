// A pipe that nobody opens at its other end is refused at once; one that the shell opened is read.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTextFile } from './named-pipe.ts';
import { openRecording } from './recording/open-recording.ts';
import { RecordingWriter } from './recording/recording-writer.ts';

const HEADER = { cluster: '', server: '', rules: [], redaction: '', roots: [] };
const REFUSED = 'it is a named pipe, whose other end may never be opened; name a file';

let folder = '';
let pipe = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-pipe-'));
  pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a file is read, a named pipe is not waited for', () => {
  writeFileSync(join(folder, 'text'), 'text');
  expect(readTextFile(join(folder, 'text'))).toBe('text');
  expect(() => readTextFile(pipe)).toThrow(REFUSED);
  expect(() => readTextFile(join(folder, 'nothing'))).toThrow('ENOENT');
});

test('a pipe of the shell is read to its end', () => {
  const script = `import { readTextFile } from ${JSON.stringify(new URL('named-pipe.ts', import.meta.url).href)};
    process.stdout.write(readTextFile(process.argv[1]));`;
  const node = [process.execPath, '--conditions=rectrace-source', '--input-type=module', '--eval', script];
  const line = '"$@" <(sleep 0.2; echo rules)';
  expect(execFileSync('bash', ['-c', line, 'bash', ...node], { encoding: 'utf8', timeout: 20_000 })).toBe('rules\n');
});

test('a recording is neither written to a named pipe nor read from one', async () => {
  expect(() => new RecordingWriter(pipe, { header: HEADER, redact: (object) => object, replace: true })).toThrow(
    expect.objectContaining({ code: 'RECORDING_NOT_WRITABLE', message: `recording ${pipe} cannot be written: ${REFUSED}` }),
  );
  expect(await openRecording(pipe)).toMatchObject({ kind: 'unreadable', reason: expect.stringContaining(REFUSED) });
});
