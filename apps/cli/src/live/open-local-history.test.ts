// A state folder that can't be used is said loudly and stops no recording.

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ClusterConnection } from '@rectrace/cluster';
import { HistoryError, lastWriter, openSqliteHistory } from '@rectrace/history';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Invocation } from '../command-definition.ts';
import { Flags } from '../flags.ts';
import { Progress } from '../printers/progress.ts';
import { Screen } from '../printers/screen.ts';
import type { Surroundings } from '../surroundings.ts';
import type { LocalHistory } from './open-local-history.ts';
import { openLocalHistory, withLocalHistory } from './open-local-history.ts';
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

function invocationIn(state: string): { readonly invocation: Invocation; readonly cluster: ClusterConnection } {
  const output = { write: note, isTerminal: false, columns: undefined };
  const clock = { now: () => 0, elapsed: () => 0, after: () => Promise.resolve() };
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
    nextTurn: () => Promise.resolve(),
    random: () => 0,
    randomBytes: (count) => new Uint8Array(count),
    timeZone: 'UTC',
    interruption,
    signal: interruption.signal,
    demoFile: '',
  };
  const screen = new Screen({ stdout: output, stderr: output, env, colour: 'never', headers: true });
  const invocation: Invocation = { args: [], flags: new Flags({}), surroundings, screen, progress: new Progress(output, clock) };
  const answer = { code: 200, headers: {}, text: JSON.stringify({ metadata: { name: 'kube-system', uid: UID } }) };
  const cluster = { server: 'https://a', transport: { request: async () => answer } } as unknown as ClusterConnection;
  return { invocation, cluster };
}

async function open(state: string): Promise<LocalHistory> {
  const { invocation, cluster } = invocationIn(state);
  return openLocalHistory({ cluster, root: 'Pod/plain/p' }, invocation);
}

const NOTHING = { changes: [], members: [], cycles: [], withdrawn: [], gaps: [], positions: [], fence: 0 };

test('a usable folder gets a file for the cluster', async () => {
  const { file, writer } = await open(folder);
  expect(lastWriter(localHistoryFile({ XDG_STATE_HOME: folder }, UID))).toEqual({
    owner: 'pid 4711',
    root: 'Pod/plain/p',
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
  writer.commit({ ...NOTHING, positions: [{ scope: 'pods@', resourceVersion: '1', epoch: 0 }] });
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

test('damage that shows only when it is read: the file is opened anew without it, and recording begins', async () => {
  const first = await open(folder);
  first.writer.commit({ ...NOTHING, gaps: [{ kind: 'gap', id: 'g', scope: 'pods@', from: '1', to: '2', reason: '', receivedAt: 0 }] });
  first.writer.close();
  const path = localHistoryFile({ XDG_STATE_HOME: folder }, UID);
  const db = new DatabaseSync(path);
  db.exec('UPDATE gap SET data = \'{"kind":\'');
  db.close();
  const { invocation, cluster } = invocationIn(folder);
  const begun: (string | undefined)[] = [];
  await withLocalHistory(invocation, { cluster, root: 'Pod/plain/q' }, async ({ reader, writer, file }) => {
    begun.push(file);
    reader.gaps();
    writer.close();
  });
  expect(begun).toEqual([path, path]);
  expect(stderr).toMatch(/^warning: history .* is damaged: .*; moved to .*damaged-1; .*\n$/);
});

test('damage that opening anew does not mend: memory, and why', async () => {
  const { invocation, cluster } = invocationIn(folder);
  const files = await withLocalHistory(invocation, { cluster, root: 'Pod/plain/q' }, async ({ file }) => {
    if (file !== undefined) throw new HistoryError('history h is damaged: here', { code: 'HISTORY_DAMAGED' });
    return 'begun';
  });
  expect(files).toBe('begun');
  expect(stderr).toBe('warning: history h is damaged: here; what is recorded stays in memory and is lost when this ends\n');
});

test('a recording is kept by its own file, whoever writes the history', async () => {
  const { invocation, cluster } = invocationIn('/proc');
  await openLocalHistory({ cluster, root: 'root', isWritten: true }, invocation);
  expect(stderr).toMatch(/; it is recorded into its file alone\n$/);
});

test.skipIf(!existsSync('/proc/self'))('a state folder below one that takes no folders leaves the recording in memory', async () => {
  const { invocation, cluster } = invocationIn('/proc');
  expect(await openLocalHistory({ cluster, root: 'root' }, invocation)).toMatchObject({ file: undefined });
  expect(stderr).toMatch(
    /^warning: the local history cannot be written: ENOENT.*\/proc\/rectrace.*; what is recorded stays in memory.*\n$/,
  );
});
