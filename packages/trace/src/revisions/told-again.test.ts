// Bodies that were not at hand are read again, outside of lists and in them: the past stays as it was, at no price per object.

import type { KubeObject, ResourceScope } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { RecorderMessage } from '../message.ts';
import { Recorder } from '../recorder.ts';
import { builtinRules } from '../rules/builtin-rules.ts';

const ROOT = { id: 'w', group: 'example.com', objectKind: 'Widget', namespace: 'plain', name: 'w' };
const WIDGETS = { group: 'example.com', resource: 'widgets', namespace: 'plain' };
const PODS = { group: '', resource: 'pods', namespace: 'plain' };
const OWNED = [{ apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid: 'w' }];

function objectOf(kind: string, version: number, rest: { readonly name: string; readonly [field: string]: unknown }): KubeObject {
  const { name, status, ...metadata } = rest;
  const named = { namespace: 'plain', name, uid: name, resourceVersion: String(version), ...metadata };
  const apiVersion = kind === 'Widget' ? 'example.com/v1' : 'v1';
  return { apiVersion, kind, metadata: named, ...(status === undefined ? {} : { status }) } as unknown as KubeObject;
}

const WIDGET = objectOf('Widget', 5, { name: 'w' });
const pod = (name: string, version: number, rest: object = {}): KubeObject =>
  objectOf('Pod', version, { name, ownerReferences: OWNED, ...rest });

function observed(scope: ResourceScope, object: KubeObject, type: 'Added' | 'Modified' = 'Modified'): RecorderMessage {
  return { kind: 'Observed', type, scope, object, by: 'watch', receivedAt: Number(object.metadata.resourceVersion) };
}

function listed(scope: ResourceScope, objects: readonly KubeObject[], version: number): readonly RecorderMessage[] {
  const at = { scope, resourceVersion: String(version), receivedAt: version };
  const objectKind = scope === PODS ? 'Pod' : 'Widget';
  return [
    { kind: 'ListBegin', objectKind, requestedAt: 0, ...at },
    ...objects.map((object): RecorderMessage => ({ kind: 'Listed', scope, object, receivedAt: version })),
    { kind: 'ListEnd', ...at },
  ];
}

const READY = { status: { conditions: [{ type: 'Ready', status: 'True' }] } };

test.each<[title: string, again: readonly RecorderMessage[]]>([
  ['by itself', [{ kind: 'Listed', scope: PODS, object: pod('p', 12, READY), receivedAt: 20 }]],
  ['in a list', listed(PODS, [pod('p', 12, READY)], 20)],
])('a body that comes after its metadata %s stands where its version does: nothing turns incomplete by it', (_title, again) => {
  const recorder = new Recorder({ rules: builtinRules(), redact: (object) => object });
  recorder.addRoot(ROOT);
  const told = [
    ...listed(WIDGETS, [WIDGET], 10),
    ...listed(PODS, [pod('p', 10)], 10),
    observed(PODS, pod('p', 12, { labels: { a: 'b' } })),
    ...again,
  ].map((message) => recorder.record(message));
  expect(told.at(-1)?.signals ?? []).toEqual([]);
  expect(told.flatMap(({ changes }) => changes.map(({ type, resourceVersion }) => `${type} ${resourceVersion}`))).toEqual([
    'Present 5',
    'Present 10',
    'Update 12',
    'Present 12',
  ]);
  expect(recorder.view('w')?.cycles).toEqual([]);
  expect(recorder.body(pod('p', 12).metadata.uid as never)).toMatchObject(READY);
});

test('thousands of bodies are read again after thousands of changes at no price but their own', { timeout: 20_000 }, () => {
  const recorder = new Recorder({ rules: builtinRules(), redact: (object) => object, waitingBytes: 0 });
  recorder.addRoot(ROOT);
  const pods = Array.from({ length: 3_000 }, (_, index) => pod(`p${index}`, 1_000 + index, READY));
  for (const object of pods) recorder.record(observed(PODS, object, 'Added'));
  for (let version = 5_000; version < 10_000; version += 1) recorder.record(observed(PODS, objectOf('Pod', version, { name: 'other' })));
  const { wants } = recorder.record(observed(WIDGETS, { ...WIDGET, metadata: { ...WIDGET.metadata, resourceVersion: '10000' } }, 'Added'));
  expect(wants.filter(({ kind }) => kind === 'Promote').length).toBe(pods.length);
  const before = recorder.view('w');
  for (const object of pods) recorder.record({ kind: 'Listed', scope: PODS, object, receivedAt: 10_001 });
  expect(recorder.view('w')).toEqual(before);
  expect(pods.filter(({ metadata }) => recorder.body(metadata.uid as never) === undefined)).toEqual([]);
});

test('what is first seen as it changes stands from then on, not from the start', () => {
  const recorder = new Recorder({ rules: builtinRules(), redact: (object) => object });
  recorder.addRoot(ROOT);
  for (const message of listed(WIDGETS, [WIDGET], 10)) recorder.record(message);
  recorder.record(observed(PODS, pod('a', 20, READY), 'Added'));
  recorder.record({ kind: 'Tick', receivedAt: 10_000 });
  const [closed] = recorder.view('w')?.cycles ?? [];
  expect(closed).toMatchObject({ state: 'closed', end: { position: { version: '20' } } });
  recorder.record({ ...observed(PODS, pod('b', 30, { deletionTimestamp: '2026-01-01T00:00:00Z' })), receivedAt: 20_000 });
  expect(recorder.view('w')?.cycles).toEqual([closed]);
});
