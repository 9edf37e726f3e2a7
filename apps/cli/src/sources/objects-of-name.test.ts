import { asUid, type ObjectRef } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { chooseObject } from './objects-of-name.ts';

const WANTED = { group: '', kind: 'Pod', namespace: 'plain', name: 'web-0' };
const refTo = (uid: string, name = 'web-0'): ObjectRef => ({ ...WANTED, version: 'v1', name, uid: asUid(uid) });

function change(ref: ObjectRef, time: number, type: Change['type'] = 'Update'): Change {
  const position = { epoch: 0, version: String(time), offset: 0 };
  const rest = { diff: [], certainty: 'observed' as const, receivedAt: time, resourceVersion: String(time) };
  return { kind: 'change', id: `0/${ref.uid}/${time}`, type, ref, position, time, ...rest };
}

const CHANGES = [
  change(refTo('aa1'), 1, 'Creation'),
  change(refTo('other', 'web-1'), 2),
  change(refTo('aa1'), 3, 'Deletion'),
  change(refTo('ab2'), 4, 'Creation'),
  change(refTo('ab2'), 5, 'Event'),
  change(refTo('gone'), 6, 'Event'),
];

test('of several objects of a name the last is told, and what there was before it', () => {
  const chosen = chooseObject(CHANGES, { wanted: WANTED, uid: undefined });
  expect(chosen?.ref.uid).toBe('ab2');
  expect(chosen?.changes.map(({ time }) => time)).toEqual([4, 5]);
  expect(chosen?.earlier).toEqual([{ uid: 'aa1', changes: 2, from: 1, to: 3 }]);
});

test('one of them is chosen by the beginning of its uid; a uid that none has is refused with those there are', () => {
  const chosen = chooseObject(CHANGES, { wanted: WANTED, uid: 'aa' });
  expect(chosen?.changes.map(({ time }) => time)).toEqual([1, 3]);
  expect(chosen?.earlier.map(({ uid }) => uid)).toEqual(['ab2']);
  expect(() => chooseObject(CHANGES, { wanted: WANTED, uid: 'zz' })).toThrow('no Pod web-0 has a uid that begins with zz');
  expect(chooseObject(CHANGES, { wanted: { ...WANTED, name: 'web-9' }, uid: undefined })).toBeUndefined();
});
