import { expect, test } from 'vitest';
import type { JsonObject } from '../../json.ts';
import type { PatchField, PatchShape } from './patch-shape.ts';
import { strategicMerge } from './strategic-merge.ts';

const SCALAR: PatchShape = { kind: 'other', goKind: 'string' };
const MAP: PatchShape = { kind: 'other', goKind: 'map' };

function struct(name: string, fields: Readonly<Record<string, PatchField>>): PatchShape {
  return { kind: 'struct', name, field: (key) => fields[key] };
}

function field(shape: PatchShape, strategy = '', mergeKey = ''): PatchField {
  return { shape, strategy, mergeKey };
}

const ITEM = struct('Item', { name: field(SCALAR), value: field(SCALAR), map: field(MAP) });
const ROOT = struct('Root', {
  text: field(SCALAR),
  labels: field(MAP),
  items: field({ kind: 'list', of: () => ITEM }, 'merge,retainKeys', 'name'),
  keyless: field({ kind: 'list', of: () => ITEM }, 'merge'),
  set: field({ kind: 'list', of: () => SCALAR }, 'merge'),
  plain: field({ kind: 'list', of: () => SCALAR }),
  kept: field(struct('Kept', { a: field(SCALAR), b: field(SCALAR) }), 'retainKeys'),
  replaced: field(ITEM, 'replace'),
});

const LIVE: JsonObject = {
  text: 'x',
  labels: { a: '1', b: '2' },
  items: [
    { name: 'a', value: '1' },
    { name: 'b', value: '2' },
    { name: 'c', value: '3' },
  ],
  keyless: [{ name: 'a' }],
  set: ['a', 'b', 'c'],
  plain: ['a', 'b'],
  kept: { a: '1', b: '2' },
  replaced: { name: 'a', value: '1' },
};

test.each([
  ['a value', { text: 'y' }, { text: 'y' }],
  ['null removes', { text: null, labels: { a: null, none: null } }, { text: undefined, labels: { b: '2' } }],
  ['maps are merged', { labels: { c: '3' } }, { labels: { a: '1', b: '2', c: '3' } }],
  ['maps replaced', { labels: { $patch: 'replace', c: '3' } }, { labels: { c: '3' } }],
  ['maps emptied', { labels: { $patch: 'delete' } }, { labels: {} }],
  [
    'an item merged',
    { items: [{ name: 'b', value: '9' }] },
    {
      items: [
        { name: 'a', value: '1' },
        { name: 'b', value: '9' },
        { name: 'c', value: '3' },
      ],
    },
  ],
  [
    'a new item stands first',
    { items: [{ name: 'd', value: '4' }] },
    { items: [{ name: 'd', value: '4' }, ...(LIVE['items'] as JsonObject[])] },
  ],
  [
    'an item deleted',
    { items: [{ name: 'b', $patch: 'delete' }] },
    {
      items: [
        { name: 'a', value: '1' },
        { name: 'c', value: '3' },
      ],
    },
  ],
  ['all items replaced', { items: [{ $patch: 'replace' }, { name: 'z' }] }, { items: [{ name: 'z' }] }],
  [
    'an item with retained keys',
    { items: [{ name: 'a', map: {}, $retainKeys: ['name', 'map'] }] },
    {
      items: [
        { name: 'a', map: {} },
        { name: 'b', value: '2' },
        { name: 'c', value: '3' },
      ],
    },
  ],
  [
    'the order set',
    { '$setElementOrder/items': [{ name: 'c' }, { name: 'a' }] },
    {
      items: [
        { name: 'b', value: '2' },
        { name: 'c', value: '3' },
        { name: 'a', value: '1' },
      ],
    },
  ],
  ['the order of a set', { '$setElementOrder/set': ['c', 'a'] }, { set: ['b', 'c', 'a'] }],
  ['a set', { set: ['d', 'a'] }, { set: ['d', 'a', 'b', 'c'] }],
  ['deletions of a set', { '$deleteFromPrimitiveList/set': ['b', 'z'] }, { set: ['a', 'c'] }],
  ['a plain list', { plain: ['z'] }, { plain: ['z'] }],
  ['retained keys', { kept: { $retainKeys: ['a'], a: '9' } }, { kept: { a: '9' } }],
  ['a replaced object', { replaced: { value: '2' } }, { replaced: { value: '2' } }],
  [
    'new objects lose nulls and directives',
    { other: { a: null, b: [{ $patch: 'delete' }, { c: null, d: 1 }] } },
    { other: { b: [{ d: 1 }] } },
  ],
])('%s', (_what, patch, expected) => {
  const outcome = strategicMerge(LIVE, patch as unknown as JsonObject, ROOT);
  const merged = { ...LIVE, ...expected };
  expect(outcome.kind === 'merged' && outcome.value).toEqual(JSON.parse(JSON.stringify(merged)));
});

test.each([
  [{ items: [{ value: '1' }] }, 'internal', 'map: map[value:1] does not contain declared merge key: name'],
  [
    { items: ['x'] },
    'internal',
    'list element types are not identical: [[map[name:a value:1] map[name:b value:2] map[name:c value:3]] [x]]',
  ],
  [{ items: [{ name: 'a', $patch: 'merge' }] }, 'internal', 'merging lists cannot yet be specified in the patch'],
  [{ items: [{ name: 'a', $patch: 5 }] }, 'internal', 'unknown patch type: %!s(int64=5) in map: map[$patch:5 name:a]'],
  [{ keyless: [{ name: 'b' }] }, 'internal', 'cannot merge lists without merge key for struct'],
  [{ plain: [['x']], set: [['x']] }, 'internal', 'list element types are not identical: [[a b c] [[x]]]'],
  [{ kept: { $retainKeys: 'a' } }, 'bad-request', 'invalid patch format of retainKeys'],
  [{ kept: { $retainKeys: ['a'], b: '1' } }, 'bad-request', 'invalid patch format of retainKeys'],
  [{ $deleteFromPrimitiveList: ['a'] }, 'bad-request', 'invalid patch format of primitive list'],
  [{ $setElementOrder: [] }, 'bad-request', 'invalid patch format of setElementOrder list'],
  [{ '$setElementOrder/items': {} }, 'internal', 'expected a []interface {}, but received a map[string]interface {}'],
  [{ '$setElementOrder/none': [] }, 'internal', 'unable to find api field in struct Root for the json field "none"'],
  [
    { '$setElementOrder/items': [{ name: 'a' }], items: [{ name: 'b' }] },
    'internal',
    "The order in patch list:\n[map[name:b]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n",
  ],
])('%j is refused', (patch, reason, message) => {
  expect(strategicMerge(LIVE, patch as unknown as JsonObject, ROOT)).toEqual({ kind: 'refused', reason, message });
});

test('neither object nor patch is changed', () => {
  const patch = { items: [{ name: 'b', $patch: 'delete' }], '$setElementOrder/set': ['c'] };
  const before = JSON.stringify([LIVE, patch]);
  strategicMerge(LIVE, patch, ROOT);
  expect(JSON.stringify([LIVE, patch])).toBe(before);
});
