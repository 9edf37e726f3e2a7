import type { KubeObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { RecorderMessage } from './message.ts';
import { Recorder } from './recorder.ts';
import { builtinRules } from './rules/builtin-rules.ts';

const TARGET = { id: 'web', group: 'apps', objectKind: 'ReplicaSet', namespace: 'plain', name: 'web' };
const CHILDREN = 3_000;

function added(object: object, version: number): RecorderMessage {
  const { metadata, ...rest } = object as KubeObject;
  const told = { ...rest, metadata: { ...metadata, namespace: 'plain', resourceVersion: String(version) } } as KubeObject;
  const resource = told.kind === 'Pod' ? 'pods' : 'replicasets';
  const group = told.kind === 'Pod' ? '' : 'apps';
  return {
    kind: 'Observed',
    type: 'Added',
    scope: { group, resource, namespace: 'plain' },
    object: told,
    by: 'watch',
    receivedAt: version,
  };
}

const OWNER = added(
  { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web', uid: 'web', generation: 1 }, spec: {}, status: {} },
  1_000,
);
const PODS = Array.from({ length: CHILDREN }, (_, index) =>
  added(
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: `p${index}`,
        uid: `p${index}`,
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'web' }],
      },
    },
    2_000 + index,
  ),
);

function toldIn(messages: readonly RecorderMessage[]): { readonly recorder: Recorder; readonly ids: ReadonlySet<string> } {
  const recorder = new Recorder({ rules: builtinRules(), redact: (object) => object });
  recorder.addRoot(TARGET);
  const told = messages.map((message) => recorder.record(message));
  told.push(recorder.record({ kind: 'Tick', receivedAt: 10_000 }));
  return { recorder, ids: new Set(told.flatMap(({ changes }) => changes.map(({ id }) => id))) };
}

test('thousands of late messages are folded in together: the tree and cycles of the right order, at no quadratic price', {
  timeout: 20_000,
}, () => {
  const inOrder = toldIn([OWNER, ...PODS]);
  const reversed = toldIn([OWNER, ...PODS.toReversed()]);
  expect(reversed.ids).toEqual(inOrder.ids);
  expect(reversed.ids.size).toBe(CHILDREN + 1);
  expect(reversed.recorder.view('web')).toEqual(inOrder.recorder.view('web'));
});

test('what is seen of the recorder while late messages are gathered is what was told so far', () => {
  const { recorder } = toldIn([OWNER, ...PODS.slice(1_000)]);
  for (const pod of PODS.slice(0, 5).toReversed()) recorder.record(pod);
  const counts = recorder.view('web')?.summary.objectSummaries.map(({ kind, total }) => `${kind} ${total}`);
  expect(counts).toEqual([`ReplicaSet 1`, `Pod ${CHILDREN - 1_000 + 5}`]);
});

test('one late message after few others is folded in at once, and its cycle told', () => {
  const recorder = new Recorder({ rules: builtinRules(), redact: (object) => object });
  recorder.addRoot(TARGET);
  for (const pod of PODS.slice(0, 10)) recorder.record(pod);
  expect(recorder.record(OWNER).signals.map(({ kind }) => kind)).toEqual(['opened']);
});
