// Schemas of custom resources, and bodies that they accept, change or refuse.
import { type Schema, specSchema } from './schema-bodies.ts';

export type Instances = { readonly schema: Schema; readonly specs: readonly unknown[]; readonly more?: Schema };

const TEXT: Schema = { type: 'string' };
const KEEP: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const EMBEDDED: Schema = { ...KEEP, 'x-kubernetes-embedded-resource': true };

export const PRUNED: Instances = {
  schema: specSchema({
    a: TEXT,
    open: KEEP,
    partly: { ...KEEP, properties: { inner: { type: 'object', properties: { a: TEXT } } } },
    any: { 'x-kubernetes-preserve-unknown-fields': true },
    map: { type: 'object', additionalProperties: { type: 'object', properties: { a: TEXT } } },
    allowed: { type: 'object', additionalProperties: true },
    list: { type: 'array', items: { type: 'object', properties: { a: TEXT } } },
    openList: { type: 'array', 'x-kubernetes-preserve-unknown-fields': true, items: { type: 'object', properties: { a: TEXT } } },
    empty: { type: 'object' },
    maybe: { type: 'string', nullable: true },
    embedded: { ...EMBEDDED, properties: { spec: { type: 'object', properties: { a: TEXT } } } },
    closed: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: TEXT } },
  }),
  specs: [
    { a: 'x', b: 1, c: { d: 2 } },
    { open: { anything: [1, { x: null }] }, empty: { x: 1 }, any: [{ deep: 1 }] },
    { partly: { other: 1, inner: { a: 'x', b: 2 } } },
    { map: { k: { a: 'x', b: 1 }, 'dotted.key': { c: 2 } } },
    { allowed: { k: { a: 1 }, t: 'x', l: [{ b: 1 }] } },
    { list: [{ a: 'x', b: 1 }, { c: 2 }, {}], openList: [{ a: 'x', b: 1 }] },
    { a: null, maybe: null, list: null, map: { k: null } },
    { list: [null, { a: null }] },
    { embedded: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', odd: 1, labels: { a: 'b' } }, spec: { a: 'x', b: 1 }, other: 1 } },
    { embedded: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 5 } } },
    { embedded: { apiVersion: 5, kind: 'Pod' } },
    { embedded: { apiVersion: '', kind: 'bad kind', metadata: { name: 'a/b', namespace: 'B', labels: { 'a b': 'c' } } } },
    { embedded: { metadata: { creationTimestamp: null, annotations: {} } } },
    { embedded: { apiVersion: 'a/b/c', kind: 'Pod', metadata: null } },
    { embedded: 'x' },
    { closed: { apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'x-' }, spec: 'x', other: 1 } },
  ],
};

export const DEFAULTED: Instances = {
  schema: specSchema(
    {
      a: { type: 'string', default: 'x' },
      n: { type: 'integer', default: 0 },
      no: { type: 'boolean', default: false },
      empty: { type: 'object', default: {}, properties: { inner: { type: 'string', default: 'deep' } } },
      plain: { type: 'object', properties: { inner: { type: 'string', default: 'deep' } } },
      list: { type: 'array', default: [{}], items: { type: 'object', properties: { a: { type: 'string', default: 'y' } } } },
      texts: { type: 'array', items: { type: 'string', default: 'z' } },
      map: { type: 'object', additionalProperties: { type: 'object', properties: { a: { type: 'string', default: 'm' } } } },
      words: { type: 'object', additionalProperties: { type: 'string', default: 'w' } },
      maybe: { type: 'string', nullable: true, default: 'x' },
      port: { 'x-kubernetes-int-or-string': true, default: '80%' },
      needed: { type: 'string', default: 'given' },
    },
    { required: ['needed'] },
  ),
  specs: [
    {},
    { a: null, maybe: null, empty: null, plain: null, list: null },
    { plain: {}, list: [], empty: { inner: 'x' } },
    { list: [{ a: 'x' }, {}, null], texts: ['a', null] },
    { map: { k: {}, l: null }, words: { a: null, b: 'x' } },
    { port: 8080, n: 5, no: true },
  ],
};

