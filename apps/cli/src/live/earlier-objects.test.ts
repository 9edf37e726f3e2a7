import type { KubeObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { claimsOf, earlierNotes } from './earlier-objects.ts';

const NOTHING = { kinds: new Set(['StatefulSet', 'Pod']), there: new Set<string>(), claims: [], events: [], members: [] };

function object(kind: string, name: string, metadata: object = {}, rest: object = {}): KubeObject {
  return { apiVersion: 'v1', kind, metadata: { name, namespace: 'plain', uid: `uid-${name}`, ...metadata }, ...rest } as KubeObject;
}

function event(
  name: string,
  { about, uid, message = '' }: { readonly about: string; readonly uid: string; readonly message?: string },
): KubeObject {
  const [kind = '', of = ''] = about.split('/');
  const involvedObject = { kind, namespace: 'plain', name: of, uid };
  return object('Event', name, {}, { involvedObject, reason: 'R', message, type: 'Normal', lastTimestamp: '2026-11-30T19:00:00Z' });
}

const CLAIM = object('PersistentVolumeClaim', 'data-web-0', {
  managedFields: [{ manager: 'kube-controller-manager', operation: 'Update', fieldsV1: { 'f:spec': { 'f:resources': {} } } }],
});
const SET = object('StatefulSet', 'web', {}, { spec: { volumeClaimTemplates: [{ metadata: { name: 'data' } }] } });
const MADE = event('made', {
  about: 'StatefulSet/web',
  uid: 'old',
  message: 'Create Claim data-web-0 Pod web-0 in StatefulSet web success',
});

test('Events about an earlier object of the name are counted by its uid, those about others are not', () => {
  const events = [
    event('a', { about: 'Pod/web-0', uid: 'old' }),
    event('b', { about: 'Pod/web-0', uid: 'old' }),
    event('c', { about: 'Pod/web-0', uid: 'uid-web-0' }),
    event('d', { about: 'Pod/web-1', uid: 'older' }),
  ];
  expect(earlierNotes(object('Pod', 'web-0'), { ...NOTHING, events })).toEqual([
    'an earlier object of this name (uid old) left 2 Events, the last of 2026-11-30T19:00:00.000Z',
  ]);
});

test('what stood before the root is named', () => {
  const at = (minute: number): object => ({ creationTimestamp: `2026-11-30T19:0${minute}:00Z` });
  const members = ['a', 'b', 'c', 'd'].map((name) => object('PersistentVolumeClaim', name, at(1)));
  const younger = object('Pod', 'web-0', at(3));
  expect(earlierNotes(object('StatefulSet', 'web', at(2)), { ...NOTHING, members: [...members, younger] })).toEqual([
    'older than it: PersistentVolumeClaim/a, PersistentVolumeClaim/b, PersistentVolumeClaim/c and 1 more; an earlier object of this name left them, or they were made by themselves',
  ]);
  expect(earlierNotes(object('StatefulSet', 'web', at(2)), { ...NOTHING, members: [younger] })).toEqual([]);
});

test('an owner that is not there is named', () => {
  const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web', uid: 'old' }];
  const pod = object('Pod', 'web-0', { ownerReferences });
  expect(earlierNotes(pod, { ...NOTHING, there: new Set(['old']) })).toEqual([]);
  expect(earlierNotes(pod, NOTHING)).toEqual(['its owner StatefulSet/web (uid old) is gone']);
  expect(earlierNotes(pod, { ...NOTHING, kinds: new Set() })).toEqual([]);
});

test('a claim whose StatefulSet is gone says so, by its Event or by its name alone; one that was made by hand does not', () => {
  const again = { ...NOTHING, claims: claimsOf(SET) };
  expect(earlierNotes(CLAIM, { ...NOTHING, events: [MADE] })).toEqual(['StatefulSet/web (uid old), for which it was made, is gone']);
  expect(earlierNotes(CLAIM, { ...again, events: [MADE] })).toEqual([
    'StatefulSet/web (uid old), for which it was made, is gone: an earlier object of the name of the one that has it now',
  ]);
  expect(earlierNotes(CLAIM, { ...again, there: new Set(['old']), events: [MADE] })).toEqual([]);
  expect(earlierNotes(CLAIM, NOTHING)).toEqual([
    'it was made for a pod of a StatefulSet that is gone: none that is there has such a claim',
  ]);
  expect(earlierNotes(CLAIM, again)).toEqual([]);
  expect(earlierNotes(object('PersistentVolumeClaim', 'data-web-0'), NOTHING)).toEqual([]);
});
