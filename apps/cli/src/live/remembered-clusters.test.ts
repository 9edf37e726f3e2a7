import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { historiesAt, rememberCluster } from './remembered-clusters.ts';
import { localHistoryFile, makeFolderOf } from './state-folder.ts';

let env: { readonly XDG_STATE_HOME: string };

beforeEach(() => {
  env = { XDG_STATE_HOME: mkdtempSync(join(tmpdir(), 'rectrace-clusters-')) };
});
afterEach(() => rmSync(env.XDG_STATE_HOME, { recursive: true }));

function remembered(cluster: string, server: string): string {
  const file = localHistoryFile(env, cluster);
  makeFolderOf(file);
  rememberCluster(file, server);
  return file;
}

test('a history is found by the address its cluster was last at', () => {
  const [moved, other] = [remembered('a', 'https://one'), remembered('b', 'https://two')];
  remembered('a', 'https://three');
  expect(historiesAt(env, 'https://one')).toEqual([]);
  expect(historiesAt(env, 'https://two')).toEqual([other]);
  expect(historiesAt(env, 'https://three')).toEqual([moved]);
});

test('two clusters that were at one address are both told', () => {
  expect([remembered('a', 'https://one'), remembered('b', 'https://one')]).toEqual(historiesAt(env, 'https://one'));
});

test('no folder yet, a history of unknown address and a file that is no JSON are no match', () => {
  expect(historiesAt(env, 'https://one')).toEqual([]);
  const file = remembered('a', 'https://one');
  writeFileSync(join(file, '..', 'cluster.json'), '{');
  mkdirSync(join(file, '..', '..', 'b'));
  expect(historiesAt(env, 'https://one')).toEqual([]);
});
