import { expect, test } from 'vitest';
import { localHistoryFile, stateFolder } from './state-folder.ts';

test('the state folder is XDG_STATE_HOME, else below HOME, else nothing that could be guessed', () => {
  expect(stateFolder({ XDG_STATE_HOME: '/s', HOME: '/h' })).toBe('/s/rectrace');
  expect(stateFolder({ HOME: '/h' })).toBe('/h/.local/state/rectrace');
  expect(() => stateFolder({})).toThrow(/neither XDG_STATE_HOME nor HOME is set/);
});

test('a cluster uid can not lead out of the state folder', () => {
  expect(localHistoryFile({ HOME: '/h' }, '../../etc')).toBe('/h/.local/state/rectrace/______etc/history.db');
});