const LIMITS = {
  text: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[a-z]+$' },
  one: { type: 'string', maxLength: 1 },
  number: { type: 'number', minimum: -1.5, maximum: 2.5, multipleOf: 0.5 },
  integer: { type: 'integer', minimum: 1, maximum: 10, exclusiveMinimum: true, exclusiveMaximum: true },
  even: { type: 'integer', multipleOf: 2 },
  large: { type: 'number', minimum: 1500000, maximum: 12345678.5 },
  tiny: { type: 'number', multipleOf: 0.00002 },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64', maximum: 1e15 },
  flag: { type: 'boolean' },
  list: { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 1, maxItems: 2 },
  map: { type: 'object', additionalProperties: { type: 'string', minLength: 1 }, minProperties: 1, maxProperties: 2 },
  closed: { type: 'object', additionalProperties: false },
  color: { type: 'string', enum: ['red', 'green'] },
  level: { type: 'integer', enum: [1, 2] },
  mixed: { 'x-kubernetes-preserve-unknown-fields': true, enum: ['a', 1, null, { b: 1 }, [1]] },
  maybe: { type: 'string', nullable: true, enum: ['a'] },
  port: { 'x-kubernetes-int-or-string': true },
  ruled: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }], pattern: '^[0-9]+%$', maximum: 100 },
  object: { type: 'object', required: ['a', 'b'], properties: { a: TEXT, b: TEXT, c: { type: 'integer' } } },
  nested: { type: 'array', items: { type: 'object', required: ['n'], properties: { n: { type: 'array', items: TEXT } } } },
};

export const VALIDATED: Instances = {
  schema: specSchema(LIMITS, { required: ['text'] }),
  specs: [
    {},
    { text: 5 },
    { text: 'a' },
    { text: 'abcde' },
    { text: 'äöü' },
    { text: 'AB', one: 'ab' },
    { text: 'ab', number: 3 },
    { text: 'ab', number: -2 },
    { text: 'ab', number: 0.3 },
    { text: 'ab', number: 2.5, integer: 1 },
    { text: 'ab', integer: 10 },
    { text: 'ab', large: 5 },
    { text: 'ab', large: 123456789.25, tiny: 0.00001 },
    { text: 'ab', large: 1.5, tiny: 123456.789123 },
    { text: 'ab', integer: 1.5 },
    { text: 'ab', integer: 'x', even: 3 },
    { text: 'ab', int32: 2 ** 40, int64: 2 ** 52 },
    { text: 'ab', flag: 'true' },
    { text: 'ab', list: [], map: {} },
    { text: 'ab', list: [1, 2, -3] },
    { text: 'ab', list: [1, 'x'] },
    { text: 'ab', list: 'x', map: [] },
    { text: 'ab', map: { a: 'x', b: 'y', c: '' } },
    { text: 'ab', map: { 'k.l': 5 } },
    { text: 'ab', closed: { a: 1, b: 2 } },
    { text: 'ab', color: 'blue', level: 3 },
    { text: 'ab', color: 5 },
    { text: 'ab', mixed: 'b', maybe: null },
    { text: 'ab', mixed: { b: 1 }, maybe: 'b' },
    { text: 'ab', mixed: 1.5 },
    { text: 'ab', port: true },
    { text: 'ab', port: 1.5 },
    { text: 'ab', port: 'http', ruled: 101 },
    { text: 'ab', ruled: 'x' },
    { text: 'ab', object: { a: 'x' } },
    { text: 'ab', object: { c: 'x' } },
    { text: 'ab', nested: [{ n: ['a', 5] }, {}, { n: null }] },
    { text: 'ab', nested: [null] },
    'x',
    [],
    null,
  ],
};

