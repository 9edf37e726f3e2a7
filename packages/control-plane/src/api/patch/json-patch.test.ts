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

test.each(['toString', 'constructor', 'hasOwnProperty', '__proto__'])('%s is no key of an object that does not have it', (key) => {
  const path = `/metadata/annotations/${key}`;
  expect(applyJsonPatch(OBJECT, [{ op: 'remove', path }]).kind).toBe('misfit');
  expect(applyJsonPatch(OBJECT, [{ op: 'move', from: path, path: '/metadata/annotations/b' }]).kind).toBe('misfit');
  expect(applyJsonPatch(OBJECT, [{ op: 'add', path: `${path}/polluted`, value: true }]).kind).toBe('misfit');
  const copied = applyJsonPatch(OBJECT, [{ op: 'copy', from: path, path: '/metadata/annotations/b' }]);
  expect(copied).toEqual({ kind: 'patched', value: { metadata: { annotations: { a: 'b', b: null } } } });
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test.each(['move', 'copy'])('a %s without a place that it takes from does not fit', (op) => {
  expect(applyJsonPatch(OBJECT, [{ op, path: '/metadata/labels' }]).kind).toBe('misfit');
  expect(applyJsonPatch(OBJECT, [{ op, path: '/metadata/labels', from: '/no/where' }]).kind).toBe('misfit');
});

test('copies that double what there is come to an end', () => {
  const copies = Array.from({ length: 60 }, (_, index) => ({ op: 'copy', from: '/metadata', path: `/metadata/annotations/c${index}` }));
  const outcome = applyJsonPatch(OBJECT, copies);
  expect(outcome).toEqual({
    kind: 'misfit',
    message: expect.stringMatching(/accumulated size increase of copy is \d+, exceeding the limit 3145728/),
  });
});

test('a patch does not put values within each other deeper than a body may be', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(900)}1${'}'.repeat(900)}`);
  const below = `/metadata${'/a'.repeat(900)}`;
  const outcome = applyJsonPatch(OBJECT, [
    { op: 'add', path: '/metadata', value: deep },
    { op: 'add', path: below, value: deep },
  ]);
  expect(outcome).toEqual({ kind: 'misfit', message: 'exceeded max depth' });
});

test('as many operations as are allowed take no time', () => {
  const operations = Array.from({ length: 10_000 }, (_, index) => ({ op: 'add', path: `/metadata/annotations/k${index}`, value: 'v' }));
  const started = performance.now();
  expect(applyJsonPatch(OBJECT, operations).kind).toBe('patched');
  expect(performance.now() - started).toBeLessThan(2_000);
});
