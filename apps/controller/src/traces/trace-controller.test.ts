import type { ServedResources, Writer } from '@rectrace/cluster';
import { ApiError } from '@rectrace/cluster';
import { MemoryHistory } from '@rectrace/history';
import type { ApiResource, KubeObject, ObjectRef } from '@rectrace/kube';
import { asJson, asUid, listAt, stringAt, valueAt } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import type { Change, Cycle, FullRootView, RootTarget } from '@rectrace/trace';
import { parseLocales } from '@rectrace/trace';
import type { ServedSchema } from '@rectrace/trace-api';
import { OUR_SCHEMA, TRACES } from '@rectrace/trace-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Metrics } from '../metrics.ts';
import type { Recording, Sight } from '../recording/recording.ts';
import { RootActivity } from '../root-activity.ts';
import { TraceClient } from './trace-client.ts';
import { TraceController } from './trace-controller.ts';

const FINALIZER = 'trace.kubeblocks.io/finalizer';
const DEPLOYMENTS = resourceOf('apps', 'Deployment', true);
const NODES = resourceOf('', 'Node', false);
const SERVED: ServedResources = {
  resources: [DEPLOYMENTS, NODES, resourceOf('a.example.com', 'Widget', true), resourceOf('b.example.com', 'Widget', true)],
  unread: [],
};

function resourceOf(group: string, kind: string, namespaced: boolean): ApiResource {
  const singular = kind.toLowerCase();
  return {
    group,
    version: 'v1',
    kind,
    resource: `${singular}s`,
    singular,
    shortNames: [],
    categories: [],
    namespaced,
    verbs: ['list', 'watch'],
  };
}

/** What the controller has recorded for it, and what the test says was seen. */
class FakeRecording implements Recording {
  readonly history = new MemoryHistory();
  readonly activity = new RootActivity({ reader: this.history, bytes: 65_536, textBytes: 1_024 });
  readonly roots = new Map<string, { readonly target: RootTarget; readonly owners: Set<string> }>();
  readonly watched: string[] = [];
  readonly views = new Map<string, FullRootView>();
  sight: Sight = { kind: 'watched' };
  problem: string | undefined;
  looks = 0;

  addRoot(target: RootTarget, { owner, resource }: { readonly owner: string; readonly resource: ApiResource }): void {
    this.watched.push(resource.resource);
    const root = this.roots.get(target.id) ?? { target, owners: new Set() };
    root.owners.add(owner);
    this.roots.set(target.id, root);
  }

  dropRoot(id: string, owner: string): void {
    const root = this.roots.get(id);
    root?.owners.delete(owner);
    if (root?.owners.size === 0) this.roots.delete(id);
  }

  viewOf(id: string): FullRootView | undefined {
    this.looks += 1;
    return this.views.get(id);
  }

  sightOf(): Sight {
    return this.sight;
  }

  historyProblem(): string | undefined {
    return this.problem;
  }
}

type Write = {
  readonly kind: 'finalizers' | 'status' | 'event';
  readonly body: KubeObject['metadata'] & { readonly [field: string]: unknown };
};

/** Stands in for the API server: applies writes to the traces it holds and tells the controller, as a watch would. */
class FakeServer implements Writer {
  readonly writes: Write[] = [];
  readonly traces = new Map<string, KubeObject>();
  onChange: (trace: KubeObject | undefined, key: string) => void = () => undefined;
  failWith: number[] = [];
  #version = 100;

  put(trace: KubeObject): void {
    this.#version += 1;
    const key = `${trace.metadata.namespace}/${trace.metadata.name}`;
    const stored = { ...trace, metadata: { ...trace.metadata, resourceVersion: String(this.#version) } };
    const gone = stored.metadata.deletionTimestamp !== undefined && (stored.metadata.finalizers ?? []).length === 0;
    if (gone) this.traces.delete(key);
    else this.traces.set(key, stored);
    this.onChange(gone ? undefined : stored, key);
  }

  async create(object: KubeObject): Promise<KubeObject> {
    this.writes.push({ kind: 'event', body: asJson(object) as unknown as Write['body'] });
    return object;
  }

  async replace(object: KubeObject): Promise<KubeObject> {
    const stored = this.#take('status', object);
    const next = { ...stored, status: asJson(object)['status'] as KubeObject['metadata'] };
    this.put(next);
    return this.traces.get(keyOf(next)) ?? next;
  }

  async patch(patch: Parameters<Writer['patch']>[0], target: Parameters<Writer['patch']>[1]): Promise<KubeObject> {
    const metadata = valueAt((patch as { body: object }).body as never, ['metadata']) as unknown as KubeObject['metadata'];
    const stored = this.#take('finalizers', {
      metadata: { ...metadata, namespace: target.namespace, name: target.name },
    } as unknown as KubeObject);
    this.put({ ...stored, metadata: { ...stored.metadata, finalizers: metadata.finalizers ?? [] } });
    return stored;
  }

  delete(): never {
    throw new Error('the controller deletes nothing');
  }

  #take(kind: Write['kind'], object: KubeObject): KubeObject {
    this.writes.push({ kind, body: asJson(object) as unknown as Write['body'] });
    const code = this.failWith.shift();
    const stored = this.traces.get(keyOf(object));
    if (code !== undefined) throw refused(code);
    if (stored === undefined) throw refused(404);
    if (object.metadata.resourceVersion !== stored.metadata.resourceVersion) throw refused(409);
    return stored;
  }
}

