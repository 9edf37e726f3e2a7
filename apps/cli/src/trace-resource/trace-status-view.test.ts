import type { KubeObject } from '@rectrace/kube';
import type { TraceChange, TraceStatus } from '@rectrace/trace-api';
import { createTimeFormat, textWidth } from '@rectrace/view';
import { expect, test } from 'vitest';
import { changesOfStatus, cycleText, problemLines, summaryOf, targetText, treeNamesOf } from './trace-status-view.ts';

const time = createTimeFormat('UTC');
const POD = { apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: 'web-7d4b9c8f6d-abcde', uid: 'u' };
const CHANGE: TraceChange = {
  objectReference: POD,
  changeType: 'Event',
  eventAttributes: { name: 'e', type: 'Warning', reason: 'FailedScheduling' },
  revision: 7,
  timestamp: '2026-11-30T19:26:34Z',
  description: 'no node has room for it, and none will have any before another pod goes',
};

function trace(status: Partial<TraceStatus>, spec: object = {}): KubeObject {
  return {
    apiVersion: 'trace.kubeblocks.io/v1',
    kind: 'ReconciliationTrace',
    metadata: { name: 'web', namespace: 'shop' },
    spec,
    status,
  } as unknown as KubeObject;
}

const STATE = trace({ currentState: { summary: { objectSummaries: [] }, changes: [CHANGE] } });

test('a change is one line where there is room, and its text below it where there is not', () => {
  const shown = (width: number | undefined): readonly string[] =>
    changesOfStatus(STATE, { time, width }).flatMap(({ lines }) => lines.map((line) => line.map(({ text }) => text).join('')));
  expect(shown(undefined)).toEqual([`19:26:34 ! Pod/web-7d4b9c8f6d-abcde          ${CHANGE.description}`]);
  const narrow = shown(40);
  expect(narrow.every((line) => textWidth(line) <= 40)).toBe(true);
  expect(narrow[0]).toBe('19:26:34 ! Pod/web-7d4b9c8f6d-abcde');
  expect(
    narrow
      .slice(1)
      .map((line) => line.trim())
      .join(' '),
  ).toBe(CHANGE.description);
});

test('a trace without a status shows nothing but its target', () => {
  const empty = trace({}, { targetObject: { apiVersion: 'apps/v1', kind: 'Deployment' } });
  expect(targetText(empty)).toBe('Deployment shop/web');
  expect([problemLines(empty), cycleText(empty), summaryOf(empty), treeNamesOf(empty, 9)]).toEqual([[], undefined, [], []]);
});

test('problems, the cycle, the summary and the tree are told as they stand', () => {
  const condition = { observedGeneration: 1, lastTransitionTime: '2026-11-30T19:26:34Z' };
  const pod = { primary: POD };
  const shown = trace({
    conditions: [
      { ...condition, type: 'StatusTruncated', status: 'False', reason: 'Complete', message: '' },
      { ...condition, type: 'TargetFound', status: 'False', reason: 'Deleted', message: 'it was deleted' },
    ],
    cycle: { number: 3, state: 'Open', startTime: 's', cause: { kind: 'generation', text: 'generation 1→2', objectReference: POD } },
    currentState: {
      summary: { objectSummaries: [{ objectType: { apiVersion: 'v1', kind: 'Pod' }, total: 2, changeSummary: { added: 1 } }] },
      objectTree: { primary: { ...POD, kind: 'ReplicaSet', name: 'web' }, secondaries: [pod, pod] },
      changes: [],
    },
  });
  expect(problemLines(shown)).toEqual(['TargetFound False (Deleted): it was deleted']);
  expect(cycleText(shown)).toBe('cycle 3, open since s: generation 1→2');
  expect(summaryOf(shown)).toEqual([{ apiVersion: 'v1', kind: 'Pod', total: 2, added: 1, updated: 0, deleted: 0 }]);
  const texts = treeNamesOf(shown, 2).map((line) => line.map(({ text }) => text).join(''));
  expect(texts).toEqual(['ReplicaSet/web', '  Pod/web-7d4b9c8f6d-abcde', '…']);
});
