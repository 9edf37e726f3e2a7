import type { KubeObject } from '@rectrace/kube';
import { describe, expect, test } from 'vitest';
import type { RecorderMessage } from './message.ts';
import { Recorder } from './recorder.ts';
import { builtinRules } from './rules/builtin-rules.ts';

const SCOPE = { group: '', resource: 'pods', namespace: 'plain' };
const TARGET = { id: 'Pod/plain/a', group: '', objectKind: 'Pod', namespace: 'plain', name: 'a' };

function podOf(resourceVersion: number, spec?: object): KubeObject {
  const metadata = { namespace: 'plain', name: 'a', uid: 'uid-a', resourceVersion: String(resourceVersion) };
  return { apiVersion: 'v1', kind: 'Pod', metadata, ...(spec === undefined ? {} : { spec }) } as KubeObject;
}

function added(object: KubeObject): RecorderMessage {
  return { kind: 'Observed', type: 'Added', scope: SCOPE, object, by: 'watch', receivedAt: 1 };
}

test('a member known by its metadata gets the body of that very version, and the next revision is compared with it', () => {
  const recorder = new Recorder({ rules: builtinRules(), redact: (object) => object });
  recorder.addRoot(TARGET);
  const [created] = recorder.record(added(podOf(5))).changes;
  expect(created).toMatchObject({ type: 'Creation', resourceVersion: '5' });
  const [fuller] = recorder.record({ kind: 'Listed', scope: SCOPE, object: podOf(5, { nodeName: 'a' }), receivedAt: 2 }).changes;
  expect(fuller).toMatchObject({ type: 'Present', resourceVersion: '5', diff: [], body: { spec: { nodeName: 'a' } } });
  expect(recorder.body(podOf(5).metadata.uid as never)).toMatchObject({ spec: { nodeName: 'a' } });
  const [updated] = recorder.record({ ...added(podOf(6, { nodeName: 'b' })), type: 'Modified' } as RecorderMessage).changes;
  expect(updated?.diff).toEqual([{ path: ['spec', 'nodeName'], before: 'a', after: 'b' }]);
});

test('a body that is there is not given up for metadata', () => {
  const recorder = new Recorder({ rules: builtinRules(), redact: (object) => object });
  recorder.addRoot(TARGET);
  recorder.record(added(podOf(5, { nodeName: 'a' })));
  expect(recorder.record({ kind: 'Listed', scope: SCOPE, object: podOf(5), receivedAt: 2 }).changes).toEqual([]);
});