function refused(code: number): ApiError {
  return new ApiError({ code, reason: '', message: `code ${code}` }, { method: 'PUT', path: '/' });
}

function keyOf({ metadata }: KubeObject): string {
  return `${metadata.namespace}/${metadata.name}`;
}

let clock: SteppedClock;
let recording: FakeRecording;
let server: FakeServer;
let controller: TraceController;
let stopping: AbortController;
let running: Promise<void>;
let logged: string[];

beforeEach(() => {
  clock = new SteppedClock(Date.parse('2026-11-30T19:00:00Z'));
  recording = new FakeRecording();
  server = new FakeServer();
  logged = [];
  const note = (_: object, message: string): void => void logged.push(message);
  const log = { debug: note, info: note, warn: note, error: note };
  const tokens = Array.from({ length: 100 }, (_, index) => `t${index}`);
  const client = new TraceClient({ writer: server, uniqueToken: () => tokens.shift() ?? 'none', instance: 'pod' });
  const readings = {
    historyBytes: 0,
    dropped: recording.history.dropped(),
    traces: 0,
    roots: 0,
    openCycles: 0,
    leading: true,
    letGo: { evicted: 0, forgotten: 0 },
    watchRestarts: 0,
    relists: 0,
  };
  controller = new TraceController({ recording, client, clock, log, metrics: new Metrics(() => readings), statusBytes: 65_536 });
  server.onChange = (trace, key) => (trace === undefined ? controller.remove(key) : controller.put(trace));
  serve(OUR_SCHEMA);
  stopping = new AbortController();
  running = controller.run(stopping.signal);
});

afterEach(async () => {
  stopping.abort();
  await running;
});

function serve(schema: ServedSchema): void {
  controller.serve(SERVED, { resource: TRACES, schema });
}

function createTrace(spec: object, metadata: Partial<KubeObject['metadata']> = {}): void {
  server.put({
    apiVersion: 'trace.kubeblocks.io/v1',
    kind: 'ReconciliationTrace',
    metadata: { name: 'web', namespace: 'plain', uid: 'u1', generation: 1, ...metadata },
    spec: spec as KubeObject['metadata'],
  });
}

const TARGET = { targetObject: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } };
const ROOT = 'Deployment.apps/plain/web';
const WEB: ObjectRef = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'plain', name: 'web', uid: asUid('uid-web') };

/** The recorder has seen the root, with one change in an open cycle. */
function recordRoot(root = ROOT): void {
  const target = recording.roots.get(root)!.target;
  const position = { epoch: 0, version: '50', offset: 0 };
  const change: Change = {
    kind: 'change',
    id: '0/uid-web/50',
    type: 'Creation',
    ref: WEB,
    resourceVersion: '50',
    position,
    time: clock.now(),
    receivedAt: clock.now(),
    diff: [],
    certainty: 'observed',
  };
  const cycle: Cycle = {
    kind: 'cycle',
    number: 1,
    root: WEB,
    state: 'open',
    start: { time: clock.now(), position },
    cause: { kind: 'created', change: change.id, ref: WEB, detail: { kind: 'created' }, initiators: [] },
    requests: [],
  };
  const tree = { ref: WEB, resourceVersion: '50', gone: false, cyclic: false, children: [], links: [] };
  const recorded = {
    changes: [change],
    members: [{ kind: 'membership' as const, root, ref: WEB, since: position }],
    cycles: [{ root, cycle }],
    withdrawn: [],
    gaps: [],
    wants: [],
    signals: [],
  };
  recording.history.commit({ ...recorded, positions: [], fence: 0 });
  recording.views.set(root, {
    target,
    ref: WEB,
    gone: false,
    verdict: { kind: 'false' },
    cycles: [cycle],
    tree,
    initialTree: tree,
    summary: { objectSummaries: [] },
  });
  controller.touched(recording.activity.note(recorded));
}

