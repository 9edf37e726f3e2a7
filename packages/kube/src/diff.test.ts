import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyDiff } from './apply-diff.ts';
import { diffObjects, type FieldChange } from './diff.ts';
import { DiffMismatchError } from './errors.ts';
import { type Json, jsonEquals, parseJson } from './json.ts';
import type { KubeObject } from './kube-object.ts';

function object(kind: string, fields: Record<string, Json>): KubeObject {
  const [apiVersion, name] = kind.includes(' ') ? (kind.split(' ') as [string, string]) : ['v1', kind];
  return { apiVersion, kind: name, metadata: { name: 'x' }, ...fields };
}

function paths(changes: readonly FieldChange[]): string[] {
  return changes.map(({ path }) => path.join('.'));
}

function roundTrip(before: KubeObject, after: KubeObject): readonly FieldChange[] {
  const changes = diffObjects(before, after);
  expect(jsonEquals(applyDiff(before, changes) as unknown as Json, after as unknown as Json)).toBe(true);
  return changes;
}

const container = (name: string, image: string) => ({ name, image });

describe('diffObjects', () => {
  it('names list items of a built-in kind by the keys of its schema', () => {
    const before = object('apps/v1 Deployment', {
      spec: { template: { spec: { containers: [container('web', 'a:1'), container('log', 'l:1')] } } },
    });
    const after = object('apps/v1 Deployment', {
      spec: { template: { spec: { containers: [container('web', 'a:2'), container('log', 'l:1')] } } },
    });
    expect(roundTrip(before, after)).toEqual([
      { path: ['spec', 'template', 'spec', 'containers', 'name=web', 'image'], before: 'a:1', after: 'a:2' },
    ]);
  });

  it.each<[title: string, kind: string, before: Json, after: Json, expected: string[]]>([
    [
      'two keys of a Service port',
      'v1 Service',
      [{ port: 80, protocol: 'TCP' }],
      [
        { port: 80, protocol: 'TCP' },
        { port: 80, protocol: 'UDP' },
      ],
      ['spec.ports.port=80,protocol=UDP'],
    ],
    ['an absent second key', 'v1 Service', [{ port: 80 }], [{ port: 80, name: 'a' }], ['spec.ports.port=80,protocol.name']],
    [
      'a guess by name for a custom kind',
      'db.example.com/v1 Database',
      [{ name: 'a', size: 1 }],
      [{ name: 'a', size: 2 }],
      ['spec.ports.name=a.size'],
    ],
    [
      'a guess by type where name is missing',
      'db.example.com/v1 Database',
      [{ type: 'Ready', n: 1 }],
      [{ type: 'Ready', n: 2 }],
      ['spec.ports.type=Ready.n'],
    ],
    [
      'positions where names repeat',
      'db.example.com/v1 Database',
      [
        { name: 'a', size: 1 },
        { name: 'a', size: 1 },
      ],
      [
        { name: 'a', size: 1 },
        { name: 'a', size: 2 },
      ],
      ['spec.ports.1.size'],
    ],
    ['the whole list of scalars', 'db.example.com/v1 Database', ['a', 'b'], ['a', 'c'], ['spec.ports']],
    [
      'a removed item',
      'v1 Service',
      [
        { port: 80, protocol: 'TCP' },
        { port: 81, protocol: 'TCP' },
      ],
      [{ port: 81, protocol: 'TCP' }],
      ['spec.ports.port=80,protocol=TCP'],
    ],
    [
      'an order that moved',
      'v1 Service',
      [
        { port: 80, protocol: 'TCP' },
        { port: 81, protocol: 'TCP' },
      ],
      [
        { port: 81, protocol: 'TCP' },
        { port: 80, protocol: 'TCP' },
      ],
      ['spec.ports.(order)'],
    ],
    [
      'an item put in front',
      'db.example.com/v1 Database',
      [{ name: 'b' }],
      [{ name: 'a' }, { name: 'b' }],
      ['spec.ports.name=a', 'spec.ports.(order)'],
    ],
    [
      'a key that holds separators',
      'db.example.com/v1 Database',
      [{ name: 'a,b=c\\' }],
      [{ name: 'a,b=c\\', x: 1 }],
      ['spec.ports.name=a\\,b=c\\\\.x'],
    ],
  ])('matches items by %s', (...row) => {
    const [, kind, before, after, expected] = row;
    expect(paths(roundTrip(object(kind, { spec: { ports: before } }), object(kind, { spec: { ports: after } })))).toEqual(expected);
  });

  it('shows finalizers as a set, also on custom kinds', () => {
    const before: KubeObject = { ...object('db.example.com/v1 Database', {}), metadata: { name: 'x', finalizers: ['a/one', 'b/two'] } };
    const after: KubeObject = { ...before, metadata: { name: 'x', finalizers: ['b/two', 'c/three'] } };
    expect(roundTrip(before, after)).toEqual([
      { path: ['metadata', 'finalizers', '=a/one'], before: 'a/one' },
      { path: ['metadata', 'finalizers', '=c/three'], after: 'c/three' },
    ]);
  });

  it('leaves out managedFields and resourceVersion of the object but not of what it holds', () => {
    const before: KubeObject = {
      ...object('v1 List', { spec: { metadata: { resourceVersion: '1' } } }),
      metadata: { name: 'x', resourceVersion: '1' },
    };
    const after: KubeObject = {
      ...object('v1 List', { spec: { metadata: { resourceVersion: '2' } } }),
      metadata: { name: 'x', resourceVersion: '2' },
    };
    expect(paths(diffObjects(before, after))).toEqual(['spec.metadata.resourceVersion']);
  });

  it('sorts fields and keeps integers beyond 2^53 exact', () => {
    const read = (text: string) => object('v1 ConfigMap', { data: parseJson(text) });
    const changes = diffObjects(read('{"b":9007199254740993,"a":1,"c":1}'), read('{"c":2,"a":2,"b":9007199254740995}'));
    expect(changes).toEqual([
      { path: ['data', 'a'], before: 1, after: 2 },
      { path: ['data', 'b'], before: 9007199254740993n, after: 9007199254740995n },
      { path: ['data', 'c'], before: 1, after: 2 },
    ]);
  });

  it('treats __proto__, constructor and the like as ordinary keys', () => {
    const before = object('v1 ConfigMap', { data: parseJson('{"a":"1"}') });
    const after = object('v1 ConfigMap', { data: parseJson('{"a":"1","__proto__":{"x":"2"},"constructor":"c"}') });
    const changes = roundTrip(before, after);
    expect(paths(changes)).toEqual(['data.__proto__', 'data.constructor']);
    expect(paths(roundTrip(after, before))).toEqual(['data.__proto__', 'data.constructor']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('compares what is nested 20,000 deep without exhausting the stack', () => {
    const nest = (leaf: Json) => {
      let value: Json = leaf;
      for (let level = 0; level < 20_000; level++) value = level % 2 === 0 ? [value] : { a: value };
      return object('v1 ConfigMap', { data: value });
    };
    expect(diffObjects(nest(1), nest(1))).toEqual([]);
    const [change] = diffObjects(nest(1), nest(2));
    expect(change?.path.length).toBeLessThanOrEqual(500);
  });

  it('tells as many changed fields as there are, also where one of them is new, and as many added list items', () => {
    const count = 130_000;
    const data = (value: string): Record<string, Json> => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]));
    const changes = diffObjects(object('Widget', { data: data('a') }), object('Widget', { data: { ...data('b'), a: 'new' } }));
    expect(changes.length).toBe(count + 1);
    expect(paths(changes.slice(0, 3))).toEqual(['data.a', 'data.k0', 'data.k1']);
    const items = Array.from({ length: count }, (_, at): Json => ({ name: `i${at}` }));
    const grown = diffObjects(object('Widget', { items: items.slice(0, 1) }), object('Widget', { items }));
    expect(grown.length).toBe(count - 1);
  });

  it('refuses changes of another object', () => {
    const changes: FieldChange[] = [{ path: ['spec', 'replicas', 'deep'], before: 1, after: 2 }];
    expect(() => applyDiff(object('v1 Service', { spec: { replicas: 1 } }), changes)).toThrow(DiffMismatchError);
  });

  it('differs then applies to the later revision, and is empty exactly where both are equal', () => {
    const key = fc.constantFrom('name', 'type', 'a', 'b', '__proto__', '10', 'x=y', '(order)', 'uid', 'ip');
    const scalar = fc.oneof(
      fc.constantFrom('a', 'b', '', 'x,y', '\\', '1'),
      fc.constantFrom(1, 2, 1.5),
      fc.boolean(),
      fc.constant(null),
      fc.bigInt({ min: 2n ** 60n, max: 2n ** 60n + 3n }),
    );
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        scalar,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), v: tie('value') }), { maxLength: 4 }),
        fc.array(fc.record({ type: fc.constantFrom('a', 'b', 'c,', 'd='), v: tie('value') }, { requiredKeys: ['type'] }), { maxLength: 4 }),
        fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 }),
        fc.dictionary(key, tie('value'), { maxKeys: 5 }),
      ),
    }));
    const kind = fc.constantFrom('v1 Service', 'v1 Pod', 'db.example.com/v1 Database', 'apps/v1 Deployment');
    const shape = (inner: Json, finalizers: string[]) => ({
      spec: { template: { spec: { containers: inner } }, ports: inner, anything: inner },
      status: inner,
      finalizers,
    });
    const sets = fc.uniqueArray(fc.constantFrom('a/x', 'b/y', 'c/z', '10'), { maxLength: 4 });
    const property = fc.property(kind, fc.tuple(value, value), fc.tuple(sets, sets), (name, [left, right], [leftSet, rightSet]) => {
      const before = { ...object(name, shape(left, leftSet)), metadata: { name: 'x', finalizers: leftSet } };
      const after = { ...object(name, shape(right, rightSet)), metadata: { name: 'x', finalizers: rightSet } };
      const changes = roundTrip(before, after);
      expect(changes.length === 0).toBe(jsonEquals(before as unknown as Json, after as unknown as Json));
    });
    fc.assert(property, { numRuns: 2000 });
  });
});
