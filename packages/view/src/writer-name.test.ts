import { expect, test } from 'vitest';
import { writerName } from './writer-name.ts';

test.each([
  ['kubectl-set', 'kubectl-set'],
  ['KubeBlocks unknown (linux', 'KubeBlocks unknown'],
  ['tool (v1)', 'tool (v1)'],
  ['(odd', '(odd'],
])('%s is called %s', (manager, name) => {
  expect(writerName(manager)).toBe(name);
});