export const JUNCTORS: Instances = {
  schema: specSchema({
    any: {
      type: 'object',
      properties: { a: TEXT, b: { type: 'integer' } },
      anyOf: [{ required: ['a'] }, { required: ['b'], properties: { b: { minimum: 3 } } }],
    },
    one: { type: 'object', properties: { a: TEXT, b: TEXT }, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    all: { type: 'string', allOf: [{ minLength: 3 }, { pattern: '^a' }, { maxLength: 5 }] },
    none: { type: 'string', not: { enum: ['bad', 'worse'] } },
    deep: {
      type: 'array',
      items: {
        type: 'object',
        properties: { k: TEXT, v: TEXT },
        oneOf: [{ required: ['k'] }, { required: ['v'] }],
        not: { required: ['k', 'v'] },
      },
    },
    both: { type: 'integer', anyOf: [{ maximum: 3 }, { minimum: 10 }], not: { enum: [11] } },
  }),
  specs: [
    { any: {} },
    { any: { b: 1 } },
    { any: { b: 3 } },
    { any: { a: 'x', b: 1 } },
    { one: {} },
    { one: { a: 'x', b: 'y' } },
    { all: 'b' },
    { all: 'abcdef' },
    { all: 'abc' },
    { none: 'bad' },
    { deep: [{}, { k: 'x', v: 'y' }, { k: 'x' }] },
    { both: 5 },
    { both: 11 },
    { both: 'x' },
  ],
};

const LISTS = {
  set: { type: 'array', 'x-kubernetes-list-type': 'set', items: TEXT },
  numbers: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'integer' } },
  lists: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'array', items: { type: 'integer' } } },
  map: {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    items: { type: 'object', required: ['name'], properties: { name: TEXT, v: { type: 'integer', maximum: 5 } } },
  },
  ports: {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['port', 'protocol'],
    items: { type: 'object', required: ['port'], properties: { port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' } } },
  },
  nested: { type: 'object', additionalProperties: { type: 'array', 'x-kubernetes-list-type': 'set', items: TEXT } },
};

export const UNIQUE: Instances = {
  schema: specSchema(LISTS),
  specs: [
    { set: ['a', 'b', 'a', 'a', 'b'] },
    { numbers: [1, 1, 2], lists: [[1], [2], [1]] },
    { map: [{ name: 'a' }, { name: 'b' }, { name: 'a', v: 1 }] },
    { map: [{ name: 'a' }, 'x'] },
    { map: [{ name: 'a' }, {}] },
    { map: [{}, {}] },
    { ports: [{ port: 1 }, { port: 1, protocol: 'UDP' }, { port: 1, protocol: 'TCP' }] },
    { nested: { k: ['x', 'x'] } },
  ],
};

const FORMAT_TEXTS: Readonly<Record<string, readonly string[]>> = {
  bsonobjectid: ['507f1f77bcf86cd799439011', '507f1f77'],
  uri: ['http://x', '/a', 'x', 'mailto:a@b', 'http://a b', 'http://[::1', ''],
  email: ['a@b', 'a b@c', 'A <a@b.c>', '@b', 'a@', '"a b"@c', 'a..b@c', 'ä@b'],
  hostname: ['a', 'a.b', '-a', 'a_b', 'a.b.c1', `${'a'.repeat(64)}`, '1.2.3.4', 'ä.de'],
  ipv4: ['1.2.3.4', '01.2.3.4', '1.2.3', '::1', '1.2.3.256', '::ffff:1.2.3.4'],
  ipv6: ['::1', '1::2::3', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7', '::ffff:1.2.3.4', '1.2.3.4', 'fe80::1%eth0', '12345::'],
  cidr: ['1.2.3.4/8', '1.2.3.4', '1.2.3.4/33', '::/0', '::/129', '01.2.3.4/8'],
  mac: ['00:11:22:33:44:55', '00-11-22-33-44-55', '0011.2233.4455', '00:11:22', '00:11-22:33:44:55'],
  uuid: ['123e4567-e89b-12d3-a456-426614174000', '123E4567E89B12D3A456426614174000', 'x'],
  uuid3: ['a3bb189e-8bf9-3888-9912-ace4e6543002', '123e4567-e89b-12d3-a456-426614174000'],
  uuid4: ['9b2b2f2e-6a4c-4b4e-8a4b-3f4e5d6c7b8a', '123e4567-e89b-12d3-a456-426614174000'],
  uuid5: ['74738ff5-5367-5958-9aee-98fffdcd1876', '123e4567-e89b-12d3-a456-426614174000'],
  isbn: ['0321751043', '978-0321751041', '0321751044'],
  isbn10: ['0321751043', '978-0321751041', '080442957X'],
  isbn13: ['978-0321751041', '978-0321751042'],
  creditcard: ['4111 1111 1111 1111', '4111111111111112', 'x'],
  ssn: ['123-45-6789', '123 45 6789', '123456789', '12-345-6789'],
  hexcolor: ['#fff', 'FFFFFF', '#ff'],
  rgbcolor: ['rgb(1, 2,3)', 'rgb(256,0,0)', 'rgb(1,2)'],
  byte: ['YWJj', 'YWI=', 'YW', '', 'YW-_'],
  password: ['x'],
  date: ['2024-02-29', '2023-02-29', '2024-1-1', '2024-13-01'],
  duration: ['1h', '1.5s', '2 days', '3 weeks 1 hour', 'x', '-1h', '5'],
  datetime: ['2024-01-01T00:00:00Z', '2024-01-01'],
  'date-time': [
    '2024-01-01T00:00:00Z',
    '2024-01-01t00:00:00.5z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:00:00',
    '2024-01-01T00:00:00+01:00',
    '2024-01-01 00:00:00Z',
  ],
  'k8s-short-name': ['a-b', 'A', '-a', 'a'.repeat(64)],
  'k8s-long-name': ['a.b-c', 'a..b', 'A'],
  unheard: ['anything'],
};

export const FORMATTED: Instances = {
  schema: specSchema(
    Object.fromEntries(
      Object.keys(FORMAT_TEXTS)
        .map((format) => [format.replaceAll('-', ''), { type: 'string', format }])
        .concat([['dash', { type: 'string', format: 'date-time' }]]),
    ),
  ),
  specs: [
    ...Object.entries(FORMAT_TEXTS).flatMap(([format, texts]) =>
      texts.map((text) => ({ [format === 'date-time' ? 'dash' : format.replaceAll('-', '')]: text })),
    ),
    { date: 5 },
    { byte: ['x'] },
    { unheard: 5 },
  ],
};
