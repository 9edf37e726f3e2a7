import type { RetentionLimits } from '@rectrace/history';
import { MemoryHistory } from '@rectrace/history';
import type { KubeObject } from '@rectrace/kube';
import type { Change, RecorderMessage } from '@rectrace/trace';
import { builtinRules, Recorder } from '@rectrace/trace';
import { describe, expect, test } from 'vitest';
import { targetOf } from '../sources/recorder-setup.ts';
import { LaterHistory } from './later-history.ts';

const TARGET = targetOf({ group: 'apps', kind: 'Deployment', namespace: 'plain', name: 'web' });
const START = Date.UTC(2026, 10, 30, 19);
const DEPLOYMENTS = { group: 'apps', resource: 'deployments', namespace: 'plain' };
const EVENTS = { group: '', resource: 'events', namespace: 'plain' };
const FIRST = 5;
const SECOND_MS = 1_000;
const BEGUN = START + FIRST * SECOND_MS;
const same = (object: KubeObject): KubeObject => object;
const at = (version: number): number => START + version * SECOND_MS;

/** At version 5 + 10 n it is asked for a generation more, at 6 + 10 n it has it. */
function deployment(version: number): KubeObject {
  const generation = 1 + Math.floor((version - FIRST) / 10);
  const observedGeneration = version % 10 === FIRST && version > FIRST ? generation - 1 : generation;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'plain', uid: 'u', resourceVersion: String(version), generation },
    spec: { replicas: generation },
    status: { observedGeneration, ...replicas(observedGeneration) },
  };
}

function replicas(all: number): Record<string, number> {
  return { replicas: all, updatedReplicas: all, readyReplicas: all, availableReplicas: all };
}

function eventAbout(version: number): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `web.${version}`, namespace: 'plain', uid: `event-${version}`, resourceVersion: String(version) },
    involvedObject: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'plain', name: 'web', uid: 'u' },
    reason: 'ScalingReplicaSet',
    message: `scaled at ${version}`,
    count: 1,
    lastTimestamp: new Date(at(version)).toISOString(),
  };
}

/** Two scalings with an Event of each, one Event from before; each cycle holds its end before the next begins. */
const CHANGED = [15, 16, 25, 26];
const TOLD = [4, 17, 27];
const OBSERVED: readonly RecorderMessage[] = [
  ...CHANGED.map((version): RecorderMessage => watched(DEPLOYMENTS, deployment(version))),
  ...TOLD.slice(1).map((version): RecorderMessage => watched(EVENTS, eventAbout(version))),
].sort((left, right) => left.receivedAt - right.receivedAt);

function watched(scope: typeof EVENTS, object: KubeObject): RecorderMessage {
  return { kind: 'Observed', type: 'Modified', scope, object, by: 'watch', receivedAt: at(Number(object.metadata.resourceVersion)) };
}

function listed(
  scope: typeof EVENTS,
  list: { readonly objects: readonly KubeObject[]; readonly version: number; readonly receivedAt: number },
) {
  const { objects, version, receivedAt } = list;
  const resourceVersion = String(version);
  const objectKind = scope === EVENTS ? 'Event' : 'Deployment';
  return [
    { kind: 'ListBegin', scope, objectKind, resourceVersion, requestedAt: receivedAt, receivedAt },
    ...objects.map((object): RecorderMessage => ({ kind: 'Listed', scope, object, receivedAt })),
    { kind: 'ListEnd', scope, resourceVersion, receivedAt },
  ] satisfies RecorderMessage[];
}

/** All that stands at a version, listed as a recording does at its start. */
function standing(version: number, receivedAt: number): readonly RecorderMessage[] {
  const newest = CHANGED.findLast((changed) => changed <= version) ?? FIRST;
  const events = TOLD.filter((told) => told <= version).map(eventAbout);
  return [
    ...listed(DEPLOYMENTS, { objects: [deployment(newest)], version, receivedAt }),
    ...listed(EVENTS, { objects: events, version, receivedAt }),
  ];
}

/** Recorded from version 5 up to another. */
function recordedTo(version: number, limits: RetentionLimits = {}): MemoryHistory {
  const history = new MemoryHistory({ limits });
  const recorder = new Recorder({ rules: builtinRules(), redact: same });
  history.commit({ ...recorder.addRoot(TARGET), positions: [], fence: 0 });
  const watch = OBSERVED.filter(({ receivedAt }) => receivedAt <= at(version));
  for (const message of [...standing(FIRST, BEGUN), ...watch]) history.commit({ ...recorder.record(message), positions: [], fence: 0 });
  return history;
}

/** Goes on after a version as a catch-up does: what stood there is listed again, the watch brings the rest. */
function caughtUp(history: MemoryHistory, version: number): LaterHistory {
  const later = new LaterHistory(history, TARGET.id);
  const recorder = new Recorder({ rules: builtinRules(), redact: same });
  recorder.restore([TARGET], history);
  const since = OBSERVED.filter(({ receivedAt }) => receivedAt > at(version));
  const now = at(60);
  const messages = [...standing(version, now), ...since.map((message): RecorderMessage => ({ ...message, receivedAt: now }))];
  for (const message of messages) later.commit({ ...recorder.record(message), positions: [], fence: later.fence });
  return later;
}

const ofRoot = (reader: Pick<MemoryHistory, 'changes'>): readonly Change[] => [...reader.changes({ root: TARGET.id })];

describe('a catch-up that lists again what was recorded', () => {
  test('tells nothing and counts nothing where nothing has happened since', () => {
    const history = recordedTo(40);
    const later = caughtUp(history, 40);
    expect(history.cycles(TARGET.id)).toHaveLength(2);
    expect(ofRoot(history)).toHaveLength(1 + CHANGED.length + TOLD.length);
    expect(later.count()).toBe(0);
    expect(ofRoot(later.merged())).toEqual(ofRoot(history));
  });

  test('nor Events that retention took from the history', () => {
    const history = recordedTo(40, { maxCycles: 1 });
    expect(ofRoot(history).filter(({ type }) => type === 'Event')).toHaveLength(1);
    const later = caughtUp(history, 40);
    expect(later.count()).toBe(0);
    expect(ofRoot(later.merged())).toEqual(ofRoot(history));
  });

  test.each([5, 15, 16, 17, 25, 26, 27])('tells what came after version %i, once, and leaves what was recorded as it was', (version) => {
    const history = recordedTo(version);
    const before = ofRoot(history);
    const later = caughtUp(history, version);
    const after = ofRoot(later.merged());
    const ids = after.map(({ event, ref, resourceVersion }) => `${event?.uid ?? ref.uid} ${resourceVersion}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(after.filter(({ receivedAt }) => receivedAt < at(60))).toEqual(before);
    expect(later.count()).toBe(OBSERVED.filter(({ receivedAt }) => receivedAt > at(version)).length);
    expect(after).toHaveLength(before.length + later.count());
  });
});
