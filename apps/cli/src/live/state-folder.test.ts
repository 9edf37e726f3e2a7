import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localHistoryFile, redactionKey, stateFolder } from './state-folder.ts';

test('the state folder is XDG_STATE_HOME, else below HOME, else nothing that could be guessed', () => {
  expect(stateFolder({ XDG_STATE_HOME: '/s', HOME: '/h' })).toBe('/s/rectrace');
  expect(stateFolder({ HOME: '/h' })).toBe('/h/.local/state/rectrace');
  expect(() => stateFolder({})).toThrow(/neither XDG_STATE_HOME nor HOME is set/);
});

test('a cluster uid can not lead out of the state folder', () => {
  expect(localHistoryFile({ HOME: '/h' }, '../../etc')).toBe('/h/.local/state/rectrace/______etc/history.db');
});

test('the key of an installation is made once and stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rectrace-key-'));
  const first = redactionKey(folder, (count) => new Uint8Array(count).fill(7));
  const second = redactionKey(folder, (count) => new Uint8Array(count).fill(8));
  expect(Buffer.from(second)).toEqual(Buffer.from(first));
  writeFileSync(join(folder, 'redaction.key'), 'short');
  expect(() => redactionKey(folder, (count) => new Uint8Array(count))).toThrow(/is no key: it has 5 bytes/);
  rmSync(folder, { recursive: true });
});