function statusNow(): Parameters<typeof valueAt>[0] {
  const trace = server.traces.get('plain/web');
  return trace === undefined ? undefined : valueAt(asJson(trace), ['status']);
}

function condition(type: string): string {
  const found = listAt(statusNow(), ['conditions']).find((item) => stringAt(item, ['type']) === type);
  return found === undefined ? 'absent' : `${stringAt(found, ['status'])} ${stringAt(found, ['reason'])}: ${stringAt(found, ['message'])}`;
}

function events(): readonly string[] {
  return server.writes
    .filter(({ kind }) => kind === 'event')
    .map(({ body }) => `${String(body['type'])} ${String(body['reason'])}: ${String(body['note'])}`);
}

function kinds(): readonly string[] {
  return server.writes.map(({ kind }) => kind);
}

describe('a new trace', () => {
  test('gets its finalizer, then a status that says at once that its target is missing', async () => {
    createTrace(TARGET);
    await clock.advance(50);
    expect(kinds().filter((kind) => kind !== 'event')).toEqual(['finalizers', 'status']);
    expect(server.traces.get('plain/web')?.metadata.finalizers).toEqual([FINALIZER]);
    expect(condition('TargetFound')).toBe('False NotFound: Deployment/plain/web does not exist yet; its trace begins when it is created');
    expect(condition('Recording')).toBe('True Recording: ');
    expect(condition('DryRunServed')).toBe('absent');
    expect(valueAt(statusNow(), ['currentState'])).toBeUndefined();
    expect(events()).toEqual(['Warning TargetNotFound: Deployment/plain/web does not exist yet; its trace begins when it is created']);
    expect(recording.watched).toEqual(['deployments']);
  });

  test('shows its target as soon as it is recorded', async () => {
    createTrace(TARGET);
    await clock.advance(50);
    recordRoot();
    await clock.advance(1_200);
    expect(condition('TargetFound')).toBe('True Found: ');
    expect(stringAt(listAt(statusNow(), ['currentState', 'changes'])[0], ['description'])).toBe('Creation');
    expect(valueAt(statusNow(), ['cycle', 'state'])).toBe('Open');
    expect(events()[1]).toBe('Normal TargetFound: the target is there and recorded');
  });

  test('is written on at its pace whatever the wall clock is set to', async () => {
    createTrace(TARGET);
    await clock.advance(50);
    clock.set(-3_600_000);
    recordRoot();
    await clock.advance(1_200);
    expect(condition('TargetFound')).toBe('True Found: ');
  });

  test('whose target is found while its kind is listed anew says so once', async () => {
    createTrace(TARGET);
    await clock.advance(50);
    recording.sight = { kind: 'listing' };
    controller.reviewAll();
    await clock.advance(1_200);
    recording.sight = { kind: 'watched' };
    recordRoot();
    await clock.advance(2_400);
    controller.reviewAll();
    await clock.advance(2_400);
    expect(events().slice(1)).toEqual(['Normal TargetFound: the target is there and recorded']);
  });

  test('is looked at once for each of its writes, notices included', async () => {
    createTrace(TARGET);
    await clock.advance(50);
    recordRoot();
    recording.looks = 0;
    await clock.advance(1_200);
    expect(kinds().slice(-2).sort()).toEqual(['event', 'status']);
    expect(recording.looks).toBe(1);
  });

  test('of a cluster-scoped kind has no namespace in its root', async () => {
    createTrace({ targetObject: { kind: 'Node', name: 'a' } });
    await clock.advance(50);
    expect([...recording.roots.keys()]).toEqual(['Node//a']);
  });

  test('without a kind is about a Cluster, which is not served here', async () => {
    createTrace({});
    await clock.advance(50);
    expect(condition('TargetFound')).toBe(
      'False KindNotServed: the API server does not serve Cluster of apps.kubeblocks.io; the trace begins when it does',
    );
    expect(recording.roots.size).toBe(0);
  });

  test('whose kind is in two groups says which', async () => {
    createTrace({ targetObject: { kind: 'Widget', name: 'a' } });
    await clock.advance(50);
    expect(condition('TargetFound')).toMatch(/^False KindAmbiguous: Widget may be widgets\.a\.example\.com or widgets\.b\.example\.com/);
  });

  test('that asks for a dry run is told that there is none yet', async () => {
    createTrace({ ...TARGET, dryRun: { desiredSpec: 'replicas: 3' } });
    await clock.advance(50);
    expect(condition('DryRunServed')).toBe('False NotServedYet: this release records only: spec.dryRun is not planned');
    expect(valueAt(statusNow(), ['dryRunResult'])).toBeUndefined();
  });
});

