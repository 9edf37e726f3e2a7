import type { KubeObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { RecorderMessage } from './message.ts';
import type { Recorded } from './recorded.ts';
import { Recorder } from './recorder.ts';
import { builtinRules } from './rules/builtin-rules.ts';

const PODS = { group: '', resource: 'pods', namespace: 'plain' };
const CONFIG = { group: '', resource: 'configmaps', namespace: 'plain' };
const ROOT = { id: 'Pod/plain/a', group: '', objectKind: 'Pod', namespace: 'plain', name: 'a' };
const OWNED = { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'a' }] };

function told(type: 'Added' | 'Modified' | 'Deleted', version: number, metadata: object): RecorderMessage {
  const named = { namespace: 'plain', resourceVersion: String(version), ...metadata } as KubeObject['metadata'];
  const object: KubeObject =
    named.name === 'a' ? { apiVersion: 'v1', kind: 'Pod', metadata: named } : { apiVersion: 'v1', kind: 'ConfigMap', metadata: named };
  return { kind: 'Observed', type, scope: named.name === 'a' ? PODS : CONFIG, object, by: 'watch', receivedAt: version };
}

const config = (type: 'Added' | 'Modified' | 'Deleted', version: number, more: object = {}): RecorderMessage =>
  told(type, version, { name: 'late', uid: 'late', ...more });

/** A recorder of the root in whose room nothing can wait. */
function crowded(): (...messages: readonly RecorderMessage[]) => readonly Recorded[] {
  const recorder = new Recorder({ rules: builtinRules(), redact: (object) => object, waitingBytes: 0 });
  recorder.addRoot(ROOT);
  return (...messages) => messages.map((message) => recorder.record(message));
}

test('what was let go of an object that joins a tree later is a gap, and its body is asked for', () => {
  const record = crowded();
  record(told('Added', 2, { name: 'a', uid: 'a' }), config('Added', 5), config('Modified', 6), config('Modified', 8));
  const [joined] = record(config('Modified', 11, OWNED));
  expect(joined?.gaps).toMatchObject([{ scope: 'configmaps@plain', from: '4', to: '8', ref: { name: 'late' } }]);
  expect(joined?.gaps[0]?.reason).toMatch(/^3 changes from before it joined/);
  expect(joined?.changes.map(({ resourceVersion }) => resourceVersion)).toEqual(['11']);
  expect(joined?.wants).toMatchObject([{ kind: 'Promote', resourceVersion: '11', after: '4' }]);
  expect(record(config('Modified', 12, OWNED))[0]?.gaps).toEqual([]);
});

test('what is walked back to of it is told in its place', () => {
  const record = crowded();
  record(told('Added', 2, { name: 'a', uid: 'a' }), config('Added', 5), config('Modified', 6), config('Modified', 11, OWNED));
  const back = [config('Added', 5), config('Modified', 6)].map((message) => ({ ...message, by: 'walkBack' }) as RecorderMessage);
  const changes = record(...back).flatMap((recorded) => recorded.changes);
  expect(changes.map(({ type, resourceVersion, certainty }) => [type, resourceVersion, certainty])).toEqual([
    ['Creation', '5', 'recovered'],
    ['Update', '6', 'recovered'],
  ]);
});

test('an object that waits only and is in a tree when its owner comes late has all of it in the gap, and is read again', () => {
  const record = crowded();
  record(config('Added', 5, OWNED), config('Modified', 6, OWNED));
  const [joined] = record(told('Added', 2, { name: 'a', uid: 'a' }));
  expect(joined?.gaps).toMatchObject([{ from: '4', to: '6', ref: { name: 'late' } }]);
  expect(joined?.wants).toMatchObject([{ kind: 'Promote', resourceVersion: '6' }]);
});

test('an object that came and went in no tree is no gap of one of its name', () => {
  const record = crowded();
  record(told('Added', 2, { name: 'a', uid: 'a' }), config('Added', 5), config('Deleted', 6));
  const [next] = record(told('Added', 9, { name: 'late', uid: 'next', ...OWNED }));
  expect(next?.gaps).toEqual([]);
  expect(next?.changes).toHaveLength(1);
});

test('what was let go of an object that had gone when its owner joins the tree is a gap', () => {
  const record = crowded();
  const child = { name: 'child', uid: 'child', ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'late', uid: 'late' }] };
  record(told('Added', 1, { name: 'a', uid: 'a' }), config('Added', 2), told('Added', 3, child), told('Deleted', 4, child));
  const [recorded] = record(config('Modified', 5, OWNED));
  expect(recorded?.gaps.map(({ ref, from, to }) => [ref?.uid, from, to])).toContainEqual(['child', '2', '4']);
});

test('of the dead only so many are remembered: what names one that was forgotten as its owner joins no tree', () => {
  const recorder = new Recorder({ rules: builtinRules(), redact: (object) => object, maxTombs: 1 });
  recorder.addRoot(ROOT);
  const ofOwner = (uid: string) => ({ ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: uid, uid }] });
  const owner = (uid: string) => ({ name: uid, uid, ...OWNED });
  const child = (uid: string) => ({ name: `of-${uid}`, uid: `of-${uid}`, ...ofOwner(uid) });
  const messages = [
    told('Added', 1, { name: 'a', uid: 'a' }),
    told('Added', 2, owner('first')),
    told('Added', 3, owner('second')),
    told('Deleted', 4, owner('first')),
    told('Deleted', 5, owner('second')),
    told('Added', 6, child('first')),
    told('Added', 7, child('second')),
  ];
  const members = messages.flatMap((message) => recorder.record(message).members.map(({ ref }) => ref.name));
  expect(members).toEqual(['a', 'first', 'second', 'of-second']);
});
