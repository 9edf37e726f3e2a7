import type { LastWriter, RecordedSpan } from '@rectrace/history';
import { MemoryHistory } from '@rectrace/history';
import type { KubeObject } from '@rectrace/kube';
import type { RecorderMessage, RootTarget } from '@rectrace/trace';
import { builtinRules, Recorder } from '@rectrace/trace';
import { cycleLength } from '@rectrace/view';
import { expect, test } from 'vitest';
import { localStory } from './local-story.ts';
import { targetOf } from './recorder-setup.ts';
import type { RootStory } from './root-story.ts';

const WEB = { group: 'apps', kind: 'Deployment', namespace: 'plain', name: 'web' };
const TARGET = targetOf(WEB);
const WRITER = { owner: 'pid 4711', root: 'Deployment.apps/plain/web' };
const START = Date.UTC(2026, 10, 30, 19);
const scope = { group: 'apps', resource: 'deployments', namespace: 'plain' };
const NOTHING = { changes: [], members: [], cycles: [], withdrawn: [], gaps: [], positions: [], fence: 0 };
const same = (object: KubeObject): KubeObject => object;

function deployment(version: number, generation: number): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'plain', uid: 'u', resourceVersion: String(version), generation },
    spec: { replicas: generation },
    status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 },
  };
}

const MESSAGES: readonly RecorderMessage[] = [
  { kind: 'ListBegin', scope, objectKind: 'Deployment', resourceVersion: '5', requestedAt: START - 9_000, receivedAt: START - 9_000 },
  { kind: 'Listed', scope, object: deployment(5, 1), receivedAt: START - 9_000 },
  { kind: 'ListEnd', scope, resourceVersion: '5', receivedAt: START - 9_000 },
  { kind: 'Observed', type: 'Modified', scope, object: deployment(6, 2), by: 'watch', receivedAt: START },
];

function raise(): never {
  throw new Error('no cycle');
}

/** Records a root once more into a history. */
function recordInto(history: MemoryHistory, target: RootTarget): void {
  const recorder = new Recorder({ rules: builtinRules(), redact: same });
  history.commit({ ...recorder.addRoot(target), positions: [], fence: 0 });
  for (const message of MESSAGES) history.commit({ ...recorder.record(message), positions: [], fence: 0 });
  history.commit({ ...recorder.finish(), positions: [], fence: 0 });
}

function storyWith(writer: LastWriter | undefined, spans: readonly RecordedSpan[] = []): RootStory {
  const history = new MemoryHistory();
  recordInto(history, TARGET);
  history.commit({ ...NOTHING, spans });
  const story = localStory(TARGET, history, { rules: builtinRules(), redact: same, judge: undefined, now: START + 25_000, writer });
  if (story === undefined) throw new Error('no story');
  return story;
}

test.each<[string, LastWriter | undefined, string, string]>([
  ['runs', { ...WRITER, isRunning: true }, '25.0s+', 'recorded until now by a running rectrace (pid 4711)'],
  ['was killed', { ...WRITER, isRunning: false }, '?', 'last recorded 25s ago; what happened since is not in it'],
  [
    'follows something else',
    { owner: 'pid 1', root: 'Pod/plain/web', isRunning: true },
    '?',
    'last recorded 25s ago; what happened since is not in it',
  ],
])('what is open counts until the end of watching: a recorder that %s', (_what, writer, length, note) => {
  const { cycles, now, notes } = storyWith(writer);
  expect(cycles.map((cycle) => cycleLength(cycle, now)).at(-1)).toBe(length);
  expect(notes).toEqual([note]);
});

test.each<[string, LastWriter]>([
  ['nothing else', { ...WRITER, isRunning: false }],
  ['another root', { owner: 'pid 1', root: 'Pod/plain/web', isRunning: false }],
  ['another root that is still followed', { owner: 'pid 1', root: 'Pod/plain/web', isRunning: true }],
])('a time in which a root was not recorded is told as such, when later was followed: %s', (_what, writer) => {
  const recorded = (from: number, until: number): RecordedSpan => ({ root: TARGET.id, from: START + from, until: START + until });
  const other = { ...recorded(6_000, 24_000), root: 'Pod/plain/web' };
  const story = storyWith(writer, [recorded(-9_000, -5_000), recorded(-1_000, 4_000), other]);
  expect(cycleLength(story.cycles.at(-1) ?? raise(), story.now)).toBe('4.00s+');
  expect(story.unrecorded).toEqual([
    { from: START - 5_000, to: START - 1_000, told: 'caughtUp', changes: 0 },
    { from: START + 4_000, to: START + 25_000, told: 'nothing', changes: 0 },
  ]);
});

test('recordings with other expressions do not write into one another’s cycles; without the one asked for the last one is told', () => {
  const judgedBy = (text: string, kind: 'true' | 'false'): RootTarget =>
    targetOf(WEB, { text, by: '--expression', evaluate: () => ({ kind }) });
  const settled = judgedBy('true', 'true');
  const history = new MemoryHistory();
  for (const target of [settled, judgedBy('false', 'false')]) recordInto(history, target);
  const told = (target: RootTarget) =>
    localStory(target, history, { rules: builtinRules(), redact: same, judge: undefined, now: START, writer: undefined });
  const causes = (target: RootTarget) => told(target)?.cycles.map(({ cause, state }) => `${cause.kind} ${state}`);
  expect(causes(settled)).toEqual(['generation open']);
  expect(causes(judgedBy('false', 'false'))).toEqual(['inProgress open']);
  expect(told(TARGET)?.notes).toContain('its cycles are those of a recording with another --expression');
  expect(told(settled)?.notes).not.toContain('its cycles are those of a recording with another --expression');
});