describe('a state expression', () => {
  test('that is invalid is refused with its place, and recording goes on as not settled', async () => {
    createTrace({ ...TARGET, stateEvaluationExpression: { celExpression: { expression: 'object.status.phase === "x"' } } });
    await clock.advance(50);
    expect(condition('ExpressionValid')).toMatch(/^False InvalidExpression: line 1, column \d+: /);
    expect(condition('Recording')).toBe('True Recording: ');
    const [root] = recording.roots.values();
    expect(root?.target.evaluate?.({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' } }).kind).toBe('false');
    expect(events().some((event) => event.startsWith('Warning InvalidExpression: line 1'))).toBe(true);
  });

  test('of its own makes a root of its own, the same one for the same expression', async () => {
    createTrace({ ...TARGET, stateEvaluationExpression: { celExpression: { expression: 'true' } } });
    createTrace({ ...TARGET, celStateEvaluationExpression: 'true' }, { name: 'again', uid: 'u2' });
    createTrace(TARGET, { name: 'plain', uid: 'u3' });
    await clock.advance(50);
    const owners = [...recording.roots.values()].map(({ owners: set }) => [...set].sort());
    expect([...recording.roots.keys()].map((id) => id.split('#')[0])).toEqual([ROOT, ROOT]);
    expect(owners).toEqual([['trace plain/again', 'trace plain/web'], ['trace plain/plain']]);
  });

  test('that is changed moves the trace to another root', async () => {
    createTrace(TARGET);
    await clock.advance(50);
    createTrace({ ...TARGET, celStateEvaluationExpression: 'true' }, { generation: 2 });
    await clock.advance(50);
    expect([...recording.roots.keys()]).toEqual([expect.stringMatching(/^Deployment\.apps\/plain\/web#[0-9a-f]{8}$/)]);
  });
});

describe('somebody else who writes the status', () => {
  const managedFields = [
    { manager: 'kubeblocks', operation: 'Update', subresource: 'status', fieldsV1: { 'f:status': { 'f:currentState': {} } } },
  ];

  test('has the trace to himself: one Event, no write, no fight', async () => {
    createTrace(TARGET, { managedFields, finalizers: [FINALIZER] });
    await clock.advance(50);
    for (let round = 0; round < 3; round += 1) {
      createTrace(TARGET, { managedFields, finalizers: [FINALIZER] });
      await clock.advance(1_500);
    }
    expect(kinds()).toEqual(['event', 'event']);
    expect(events()[0]).toBe('Warning ForeignStatusWriter: kubeblocks writes the status of this trace; this controller leaves it alone');
    expect(logged).toContain('kubeblocks writes the status of this trace; this controller leaves it alone');
  });

  test('who only labels it, or writes its spec, is nobody else', async () => {
    createTrace(TARGET, {
      finalizers: [FINALIZER],
      managedFields: [
        { manager: 'kubectl', fieldsV1: { 'f:spec': {}, 'f:metadata': {} } },
        { manager: 'rectrace-controller', fieldsV1: { 'f:status': { 'f:currentState': {} } } },
      ],
    });
    await clock.advance(50);
    expect(kinds()).toContain('status');
  });
});

describe('a trace that is deleted', () => {
  test('is let go at once, whatever interval its status keeps', async () => {
    createTrace(TARGET);
    await clock.advance(50);
    recordRoot();
    await clock.advance(1_200);
    const trace = server.traces.get('plain/web')!;
    server.put({ ...trace, metadata: { ...trace.metadata, deletionTimestamp: '2026-11-30T19:00:01Z' } });
    await clock.advance(20);
    expect(server.traces.size).toBe(0);
    expect(recording.roots.size).toBe(0);
    expect(controller.count).toBe(0);
  });

  test('is let go while the store is down, and an Event says so', async () => {
    recording.problem = 'history /h cannot be written: the disk is full';
    createTrace(TARGET, { finalizers: [FINALIZER, 'other/finalizer'], deletionTimestamp: '2026-11-30T19:00:01Z' });
    await clock.advance(20);
    expect(server.traces.get('plain/web')?.metadata.finalizers).toEqual(['other/finalizer']);
    expect(events()).toEqual([
      'Warning ReleasedWithoutHistory: the trace is let go although the history cannot be written: history /h cannot be written: the disk is full',
    ]);
  });
});

describe('a write that fails', () => {
  test('with a conflict is tried again with the newest version', async () => {
    createTrace(TARGET);
    server.failWith = [409];
    await clock.advance(20);
    expect(kinds().filter((kind) => kind === 'finalizers')).toHaveLength(1);
    await clock.advance(400);
    expect(kinds().filter((kind) => kind === 'finalizers')).toHaveLength(2);
    expect(condition('TargetFound')).toMatch(/^False NotFound/);
    expect(logged).not.toContain('a trace could not be written');
  });

  test('because the server is down is tried again, later each time, and logged', async () => {
    createTrace(TARGET, { finalizers: [FINALIZER] });
    server.failWith = [503, 503, 503];
    await clock.advance(400);
    expect(kinds().filter((kind) => kind === 'status')).toHaveLength(1);
    await clock.advance(10_000);
    expect(kinds().filter((kind) => kind === 'status')).toHaveLength(4);
    expect(logged.filter((line) => line === 'a trace could not be written')).toHaveLength(3);
  });

  test('because the trace is gone is not tried again', async () => {
    createTrace(TARGET, { finalizers: [FINALIZER] });
    server.failWith = [404];
    await clock.advance(60_000);
    expect(kinds().filter((kind) => kind === 'status')).toHaveLength(1);
  });
});

describe('a status', () => {
  test('that would say the same is not written again', async () => {
    createTrace(TARGET);
    await clock.advance(50);
    controller.reviewAll();
    await clock.advance(3_000);
    expect(kinds().filter((kind) => kind === 'status')).toHaveLength(1);
  });

  test('says what keeps the target from being seen, and when changes are not kept', async () => {
    recording.sight = { kind: 'blind', message: 'deployments.apps is forbidden' };
    createTrace(TARGET);
    await clock.advance(50);
    expect(condition('Recording')).toBe('False CannotWatch: deployments.apps is forbidden');
    recording.sight = { kind: 'watched' };
    recording.problem = 'the disk is full';
    controller.reviewAll();
    await clock.advance(1_500);
    expect(condition('Recording')).toBe('True HistoryFailing: changes are recorded in memory only: the disk is full');
  });

  test('keeps the transition time of a condition that stays as it is', async () => {
    createTrace(TARGET);
    await clock.advance(50);
    const before = listAt(statusNow(), ['conditions']).map((item) => stringAt(item, ['lastTransitionTime']));
    await clock.advance(5_000);
    recordRoot();
    await clock.advance(1_500);
    const after = listAt(statusNow(), ['conditions']).map(
      (item) => `${stringAt(item, ['type'])} ${stringAt(item, ['lastTransitionTime'])}`,
    );
    expect(before).toEqual(Array.from({ length: 4 }, () => '2026-11-30T19:00:00Z'));
    expect(after).toEqual([
      'ExpressionValid 2026-11-30T19:00:00Z',
      'Recording 2026-11-30T19:00:00Z',
      'StatusTruncated 2026-11-30T19:00:00Z',
      'TargetFound 2026-11-30T19:00:05Z',
    ]);
  });

  test('follows the texts of changes as they are reloaded', async () => {
    createTrace({ ...TARGET, locale: 'zh_CN' });
    await clock.advance(50);
    recordRoot();
    await clock.advance(1_200);
    expect(stringAt(listAt(statusNow(), ['currentState', 'changes'])[0], ['localDescription'])).toBe('Creation');
    controller.speak(parseLocales({ zh_CN: 'apps/v1/Deployment/Creation=部署 %s/%s 已创建' }).table);
    await clock.advance(1_200);
    expect(stringAt(listAt(statusNow(), ['currentState', 'changes'])[0], ['localDescription'])).toBe('部署 plain/web 已创建');
  });
});

describe('beside KubeBlocks, whose CRD has none of our fields and requires the trees', () => {
  const theirs: ServedSchema = { ours: false, required: ['initialObjectTree', 'currentState'] };

  test('a status without a tree is not written; the Event says it all', async () => {
    serve(theirs);
    createTrace(
      { targetObject: { name: 'web' } },
      { annotations: { 'trace.kubeblocks.io/target-kind': 'Deployment', 'trace.kubeblocks.io/target-api-version': 'apps/v1' } },
    );
    await clock.advance(2_000);
    expect(kinds().filter((kind) => kind !== 'event')).toEqual(['finalizers']);
    expect(events()).toHaveLength(1);
    expect([...recording.roots.keys()]).toEqual([ROOT]);
  });

  test('a status with a tree goes without our fields', async () => {
    serve(theirs);
    createTrace(TARGET);
    await clock.advance(50);
    recordRoot();
    await clock.advance(1_200);
    expect(Object.keys(statusNow() as object).sort()).toEqual(['currentState', 'initialObjectTree']);
  });
});
