// One recording over messages told by hand: no API server, the real recorder and history.

import { Reflectors } from '@rectrace/cluster';
import { MemoryHistory } from '@rectrace/history';
import type { ApiResource, Cancellation, KubeObject, ListWatch } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import type { RootTarget } from '@rectrace/trace';
import { builtinRules, Recorder, redactObject } from '@rectrace/trace';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { Metrics } from '../metrics.ts';
import { RootActivity } from '../root-activity.ts';
import { RootRecording } from './root-recording.ts';

const PODS = { group: '', resource: 'pods', namespace: '' };
const WEB: RootTarget = { id: 'Pod/plain/web', group: '', objectKind: 'Pod', namespace: 'plain', name: 'web' };

const POD: ApiResource = {
  ...PODS,
  version: 'v1',
  kind: 'Pod',
  singular: 'pod',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: ['list', 'watch'],
};
const NOTHING_READ = {
  historyBytes: 0,
  dropped: { changes: 0, cycles: 0, gaps: 0, baselines: 0, roots: [] },
  traces: 0,
  roots: 0,
  openCycles: 0,
  leading: true,
  letGo: { evicted: 0, forgotten: 0 },
  watchRestarts: 0,
  relists: 0,
};

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

type Given = {
  /** The answer to a list of an object that is read again. */
  readonly list?: ListWatch['list'];
  /** Bodies of objects in no tree. */
  readonly waitingBytes?: number;
  /** What was recorded before. */
  readonly history?: MemoryHistory;
  /** Roots that are there before it runs. */
  readonly roots?: readonly RootTarget[];
};

/** Of collections nothing comes but what the test tells. */
async function* silence(signal: Cancellation): AsyncIterable<never> {
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

const REFUSING: ListWatch['list'] = () => {
  throw new Error('nothing is listed here');
};

function opened({ list = REFUSING, history = new MemoryHistory(), roots = [], ...bounds }: Given = {}) {
  const clock = new SteppedClock(1_000);
  const activity = new RootActivity({ reader: history, bytes: 65_536, textBytes: 1_024 });
  const source: ListWatch = {
    list: (query, options) => (options.from.kind === 'exact' ? list(query, options) : silence(options.signal)),
    watch: (_, { signal }) => silence(signal),
  };
  const lines: string[] = [];
  const metrics = new Metrics(() => NOTHING_READ);
  const reflectors = new Reflectors({ source, clock, random: () => 0 });
  const recording = new RootRecording({
    recorder: new Recorder({ rules: builtinRules(), redact: (object) => redactObject(object, { digest: () => 'x' }), ...bounds }),
    history,
    historyProblem: () => undefined,
    reflectors,
    source,
    discovery: { served: async () => ({ resources: [POD], unread: [] }) } as never,
    activity,
    selections: [],
    secrets: false,
    clock,
    log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
    metrics,
    onTouched: () => undefined,
    onSight: () => undefined,
  });
  for (const target of roots) recording.addRoot(target, { owner: 'before', resource: POD });
  const stop = new AbortController();
  stopping.push(stop);
  return { clock, history, reflectors, recording, lines, metrics, stop, ended: recording.run(stop.signal) };
}

async function tellList(reflectors: Reflectors): Promise<void> {
  await reflectors.tell({ kind: 'ListBegin', scope: PODS, objectKind: 'Pod', resourceVersion: '5', requestedAt: 0, receivedAt: 1_000 });
  await reflectors.tell({ kind: 'Listed', scope: PODS, object: pod(5), receivedAt: 1_000 });
  await reflectors.tell({ kind: 'ListEnd', scope: PODS, resourceVersion: '5', receivedAt: 1_000 });
}

test('a window that is read between a commit and its telling counts noise once', async () => {
  const { clock, history, reflectors, recording } = opened();
  recording.addRoot(WEB, { owner: 'test', resource: POD });
  await tellList(reflectors);
  await clock.advance(100);
  const commit = history.commit.bind(history);
  history.commit = (given) => {
    commit(given);
    queueMicrotask(() => recording.activity.windowOf(WEB.id, undefined));
  };
  for (const version of [6, 7, 8]) {
    const object = pod(version, `2026-01-01T00:00:0${version}Z`);
    await reflectors.tell({ kind: 'Observed', type: 'Modified', scope: PODS, object, by: 'watch', receivedAt: clock.now() });
  }
  await clock.advance(100);
  const stored = [...history.changes({ root: WEB.id })].filter(({ noise }) => noise !== undefined);
  expect(stored).toHaveLength(3);
  expect(recording.activity.windowOf(WEB.id, undefined).totals.noise).toBe(3);
});

describe('an object whose body was not kept', () => {
  async function readAgain(list: ListWatch['list']) {
    const made = opened({ list, waitingBytes: 0 });
    await tellList(made.reflectors);
    await made.clock.advance(100);
    made.recording.addRoot(WEB, { owner: 'test', resource: POD });
    await made.clock.advance(100);
    return made;
  }

  test('that cannot be read again is said and counted, and the recording goes on', async () => {
    const { clock, history, reflectors, recording, lines, metrics } = await readAgain(REFUSING);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ name: 'web', reason: 'nothing is listed here' }]);
    expect((await metrics.text()).text).toContain('rectrace_reconcile_errors_total{what="read"} 1');
    await reflectors.tell({ kind: 'Observed', type: 'Modified', scope: PODS, object: pod(6), by: 'watch', receivedAt: clock.now() });
    await clock.advance(100);
    expect([...history.changes({ root: recording.roots[0] ?? '' })].map(({ resourceVersion }) => resourceVersion)).toContain('6');
  });

  test('whose reading hangs does not keep a stopped recording from ending', async () => {
    let asked = 0;
    const { ended, stop, lines } = await readAgain((_, { signal }) => {
      asked += 1;
      return silence(signal);
    });
    expect(asked).toBe(1);
    stop.abort();
    await ended;
    expect(lines).toEqual([]);
  });
});

