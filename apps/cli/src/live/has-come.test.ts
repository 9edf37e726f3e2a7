import { asUid, type ObjectRef } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { hasComeOnce } from './has-come.ts';

const ref: ObjectRef = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'plain', name: 'web', uid: asUid('u') };

test('what is waited for has not come while nothing was seen of it, or only that an earlier one is gone', () => {
  const hasCome = hasComeOnce(false);
  expect(hasCome(undefined)).toBe(false);
  expect(hasCome({ gone: false })).toBe(false);
  expect(hasCome({ ref, gone: true })).toBe(false);
});

test('once it has come it stays so, also when it goes again', () => {
  const hasCome = hasComeOnce(false);
  expect(hasCome({ ref, gone: false })).toBe(true);
  expect(hasCome({ ref, gone: true })).toBe(true);
});

test('what was there from the start need not come', () => {
  expect(hasComeOnce(true)({ ref, gone: true })).toBe(true);
});
