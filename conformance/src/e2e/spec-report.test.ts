import { expect, test } from 'vitest';
import { outcomesIn } from './spec-report.ts';
import { formatTally, tallyOf } from './spec-tally.ts';

function spec(text: string, state: string, message?: string): object {
  return {
    ContainerHierarchyTexts: ['[sig-x] Things', ''],
    LeafNodeType: 'It',
    LeafNodeText: text,
    State: state,
    RunTime: 1_234_567_890,
    ...(message === undefined ? {} : { Failure: { Message: message } }),
  };
}

function reportOf(...specs: readonly object[]): string {
  return JSON.stringify([{ SpecReports: specs }]);
}

test('specs that were asked for and ran are told; those that an interruption left out are not', () => {
  const names = ['fly', 'swim', 'sink', 'wait', 'halt'].map((text) => `[sig-x] Things ${text}`);
  const report = reportOf(
    { ...spec('', 'passed'), LeafNodeType: 'BeforeSuite' },
    spec('fly', 'passed'),
    spec('swim', 'failed', 'too cold'),
    spec('sink', 'skipped', 'needs a sea'),
    spec('wait', 'skipped'),
    spec('halt', 'skipped', 'Interrupted by User'),
    spec('other', 'passed'),
  );
  const outcomes = outcomesIn(report, names);
  expect(outcomes).toEqual([
    { name: '[sig-x] Things fly', state: 'passed', seconds: 1.23, reason: '' },
    { name: '[sig-x] Things swim', state: 'failed', seconds: 1.23, reason: 'too cold' },
    { name: '[sig-x] Things sink', state: 'skipped', seconds: 1.23, reason: 'needs a sea' },
  ]);
  expect(formatTally(tallyOf(outcomes))).toBe(
    'failed: [sig-x] Things swim\n    too cold\nskipped: [sig-x] Things sink\n    needs a sea\n1 passed, 2 failed\n',
  );
});

test('a program that ran no specs has no outcomes', () => {
  expect(outcomesIn('[{"SpecReports":null}]', ['a'])).toEqual([]);
});
