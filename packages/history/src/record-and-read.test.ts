// Real recordings through recorder, loop and store: a file gives back what memory gives back, and the same messages again add nothing.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@rectrace/kube';
import { builtinRules, Recorder, type RootTarget } from '@rectrace/trace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { History } from './fallback-history.ts';
import { MemoryHistory } from './memory-history.ts';
import { openRecording } from './recording/open-recording.ts';
import { runRecording } from './run-recording.ts';
import { openSqliteHistory, readSqliteHistory } from './sqlite/sqlite-history.ts';

const RECORDINGS = new URL('../../trace/testdata/recordings/', import.meta.url);

/** No timer rings: batches are committed by their size and at the end. */
const STANDING: Clock = {
  now: () => 0,
  after: (_ms, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-record-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function record(name: string, { target, history }: { readonly target: RootTarget; readonly history: History }): Promise<void> {
  const opened = await openRecording(new URL(`${name}.ndjson`, RECORDINGS).pathname);
  if (opened.kind !== 'recording') throw new Error(opened.reason);
  const recorder = new Recorder({ rules: builtinRules(), redact: (object) => object, waitingBytes: Number.POSITIVE_INFINITY });
  recorder.addRoot(target);
  await runRecording({ messages: opened.messages, fold: recorder, writer: history, clock: STANDING, batch: { ms: 50, messages: 37 } }).done;
  expect(opened.end()?.kind).toBe('complete');
}

describe.each([
  {
    name: 'p1-deployment',
    target: { id: 'Deployment.apps/plain/web', group: 'apps', objectKind: 'Deployment', namespace: 'plain', name: 'web' },
  },
  {
    name: 'h-delete-policy-delete',
    target: { id: 'cart', group: 'apps.kubeblocks.io', objectKind: 'Cluster', namespace: 'shop', name: 'cart-cache' },
  },
])('$name', ({ name, target }) => {
  test('file and memory give back the same', { timeout: 60_000 }, async () => {
    const memory = new MemoryHistory();
    const path = join(folder, `${name}.db`);
    const file = openSqliteHistory(path);
    await record(name, { target, history: memory });
    await record(name, { target, history: file });
    file.close();
    const reader = readSqliteHistory(path);
    const expected = [...memory.changes({ root: target.id })];
    expect(expected.length).toBeGreaterThan(100);
    expect([...reader.changes({ root: target.id })]).toEqual(expected);
    expect(reader.cycles(target.id)).toEqual(memory.cycles(target.id));
    expect(reader.members(target.id)).toEqual(memory.members(target.id));
    expect(reader.positions()).toEqual(memory.positions());
    reader.close();
  });

  test('recorded twice it is recorded once', { timeout: 60_000 }, async () => {
    const history = new MemoryHistory();
    await record(name, { target, history });
    const once = [...history.changes({})];
    await record(name, { target, history });
    expect([...history.changes({})]).toEqual(once);
  });
});
