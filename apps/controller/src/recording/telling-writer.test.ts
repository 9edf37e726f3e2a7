import { MemoryHistory } from '@rectrace/history';
import { expect, test } from 'vitest';
import { tellingWriter } from './telling-writer.ts';

const EMPTY = {
  changes: [],
  members: [],
  cycles: [],
  withdrawn: [],
  gaps: [],
  positions: [{ scope: 'pods@', resourceVersion: '3', epoch: 0 }],
};

test('a commit is told once it is stored', () => {
  const history = new MemoryHistory();
  const told: number[] = [];
  tellingWriter(history, () => told.push(history.positions().length)).commit({ ...EMPTY, fence: 2 });
  expect(told).toEqual([1]);
});

test('a commit that the history refuses is not told', () => {
  const history = new MemoryHistory();
  history.commit({ ...EMPTY, fence: 2 });
  const told: unknown[] = [];
  const writer = tellingWriter(history, (commit) => told.push(commit));
  expect(() => writer.commit({ ...EMPTY, fence: 1 })).toThrow(expect.objectContaining({ code: 'HISTORY_FENCED' }));
  expect(told).toEqual([]);
});
