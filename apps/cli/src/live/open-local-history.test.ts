// A state folder that can't be used is said loudly and stops no recording.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterConnection } from '@rectrace/cluster';
import { lastWriter, openSqliteHistory } from '@rectrace/history';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Invocation } from '../command-definition.ts';
import { Flags } from '../flags.ts';
import { Progress } from '../printers/progress.ts';
import { Screen } from '../printers/screen.ts';
import type { Surroundings } from '../surroundings.ts';
import type { LocalHistory } from './open-local-history.ts';
import { openLocalHistory } from './open-local-history.ts';
import { localHistoryFile } from './state-folder.ts';

const UID = 'cluster-1';

let folder: string;
let stderr: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-history-'));
  stderr = '';
});
afterEach(() => rmSync(folder, { recursive: true }));

function note(text: string): void {
  stderr += text;
}

async function open(state: string): Promise<LocalHistory> {
  const output = { write: note, isTerminal: false, columns: undefined };
  const clock = { now: () => 0, after: () => Promise.resolve() };
  const env = { XDG_STATE_HOME: state };
  const interruption = new AbortController();
  const surroundings: Surroundings = {
    args: [],
    program: 'rectrace',
    env,
    processId: 4711,
    stdin: { isTerminal: false, readLine: async () => undefined },
    stdout: output,
    stderr: output,
    clock,
    random: () => 0,
    randomBytes: (count) => new Uint8Array(count),
    timeZone: 'UTC',
    interruption,
    signal: interruption.signal,
    demoFile: '',
  };
  const screen = new Screen({ stdout: output, stderr: output, env, colour: 'never', headers: true });
  const invocation: Invocation = { args: [], flags: new Flags({}), surroundings, screen, progress: new Progress(output, clock) };
  const answer = { code: 200, headers: {}, text: JSON.stringify({ metadata: { uid: UID } }) };
  const cluster = { server: 'https://a', transport: { request: async () => answer } } as unknown as ClusterConnection;
  return openLocalHistory({ cluster, root: 'Pod/plain/p' }, invocation);
}

test('a usable folder gets a file for the cluster', async () => {
  const { file, writer } = await open(folder);
  expect(lastWriter(localHistoryFile({ XDG_STATE_HOME: folder }, UID))).toEqual({
    owner: 'pid 4711, follows Pod/plain/p',
    isRunning: true,
  });
  expect({ file, stderr }).toEqual({ file: localHistoryFile({ XDG_STATE_HOME: folder }, UID), stderr: '' });
  writer.close();
});

test('a file where the folder should be: memory, and why', async () => {
  const state = join(folder, 'state');
  writeFileSync(state, 'in the way');
  const { file, writer, reader } = await open(state);
  expect(file).toBeUndefined();
  expect(stderr).toMatch(/^warning: .*(ENOTDIR|EEXIST).*; what is recorded stays in memory and is lost when this ends\n$/);
  writer.commit({
    changes: [],
    members: [],
    cycles: [],
    withdrawn: [],
    gaps: [],
    positions: [{ scope: 'pods@', resourceVersion: '1', epoch: 0 }],
    fence: 0,
  });
  expect(reader.positions()).toHaveLength(1);
});

test('a history that another process writes: memory, and whose it is', async () => {
  const path = localHistoryFile({ XDG_STATE_HOME: folder }, UID);
  mkdirSync(join(path, '..'), { recursive: true });
  const other = openSqliteHistory(path, { owner: 'pid 1' });
  const { file } = await open(folder);
  expect(file).toBeUndefined();
  expect(stderr).toMatch(/in use by another rectrace process \(pid 1\); what is recorded stays in memory/);
  other.close();
});

test('a damaged history is set aside, with what was done about it', async () => {
  const path = localHistoryFile({ XDG_STATE_HOME: folder }, UID);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'this is no database, and long enough to be taken for one by its size alone'.repeat(50));
  const { file, writer } = await open(folder);
  expect(file).toBe(path);
  expect(stderr).toMatch(/^warning: history .* is damaged: .*; moved to .*\n$/);
  writer.close();
});
