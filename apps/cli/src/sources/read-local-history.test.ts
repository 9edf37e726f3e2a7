import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterConnection } from '@rectrace/cluster';
import { openRecording, openSqliteHistory, runRecording } from '@rectrace/history';
import type { KubeObject } from '@rectrace/kube';
import { builtinRules, Recorder } from '@rectrace/trace';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Invocation } from '../command-definition.ts';
import { localHistoryFile } from '../live/state-folder.ts';
import { sampleRecording } from '../testing/captured-run.ts';
import { localStory } from './local-story.ts';
import { readLocalHistory } from './read-local-history.ts';
import { targetOf } from './recorder-setup.ts';

const TARGET = targetOf({ group: 'apps', kind: 'Deployment', namespace: 'plain', name: 'web' });
const CLUSTER = {
  server: 'https://a',
  transport: { request: async () => ({ text: '{"metadata":{"name":"kube-system","uid":"c"}}' }) },
} as unknown as ClusterConnection;

let home: string;
let warned: string[];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rectrace-local-'));
  warned = [];
});
afterEach(() => rmSync(home, { recursive: true }));

function invocation(env: { readonly [name: string]: string } = { HOME: home }): Invocation {
  return { screen: { warn: (line: string) => warned.push(line) }, surroundings: { env } } as unknown as Invocation;
}

/** A history with a real recording in it; its file. */
async function kept(): Promise<string> {
  const path = localHistoryFile({ HOME: home }, 'c');
  mkdirSync(join(path, '..'), { recursive: true });
  const history = openSqliteHistory(path);
  const opened = await openRecording(sampleRecording('p1-deployment'));
  if (opened.kind !== 'recording') throw new Error(opened.reason);
  const recorder = new Recorder({ rules: builtinRules(), redact: (object) => object });
  recorder.addRoot(TARGET);
  const clock = { now: () => 0, after: () => new Promise<void>(() => undefined) };
  await runRecording({ messages: opened.messages, fold: recorder, writer: history, clock }).done;
  history.close();
  return path;
}

function read(): Promise<number | undefined> {
  return readLocalHistory(invocation(), CLUSTER, (reader, writer) => {
    const options = { rules: builtinRules(), redact: (object: KubeObject) => object, judge: undefined, now: 0, writer };
    return localStory(TARGET, reader, options)?.changes.length;
  });
}

function overwrite(path: string, { at, bytes }: { readonly at: number; readonly bytes: Buffer }): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

test('a sound history is read without a word', async () => {
  await kept();
  expect(await read()).toBeGreaterThan(100);
  expect(warned).toEqual([]);
});

test('no history and no place for one', async () => {
  expect(await read()).toBeUndefined();
  expect(warned).toEqual([]);
  expect(await readLocalHistory(invocation({}), CLUSTER, () => 1)).toBeUndefined();
  expect(warned).toEqual([expect.stringMatching(/^there is no state folder: .*; going on without the local history$/)]);
});

test('what is no database is said in one line, with what mends it', async () => {
  writeFileSync(await kept(), 'this is no database'.repeat(500));
  expect(await read()).toBeUndefined();
  expect(warned).toEqual([
    expect.stringMatching(
      /^history .* is damaged: .*the next watch or record of this cluster sets it aside.*; going on without the local history$/,
    ),
  ]);
});

test('a folder in its place is said in one line', async () => {
  const path = localHistoryFile({ HOME: home }, 'c');
  mkdirSync(path, { recursive: true });
  expect(await read()).toBeUndefined();
  expect(warned).toHaveLength(1);
});

test.each(Array.from({ length: 24 }, (_, part) => part))(
  'damage in part %i of 24 of the file never fails the command and is said at most once',
  async (part) => {
    const path = await kept();
    const sound = await read();
    const { size } = statSync(path);
    overwrite(path, { at: Math.floor((size * part) / 24), bytes: Buffer.alloc(Math.ceil(size / 24), `damage ${part} `) });
    const found = await read();
    expect(warned.length).toBeLessThanOrEqual(1);
    if (warned.length === 0) expect(found).toBe(sound);
  },
);
