import { expect, test } from 'vitest';
import { changeSays } from './change-row.ts';
import { SAMPLE_STATES, sampleChange, sampleRef } from './testing/sample-objects.ts';

const POD = sampleRef('Pod', 'web-0');

test.each([
  ['seen as it went', {}, 'deleted'],
  ['learnt late', { certainty: 'recovered' }, 'deleted [recovered]'],
  ['gone by the time that is shown', { certainty: 'recovered', noLater: true }, 'deleted [recovered, then or before]'],
  ['that nobody saw', { certainty: 'inferred', noLater: true }, 'deleted (nobody saw when: gone at the next list) [inferred]'],
  ['gone no earlier than that', { certainty: 'recovered', noEarlier: true }, 'deleted [recovered, then or later]'],
] as const)('a deletion %s', (_title, fields, text) => {
  expect(changeSays(sampleChange(POD, 1_000, { type: 'Deletion', ...fields }), { states: SAMPLE_STATES })).toBe(text);
});
