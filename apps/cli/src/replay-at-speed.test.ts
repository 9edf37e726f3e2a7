import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureRun } from './testing/captured-run.ts';

let folder: string;
let file: string;

const metadata = { name: 'w', namespace: 'plain', uid: 'u-w', generation: 1 };
const widget = (version: number, size: number): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { ...metadata, resourceVersion: String(version) },
  spec: { size },
});

function event(
  version: number,
  { name, time, message }: { readonly name: string; readonly time: string; readonly message: string },
): object {
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace: 'plain', uid: `u-${name}`, resourceVersion: String(version) },
    involvedObject: { apiVersion: 'example.com/v1', kind: 'Widget', namespace: 'plain', name: 'w', uid: 'u-w' },
    type: 'Normal',
    reason: 'Said',
    message,
    count: 1,
    firstTimestamp: time,
    lastTimestamp: time,
  };
}

const at = (second: number): string => `2026-11-30T19:00:0${second}.000Z`;
const LINES: readonly object[] = [
  { receivedAt: at(1), type: 'ADDED', initial: true, object: widget(5, 1) },
  {
    receivedAt: at(1),
    type: 'ADDED',
    initial: true,
    object: event(4, { name: 'e1', time: '2026-11-30T18:00:00Z', message: 'an hour ago' }),
  },
  { receivedAt: at(2), type: 'MODIFIED', object: widget(6, 2) },
  { receivedAt: at(3), type: 'ADDED', object: event(7, { name: 'e2', time: '2026-11-30T19:00:03Z', message: 'just now' }) },
];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-replay-'));
  file = join(folder, 'run.ndjson');
  writeFileSync(file, `${LINES.map((line) => JSON.stringify(line)).join('\n')}\n`);
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['at once', []],
  ['as time passed', ['--speed', '1000']],
])('a replay %s tells no Events from before the recording, and says so', async (_how, flags) => {
  const { code, stdout, stderr } = await captureRun(['replay', file, '--root', 'Widget/w', ...flags]);
  expect(code).toBe(0);
  expect(stdout).toContain('just now');
  expect(stdout).not.toContain('an hour ago');
  expect(stderr).toContain('not shown: 1 object there at the start, 1 Event from before');
});
