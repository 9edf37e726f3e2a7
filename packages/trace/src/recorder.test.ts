import type { KubeObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { builtinRules } from './builtin-rules.ts';
import type { RecorderMessage } from './message.ts';
import { Recorder } from './recorder.ts';

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
