import type { KubeObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { Change, Gap } from '../change.ts';
import type { Cycle } from '../cycle.ts';
import type { RecorderMessage } from '../message.ts';
import { comparePositions } from '../position.ts';
import type { Recorded } from '../recorded.ts';
import { Recorder } from '../recorder.ts';
import { builtinRules } from '../rules/builtin-rules.ts';
import type { StoredTimeline } from './stored-timeline.ts';

const APPS = { group: 'apps', resource: 'deployments', namespace: 'plain' };
const CONFIG = { group: '', resource: 'configmaps', namespace: 'plain' };
const TARGETS = ['idle', 'busy'].map((name) => ({ id: name, group: 'apps', objectKind: 'Deployment', namespace: 'plain', name }));

/** What a history keeps of what was recorded, and how many changes were read back from it. */
class Kept implements StoredTimeline {
  readonly #changes = new Map<string, Change>();
  readonly #cycles = new Map<string, Cycle>();
  readonly #members = new Set<string>();
  readonly #gaps: Gap[] = [];
  read = 0;
  /** Ids of changes that retention took; their objects' states are there all the same. */
  readonly dropped = new Set<string>();

  /** Takes all changes so far. */
  dropAll(): void {
    for (const id of this.#changes.keys()) this.dropped.add(id);
  }

  keep({ changes, cycles, members, gaps }: Recorded): void {
    this.#gaps.push(...gaps);
    for (const change of changes) this.#changes.set(change.id, change);
    for (const { root, cycle } of cycles) this.#cycles.set(`${root}/${cycle.number}`, cycle);
    for (const { root, ref } of members) this.#members.add(`${root}/${ref.uid}`);
  }

  positions(): readonly [] {
    return [];
  }

  gaps(): readonly Gap[] {
    return this.#gaps;
  }

  cycles(root: string): readonly Cycle[] {
    const own = [...this.#cycles].filter(([key]) => key.startsWith(`${root}/`)).map(([, cycle]) => cycle);
    return own.sort((left, right) => left.number - right.number);
  }

  latest({ root, at }: Parameters<StoredTimeline['latest']>[0]): Iterable<Change> {
    const upTo = this.#of(root).filter(({ position }) => comparePositions(position, at) <= 0);
    const newest = [...new Map(upTo.filter(({ type }) => type !== 'Event').map((change) => [change.ref.uid, change])).values()];
    return newest.filter(({ type }) => type !== 'Deletion');
  }

  *changes({ root, afterPosition, ...query }: Parameters<StoredTimeline['changes']>[0]): Iterable<Change> {
    const { types, uid, newestFirst = false, limit, withoutBodies = false } = query;
    const left = this.#of(root).filter(({ id }) => !this.dropped.has(id));
    const after = left.filter(({ position }) => afterPosition === undefined || comparePositions(position, afterPosition) > 0);
    const wanted = after.filter(({ type, ref }) => (types?.includes(type) ?? true) && (uid === undefined || uid === ref.uid));
    for (const { body, ...head } of (newestFirst ? wanted.toReversed() : wanted).slice(0, limit)) {
      if (!withoutBodies) this.read += 1;
      yield withoutBodies || body === undefined ? head : { ...head, body };
    }
  }

  #of(root: string): readonly Change[] {
    const own = [...this.#changes.values()].filter(({ ref }) => this.#members.has(`${root}/${ref.uid}`));
    return own.sort((left, right) => comparePositions(left.position, right.position));
  }
}

class Story {
  #version = 1_000;
  #time = Date.UTC(2026, 0, 1);
  readonly #generations = new Map<string, number>();

  /** A new template of a Deployment, rolled out and held: one cycle. */
  rollOut(name: string): readonly RecorderMessage[] {
    const generation = (this.#generations.get(name) ?? 0) + 1;
    this.#generations.set(name, generation);
    const type = generation === 1 ? 'Added' : 'Modified';
    const messages = [
      this.#deployment(name, { type, generation, observed: generation - 1 }),
      this.#deployment(name, { type: 'Modified', generation, observed: generation }),
    ];
    this.#time += 10_000;
    return [...messages, { kind: 'Tick', receivedAt: this.#time }];
  }

  /** A ConfigMap of the busy Deployment. */
  own(name: string, type: 'Added' | 'Deleted'): readonly RecorderMessage[] {
    const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'busy', uid: 'uid-busy' }];
    const metadata = { namespace: 'plain', name, uid: `uid-${name}`, ownerReferences };
    return [this.#observed({ apiVersion: 'v1', kind: 'ConfigMap', metadata } as never, { type, scope: CONFIG })];
  }

  /** A ConfigMap that both Deployments own. */
  share(type: 'Added' | 'Modified'): RecorderMessage {
    const ownerReferences = TARGETS.map(({ name }) => ({ apiVersion: 'apps/v1', kind: 'Deployment', name, uid: `uid-${name}` }));
    const metadata = { namespace: 'plain', name: 'both', uid: 'uid-both', ownerReferences };
    return this.#observed({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { at: String(this.#version) } } as never, {
      type,
      scope: CONFIG,
    });
  }

  #deployment(
    name: string,
    { type, generation, observed }: { readonly type: 'Added' | 'Modified'; readonly generation: number; readonly observed: number },
  ): RecorderMessage {
    const metadata = { namespace: 'plain', name, uid: `uid-${name}`, generation };
    const conditions = [{ type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' }];
    const counts = { replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 };
    const object = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: { replicas: 1 },
      status: { observedGeneration: observed, ...counts, conditions },
    };
    return this.#observed(object as never, { type, scope: APPS });
  }

  #observed(
    object: KubeObject,
    { type, scope }: { readonly type: 'Added' | 'Modified' | 'Deleted'; readonly scope: typeof APPS },
  ): RecorderMessage {
    this.#version += 1;
    this.#time += 100;
    const told = { ...object, metadata: { ...object.metadata, resourceVersion: String(this.#version) } };
    return { kind: 'Observed', type, scope, object: told, by: 'watch', receivedAt: this.#time };
  }
}

function newRecorder(): Recorder {
  return new Recorder({ rules: builtinRules(), redact: (object) => object });
}

test('each root is folded again from its own place: one that has been idle for long makes nobody read the others’ past', () => {
  const story = new Story();
  const unbroken = newRecorder();
  const kept = new Kept();
  for (const target of TARGETS) kept.keep(unbroken.addRoot(target));
  const tell = (messages: readonly RecorderMessage[], recorder: Recorder): void => {
    for (const message of messages) kept.keep(recorder.record(message));
  };
  tell([...story.rollOut('idle'), ...story.rollOut('idle'), ...story.rollOut('busy'), story.share('Added')], unbroken);
  for (let count = 0; count < 30; count += 1) tell([...story.rollOut('busy'), story.share('Modified')], unbroken);

  const restarted = newRecorder();
  restarted.restore(TARGETS, kept);
  expect(kept.read).toBeLessThan(50);
  for (const { id } of TARGETS) expect(restarted.view(id)?.tree).toEqual(unbroken.view(id)?.tree);

  const rest = [...story.rollOut('busy'), story.share('Modified'), ...story.rollOut('idle')];
  for (const message of rest) restarted.record(message);
  tell(rest, unbroken);
  for (const { id } of TARGETS) {
    const [after, before] = [restarted.fullView(id), unbroken.fullView(id)];
    expect(after?.tree).toEqual(before?.tree);
    expect(after?.cycles.at(-1)).toEqual(before?.cycles.at(-1));
    expect(after?.initialTree).toEqual(before?.initialTree);
    expect(after?.summary).toEqual(before?.summary);
    expect(
      after?.cycles.every((cycle) =>
        before?.cycles.some(({ number, start }) => number === cycle.number && start.time === cycle.start.time),
      ),
    ).toBe(true);
  }
});

test('a long history is restored in slices, none of them long', () => {
  const story = new Story();
  const recorder = newRecorder();
  const kept = new Kept();
  for (const target of TARGETS) kept.keep(recorder.addRoot(target));
  for (const message of story.rollOut('busy').slice(0, 1)) kept.keep(recorder.record(message));
  for (let count = 0; count < 5_000; count += 1) kept.keep(recorder.record(story.share('Modified')));
  const restarted = newRecorder();
  let [slices, longest, before] = [0, 0, 0];
  for (const _ of restarted.restoring(TARGETS, kept)) {
    slices += 1;
    longest = Math.max(longest, kept.read - before);
    before = kept.read;
  }
  expect(kept.read).toBeGreaterThan(5_000);
  expect(slices).toBeGreaterThan(20);
  expect(longest).toBeLessThan(300);
  for (const { id } of TARGETS) expect(restarted.fullView(id)).toEqual(recorder.fullView(id));
});

test('stored cycles that the stored changes do not make are corrected with the first message, all others are told no more', () => {
  const story = new Story();
  const recorder = newRecorder();
  const kept = new Kept();
  for (const target of TARGETS) kept.keep(recorder.addRoot(target));
  for (const name of ['idle', 'busy', 'busy', 'busy']) for (const message of story.rollOut(name)) kept.keep(recorder.record(message));
  const later: RecorderMessage = { kind: 'Tick', receivedAt: Date.UTC(2027, 0, 1) };
  const restored = (): Recorded => {
    const restarted = newRecorder();
    restarted.restore(TARGETS, kept);
    return restarted.record(later);
  };
  expect(restored()).toMatchObject({ cycles: [], withdrawn: [] });

  const [last] = kept.cycles('busy').slice(-1) as [Cycle];
  const wrong = { ...last, cause: { ...last.cause, change: 'another' } };
  for (const cycle of [wrong, { ...last, number: last.number + 1 }]) kept.keep({ ...restored(), cycles: [{ root: 'busy', cycle }] });
  expect(restored()).toMatchObject({
    cycles: [{ root: 'busy', cycle: { number: last.number, cause: last.cause } }],
    withdrawn: [{ root: 'busy', number: last.number + 1 }],
  });
});

test('a cycle whose beginning retention took goes on under its number, with its start and cause', () => {
  const story = new Story();
  const recorder = newRecorder();
  const kept = new Kept();
  const tell = (messages: readonly RecorderMessage[], to: Recorder): void => {
    for (const message of messages) kept.keep(to.record(message));
  };
  for (const target of TARGETS) kept.keep(recorder.addRoot(target));
  tell(story.rollOut('idle'), recorder);
  const [opening, ...rest] = story.rollOut('busy');
  if (opening === undefined) throw new Error('nothing opens the cycle');
  tell([opening, story.share('Added')], recorder);
  const [begun] = kept.cycles('busy');
  kept.dropAll();
  for (const later of [[], [story.share('Modified')]]) {
    tell(later, recorder);
    const restarted = newRecorder();
    restarted.restore(TARGETS, kept);
    const at = recorder.view('busy');
    expect(restarted.record({ kind: 'Tick', receivedAt: 0 })).toMatchObject({ cycles: [], withdrawn: [] });
    expect(restarted.view('busy')).toMatchObject({ cycles: at?.cycles, tree: at?.tree });
  }
  const restarted = newRecorder();
  restarted.restore(TARGETS, kept);
  tell(rest, restarted);
  expect(kept.cycles('busy')).toMatchObject([{ ...begun, state: 'closed' }]);
});

test('Events that count their own revisions do so after a restart too, also where none of them is told again and none came lately', () => {
  const story = new Story();
  const kept = new Kept();
  const recorder = newRecorder();
  const tell = (message: RecorderMessage): void => kept.keep(recorder.record(message));
  const scope = { group: '', resource: 'events', namespace: '' };
  const involvedObject = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'plain', name: 'busy', uid: 'uid-busy' };
  const event = (resourceVersion: string): KubeObject =>
    ({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: resourceVersion, namespace: 'plain', uid: resourceVersion, resourceVersion },
      involvedObject,
    }) as never;
  for (const target of TARGETS) kept.keep(recorder.addRoot(target));
  story.rollOut('busy').forEach(tell);
  const at = Date.UTC(2026, 0, 1, 0, 1);
  tell({ kind: 'ListBegin', scope: APPS, objectKind: 'Deployment', resourceVersion: '1002', requestedAt: at, receivedAt: at });
  tell({ kind: 'ListBegin', scope, objectKind: 'Event', resourceVersion: '8000000', requestedAt: at, receivedAt: at });
  tell({ kind: 'Observed', type: 'Added', scope, object: event('8000001'), by: 'watch', receivedAt: at });
  for (let count = 0; count < 3; count += 1) story.rollOut('busy').forEach(tell);

  const restarted = newRecorder();
  restarted.restore(TARGETS, kept);
  const [listed] = restarted.record({ kind: 'Listed', scope, object: event('8000007'), receivedAt: at }).changes;
  expect(listed?.position.version).toBe('1008');
});

test('of what is dead a restart reads no body, and still knows that it is dead and was a member', () => {
  const story = new Story();
  const unbroken = newRecorder();
  const kept = new Kept();
  const tell = (message: RecorderMessage): void => kept.keep(unbroken.record(message));
  for (const target of TARGETS) kept.keep(unbroken.addRoot(target));
  for (const name of ['idle', 'busy', 'idle', 'busy']) story.rollOut(name).forEach(tell);
  const ends = Array.from({ length: 100 }, (_, index) => {
    story.own(`dead-${index}`, 'Added').forEach(tell);
    const end = story.own(`dead-${index}`, 'Deleted');
    end.forEach(tell);
    return end;
  }).flat();
  story.own('lives', 'Added').forEach(tell);
  for (const name of ['idle', 'busy', 'idle', 'busy']) story.rollOut(name).forEach(tell);

  const restarted = newRecorder();
  restarted.restore(TARGETS, kept);
  expect(kept.read).toBeLessThan(30);
  for (const { id } of TARGETS) expect(restarted.view(id)?.tree).toEqual(unbroken.view(id)?.tree);
  expect(ends.flatMap((end) => restarted.record(end).changes)).toEqual([]);
  expect(restarted.counters.repeated).toBe(100);
  const involvedObject = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'plain', name: 'dead-7', uid: 'uid-dead-7' };
  const metadata = { name: 'e', namespace: 'plain', uid: 'e', resourceVersion: '9000' };
  const object = { apiVersion: 'v1', kind: 'Event', metadata, involvedObject } as never;
  const scope = { group: '', resource: 'events', namespace: 'plain' };
  const event: RecorderMessage = { kind: 'Observed', type: 'Added', scope, object, by: 'watch', receivedAt: Date.UTC(2026, 0, 2) };
  restarted.removeRoot('idle');
  expect(restarted.record(event).changes).toMatchObject([{ type: 'Event', ref: { name: 'dead-7' } }]);
});

test('what comes first behind a gap is told as such by whoever was restarted in between', () => {
  const story = new Story();
  const kept = new Kept();
  const unbroken = newRecorder();
  for (const target of TARGETS) kept.keep(unbroken.addRoot(target));
  for (const message of [...story.rollOut('busy'), story.share('Added')]) kept.keep(unbroken.record(message));
  const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'plain', name: 'both', uid: 'uid-both' };
  const gap: RecorderMessage = {
    kind: 'Gap',
    scope: CONFIG,
    from: '1003',
    to: '1004',
    reason: 'compacted',
    ref: ref as never,
    receivedAt: Date.UTC(2026, 0, 1, 1),
  };
  kept.keep(unbroken.record(gap));
  const restarted = newRecorder();
  restarted.restore(TARGETS, kept);
  const resumed = newRecorder();
  for (const target of TARGETS) resumed.addRoot(target, { stored: kept });

  const next = story.share('Modified');
  const [told] = unbroken.record(next).changes;
  expect(told).toMatchObject({ type: 'Update', noLater: true });
  expect(restarted.record(next).changes).toEqual([told]);
  expect(resumed.record(next).changes).toMatchObject([{ type: 'Update', noLater: true }]);
  expect(restarted.record(story.share('Modified')).changes[0]).not.toHaveProperty('noLater');
});