test('a root that is traced again goes on in its cycle, with what happened meanwhile', async () => {
  const { clock, history, reflectors, recording } = opened();
  recording.watch(POD);
  recording.addRoot(WEB, { owner: 'one', resource: POD });
  await tellList(reflectors);
  await clock.advance(100);
  recording.dropRoot(WEB.id, 'one');
  const [before] = history.cycles(WEB.id);
  await reflectors.tell({ kind: 'Observed', type: 'Modified', scope: PODS, object: pod(6), by: 'watch', receivedAt: clock.now() });
  await clock.advance(10);
  recording.addRoot(WEB, { owner: 'two', resource: POD });
  await clock.advance(100);
  expect(history.cycles(WEB.id)).toEqual([{ ...before, number: 1, state: 'open' }]);
  expect([...history.changes({ root: WEB.id })].map(({ resourceVersion }) => resourceVersion)).toEqual(['5', '6']);
});

describe('while a long history is restored', () => {
  const db: RootTarget = { ...WEB, id: 'Pod/plain/db', name: 'db' };

  async function restarted() {
    const before = opened();
    for (const target of [WEB, db]) before.recording.addRoot(target, { owner: 'test', resource: POD });
    await tellList(before.reflectors);
    await before.reflectors.tell({ kind: 'Observed', type: 'Added', scope: PODS, object: named('db', 6), by: 'watch', receivedAt: 1_000 });
    for (let version = 7; version < 1_000; version += 1)
      await before.reflectors.tell({
        kind: 'Observed',
        type: 'Modified',
        scope: PODS,
        object: pod(version),
        by: 'watch',
        receivedAt: 1_000,
      });
    await before.clock.advance(100);
    before.stop.abort();
    await before.ended;
    return { history: before.history, after: opened({ history: before.history, roots: [WEB], list: (_, { signal }) => silence(signal) }) };
  }

  function named(name: string, version: number): KubeObject {
    return { ...pod(version), metadata: { name, namespace: 'plain', uid: `uid-${name}`, resourceVersion: String(version) } };
  }

  test('a root that comes goes on in its cycle, and one that goes is recorded no more', async () => {
    const { history, after } = await restarted();
    const cycles = [WEB, db].map(({ id }) => history.cycles(id));
    expect(after.recording.standingOf(WEB.id)).toBeUndefined();
    after.recording.addRoot(db, { owner: 'test', resource: POD });
    after.recording.dropRoot(WEB.id, 'before');
    await after.clock.advance(1_000);
    expect(after.recording.standingOf(WEB.id)).toBeUndefined();
    expect(after.recording.standingOf(db.id)).toMatchObject({ gone: false, cycle: 'open' });
    expect([WEB, db].map(({ id }) => history.cycles(id))).toEqual(cycles);
  });

  test('a stop ends it', async () => {
    const { after } = await restarted();
    after.stop.abort();
    await after.clock.advance(1);
    await after.ended;
    expect(after.recording.viewOf(WEB.id)).toBeUndefined();
  });
});

test('the collection of a root is followed as long as the root is recorded', async () => {
  const { recording, reflectors } = opened();
  const followed = (): readonly string[] => reflectors.stats().map(({ scope }) => scope);
  recording.addRoot(WEB, { owner: 'one', resource: POD });
  recording.addRoot(WEB, { owner: 'other', resource: POD });
  recording.dropRoot(WEB.id, 'one');
  expect(followed()).toEqual(['pods@']);
  recording.dropRoot(WEB.id, 'other');
  expect(followed()).toEqual([]);
  expect(recording.sightOf(POD)).toEqual({ kind: 'listing' });
  recording.watch(POD);
  recording.addRoot(WEB, { owner: 'one', resource: POD });
  recording.dropRoot(WEB.id, 'one');
  expect(followed()).toEqual(['pods@']);
});
