import { expect, test } from 'vitest';
import { CommitBatch } from './commit-batch.ts';
import { memberOf, sampleChange, sampleGap } from './testing/sample-changes.ts';

test('what one message leads to fits into a commit however much it is', () => {
  const many = <T>(one: T): readonly T[] => Array.from({ length: 200_000 }, () => one);
  const batch = new CommitBatch();
  batch.add({
    changes: many(sampleChange({ uid: 'a', version: 1 })),
    members: many(memberOf('Pod/plain/a', 'a')),
    gaps: many(sampleGap('g', { at: 5 })),
    cycles: [],
    withdrawn: [],
    wants: [],
    signals: [],
  });
  const commit = batch.take({ positions: [], fence: 1 });
  expect([commit?.changes.length, commit?.members.length, commit?.gaps.length]).toEqual([200_000, 200_000, 200_000]);
});
