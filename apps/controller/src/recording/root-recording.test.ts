// One recording over messages told by hand: no API server, the real recorder and history.

import { Reflectors } from '@rectrace/cluster';
import { MemoryHistory } from '@rectrace/history';
import type { ApiResource, KubeObject, ListWatch } from '@rectrace/kube';
import type { RootTarget } from '@rectrace/trace';
import { builtinRules, Recorder, redactObject } from '@rectrace/trace';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { ManualClock } from '../manual-clock.ts';
import { Metrics } from '../metrics.ts';
import { RootActivity } from '../root-activity.ts';
import { RootRecording } from './root-recording.ts';

const PODS = { group: '', resource: 'pods', namespace: '' };
const WEB: RootTarget = { id: 'Pod/plain/web', group: '', objectKind: 'Pod', namespace: 'plain', name: 'web' };

const stopping: AbortController[] = [];
afterEach(() => {
  for (const controller of stopping.splice(0)) controller.abort();
});

function pod(version: number, heartbeat = '2026-01-01T00:00:00Z'): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'plain', uid: 'uid-web', resourceVersion: String(version) },
    status: { conditions: [{ type: 'Ready', status: 'False', lastHeartbeatTime: heartbeat }] },
  } as KubeObject;
}

function opened() {
  const clock = new ManualClock(1_000);
  const history = new MemoryHistory();
  const activity = new RootActivity({ reader: history, bytes: 65_536, textBytes: 1_024 });
  const source: ListWatch = {
    list: () => {
      throw new Error('nothing is listed here');
    },
    watch: () => {
      throw new Error('nothing is watched here');
    },
  };
  const reflectors = new Reflectors({ source, clock, random: () => 0 });
  const recording = new RootRecording({
    recorder: new Recorder({ rules: builtinRules(), redact: (object) => redactObject(object, { digest: () => 'x' }) }),
    history,
    historyProblem: () => undefined,
    reflectors,
    source,
    discovery: { served: async () => ({ resources: [] as ApiResource[], unread: [] }) } as never,
    activity,
    selections: [],
    secrets: false,
    clock,
    log: pino({ level: 'silent' }),
    metrics: new Metrics(() => {
      throw new Error('nobody scrapes here');
    }),
    onTouched: () => undefined,
    onSight: () => undefined,
  });
  const stop = new AbortController();
  stopping.push(stop);
  return { clock, history, reflectors, recording, stop, ended: recording.run(stop.signal) };
}

test('a window that is read between a commit and its telling counts noise once', async () => {
  const { clock, history, reflectors, recording } = opened();
  recording.addRoot(WEB, 'test');
  await reflectors.tell({ kind: 'ListBegin', scope: PODS, objectKind: 'Pod', resourceVersion: '5', requestedAt: 0, receivedAt: 1_000 });
  await reflectors.tell({ kind: 'Listed', scope: PODS, object: pod(5), receivedAt: 1_000 });
  await reflectors.tell({ kind: 'ListEnd', scope: PODS, resourceVersion: '5', receivedAt: 1_000 });
  await clock.pass(100);
  const commit = history.commit.bind(history);
  history.commit = (given) => {
    commit(given);
    queueMicrotask(() => recording.activity.windowOf(WEB.id, undefined));
  };
  for (const version of [6, 7, 8]) {
    const object = pod(version, `2026-01-01T00:00:0${version}Z`);
    await reflectors.tell({ kind: 'Observed', type: 'Modified', scope: PODS, object, by: 'watch', receivedAt: clock.now() });
  }
  await clock.pass(100);
  const stored = [...history.changes({ root: WEB.id })].filter(({ noise }) => noise !== undefined);
  expect(stored).toHaveLength(3);
  expect(recording.activity.windowOf(WEB.id, undefined).totals.noise).toBe(3);
});
