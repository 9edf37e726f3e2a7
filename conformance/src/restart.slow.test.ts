import { causeText } from '@rectrace/view';
import { describe, expect, it } from 'vitest';
import { readCases } from './case-files.ts';
import type { CaseMessage } from './case-message.ts';
import { telling } from './case-target.ts';
import { changeLine, cycleLine, summaryLines, treeText } from './outcome-lines.ts';
import { restartPlaces } from './resume.ts';
import type { History } from './tell-history.ts';
import { tellAcrossRestart, tellHistory } from './tell-history.ts';

/** What a restart may tell differently, and why. */
const OTHERWISE = new Map([
  ['B10-late-root', 'who waits for longer than ten seconds is found again instead of seen created'],
  ['epoch-restored', 'after a restart reflectors find the restored storage anew: epoch-restart'],
  ['epoch-same-version', 'the same'],
  ['epoch-back-to-life', 'the same'],
  ['epoch-root-back-to-life', 'the same'],
]);
const PLACES = 15;
const LONGEST = 1_100;

type Plain = Exclude<CaseMessage, { readonly kind: 'Trace' | 'Restart' }>;

function isPlain(message: CaseMessage): message is Plain {
  return message.kind !== 'Trace' && message.kind !== 'Restart';
}

function storyOf({ changes, cycles, view }: History): readonly string[] {
  return [
    ...changes.map((change) => `${changeLine(change)} ${change.resourceVersion}`),
    ...cycles.map((cycle) => `${cycleLine(cycle)} ${causeText(cycle.cause)}`),
    treeText(view.tree),
    `at first ${treeText(view.initialTree)}`,
    ...summaryLines(view),
    view.verdict?.kind ?? 'none',
  ];
}

const cases = readCases().filter(
  ({ id, messages }) => messages.every(isPlain) && messages.length > 1 && messages.length < LONGEST && !OTHERWISE.has(id),
);

describe('a restart in the middle changes nothing', () => {
  it.each(cases.map((scenario) => [scenario.id, scenario] as const))('%s', async (_id, scenario) => {
    const messages = scenario.messages.filter(isPlain);
    const wanted = storyOf(await tellHistory(messages, telling(scenario)));
    for (const place of restartPlaces(messages, Math.min(PLACES, messages.length - 1)))
      expect(storyOf(await tellAcrossRestart(messages, { place, ...telling(scenario) })), `after message ${place}`).toEqual(wanted);
  });
});