describe('what a watch tells late', () => {
  const at = (seconds: number): string => new Date(seconds * 1_000).toISOString();
  const late = (object: KubeObject, type: 'Added' | 'Modified' | 'Deleted'): RecorderMessage => ({
    kind: 'Observed',
    type,
    scope: SCOPE,
    object,
    by: 'lateWatch',
    receivedAt: 60_000,
  });
  const written = (
    resourceVersion: number,
    { seconds, ...more }: { readonly seconds: number } & Partial<KubeObject['metadata']>,
  ): KubeObject => {
    const pod = podOf(resourceVersion, { nodeName: `node-${resourceVersion}` });
    const managedFields = [{ manager: 'kubelet', operation: 'Update', apiVersion: 'v1', time: at(seconds) }];
    return { ...pod, metadata: { ...pod.metadata, managedFields, ...more } } as KubeObject;
  };
  const told = (...messages: readonly RecorderMessage[]): readonly (readonly (string | number)[])[] => {
    const recorder = new Recorder({ rules: builtinRules(), redact: (object) => object });
    recorder.addRoot(TARGET);
    const changes = messages.flatMap((message) => recorder.record(message).changes);
    return changes.map(({ type, certainty, time, noLater, noEarlier }) => [
      type,
      certainty,
      time,
      ...(noLater === true ? ['or before'] : []),
      ...(noEarlier === true ? ['or after'] : []),
    ]);
  };

  test('is recovered, and counts from when it was written', () => {
    expect(told(late(written(5, { seconds: 10 }), 'Added'), late(written(6, { seconds: 12 }), 'Modified'))).toEqual([
      ['Creation', 'recovered', 10_000],
      ['Update', 'recovered', 12_000],
    ]);
  });

  test('counts from when it came where nobody says when it was written, or a clock is ahead', () => {
    expect(told(late(podOf(5), 'Added'), late(written(6, { seconds: 99 }), 'Modified'))).toEqual([
      ['Creation', 'recovered', 60_000, 'or before'],
      ['Update', 'recovered', 60_000],
    ]);
  });

  test('without the time of its writer it counts from the latest time it can have, or from the deletion it asks for', () => {
    const bounded = { ...late(podOf(5), 'Added'), writtenBy: 15_000 } as RecorderMessage;
    const asked = written(6, { seconds: 15, deletionTimestamp: at(50), deletionGracePeriodSeconds: 30 });
    expect(told(bounded, { ...late({ ...asked, metadata: { ...asked.metadata, managedFields: [] } }, 'Modified') })).toEqual([
      ['Creation', 'recovered', 15_000, 'or before'],
      ['Update', 'recovered', 20_000],
    ]);
  });

  test('what was written on the way out without a word of when was written no earlier than the deletion was asked for', () => {
    const asked = { deletionTimestamp: at(20), deletionGracePeriodSeconds: 0, managedFields: [] };
    const [held, freer] = [{ finalizers: ['a/b', 'c/d'] }, { finalizers: ['c/d'] }];
    const states = [held, freer].map((more, index) => late(written(6 + index, { seconds: 10, ...asked, ...more }), 'Modified'));
    expect(told(late(written(5, { seconds: 10 }), 'Added'), ...states).slice(1)).toEqual([
      ['Update', 'recovered', 20_000],
      ['Update', 'recovered', 20_000, 'or after'],
    ]);
  });

  const asked = { deletionTimestamp: at(20), deletionGracePeriodSeconds: 0 };
  test.each<
    readonly [string, Partial<KubeObject['metadata']> & { readonly seconds: number }, number | undefined, readonly (string | number)[]]
  >([
    ['that nothing held went when it was asked to', { seconds: 10, ...asked }, undefined, [20_000]],
    ['that a finalizer held went then or later', { seconds: 10, ...asked, finalizers: ['a/b'] }, undefined, [20_000, 'or after']],
    ['that was written after that went then or later', { seconds: 22, ...asked }, undefined, [22_000, 'or after']],
    [
      'that had its grace went then or later',
      { seconds: 10, deletionTimestamp: at(50), deletionGracePeriodSeconds: 30 },
      undefined,
      [20_000, 'or after'],
    ],
    ['that was held, and gone within the second, went then', { seconds: 10, ...asked, finalizers: ['a/b'] }, 21_000, [20_000]],
    ['that says nothing of it was gone by the time another was made', { seconds: 10 }, 30_000, [30_000, 'or before']],
    ['that says nothing of it was gone when that was learnt', { seconds: 10 }, undefined, [60_000, 'or before']],
    [
      'of a server whose clock is ahead was gone when that was learnt',
      { seconds: 10, deletionTimestamp: at(90) },
      undefined,
      [60_000, 'or before'],
    ],
  ])('an object %s', (_title, metadata, writtenBy, end) => {
    const deleted = late(written(7, metadata), 'Deleted');
    const message = writtenBy === undefined ? deleted : ({ ...deleted, writtenBy } as RecorderMessage);
    expect(told(late(written(5, { seconds: 10 }), 'Added'), message).at(-1)).toEqual(['Deletion', 'recovered', ...end]);
  });
});

describe('revisions before the newest that a history had', () => {
  const told = (by: 'lateWatch' | 'walkBack' | 'watch', restored: boolean): readonly string[] => {
    const newest: RecorderMessage = { ...added(podOf(5, { nodeName: 'a' })), by: 'watch' } as RecorderMessage;
    const first = new Recorder({ rules: builtinRules(), redact: (object) => object });
    first.addRoot(TARGET);
    const { changes } = first.record(newest);
    const recorder = restored ? new Recorder({ rules: builtinRules(), redact: (object) => object }) : first;
    if (restored)
      recorder.restore([TARGET], { cycles: () => [], latest: () => [], changes: () => changes, gaps: () => [], positions: () => [] });
    const past = [3, 4].map(
      (version) => ({ ...added(podOf(version, { nodeName: `node-${version}` })), type: 'Modified', by }) as RecorderMessage,
    );
    return past.flatMap((message) => recorder.record(message).changes.map(({ resourceVersion }) => resourceVersion));
  };

  test.each(['lateWatch', 'walkBack', 'watch'] as const)('are told no more when they come again by %s', (by) => {
    expect(told(by, true)).toEqual([]);
  });

  test('are told where they were walked back to and no history was there', () => {
    expect(told('walkBack', false)).toEqual(['3', '4']);
    expect(told('lateWatch', false)).toEqual([]);
  });
});

test('a custom kind that is called Event is inferred deleted where a list no longer shows it', () => {
  const scope = { group: 'meet.example.com', resource: 'events', namespace: 'plain' };
  const recorder = new Recorder({ rules: builtinRules(), redact: (object) => object });
  recorder.addRoot({ id: 'root', group: 'meet.example.com', objectKind: 'Event', namespace: 'plain', name: 'a' });
  const object = { ...podOf(5), apiVersion: 'meet.example.com/v1', kind: 'Event' };
  recorder.record({ kind: 'Observed', type: 'Added', scope, object, by: 'watch', receivedAt: 1 });
  recorder.record({ kind: 'ListBegin', scope, objectKind: 'Event', resourceVersion: '9', requestedAt: 0, receivedAt: 2 });
  const { changes } = recorder.record({ kind: 'ListEnd', scope, resourceVersion: '9', receivedAt: 2 });
  expect(changes).toMatchObject([{ type: 'Deletion', certainty: 'inferred' }]);
});
