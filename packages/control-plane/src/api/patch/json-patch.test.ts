import { expect, test } from 'vitest';
import { applyJsonPatch } from './json-patch.ts';

const OBJECT = { metadata: { annotations: { a: 'b' } } };

test('replace adds a key that an object does not have', () => {
  const outcome = applyJsonPatch(OBJECT, [{ op: 'replace', path: '/metadata/labels', value: { l: '1' } }]);
  expect(outcome).toEqual({ kind: 'patched', value: { metadata: { annotations: { a: 'b' }, labels: { l: '1' } } } });
});

test('a copy of a key that an object does not have is null', () => {
  const outcome = applyJsonPatch(OBJECT, [{ op: 'copy', from: '/metadata/labels', path: '/metadata/annotations' }]);
  expect(outcome).toEqual({ kind: 'patched', value: { metadata: { annotations: null } } });
});

test('a move of such a key does not fit', () => {
  const outcome = applyJsonPatch(OBJECT, [{ op: 'move', from: '/metadata/labels', path: '/metadata/annotations' }]);
  expect(outcome.kind).toBe('misfit');
});

test('a test for null holds where the key is not there, and not where it is', () => {
  const absent = applyJsonPatch(OBJECT, [{ op: 'test', path: '/metadata/finalizers', value: null }]);
  expect(absent).toEqual({ kind: 'patched', value: OBJECT });
  expect(applyJsonPatch(OBJECT, [{ op: 'test', path: '/metadata/annotations', value: null }]).kind).toBe('misfit');
  expect(applyJsonPatch(OBJECT, [{ op: 'test', path: '/metadata/finalizers', value: [] }]).kind).toBe('misfit');
  expect(applyJsonPatch(OBJECT, [{ op: 'test', path: '/status/phase', value: null }]).kind).toBe('misfit');
});
