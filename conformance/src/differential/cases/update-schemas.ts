// Schemas under which values change, and the changes.
import { type Schema, specSchema } from './schema-bodies.ts';

const TEXT: Schema = { type: 'string' };

export const LOOSE: Readonly<Record<string, Schema>> = Object.fromEntries(
  ['text', 'number', 'list', 'map', 'parts', 'thing', 'color', 'ruled', 'probe', 'other', 'fresh'].map((name) => [
    name,
    { 'x-kubernetes-preserve-unknown-fields': true },
  ]),
);

export const STRICT: Readonly<Record<string, Schema>> = {
  text: { type: 'string', maxLength: 3, pattern: '^[a-z]*$' },
  number: { type: 'integer', maximum: 5 },
  list: { type: 'array', maxItems: 2, items: { type: 'integer', maximum: 5 } },
  map: { type: 'object', additionalProperties: { type: 'string', maxLength: 2 } },
  parts: {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    items: {
      type: 'object',
      required: ['name'],
      properties: {
        name: TEXT,
        v: { type: 'integer', maximum: 5, 'x-kubernetes-validations': [{ rule: 'self < 3', message: 'v is large' }] },
        w: TEXT,
      },
    },
  },
  thing: {
    type: 'object',
    required: ['needed'],
    properties: { needed: TEXT, a: { type: 'integer', minimum: 3 }, b: TEXT },
    anyOf: [{ required: ['needed'] }],
  },
  color: { type: 'string', enum: ['red'] },
  ruled: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 3', message: 'large' }] },
  probe: { type: 'string', maxLength: 1 },
  other: TEXT,
  fresh: { type: 'string', maxLength: 1 },
};

export const INVALID = {
  text: 'LONGER',
  number: 9,
  list: [7, 8, 9],
  map: { a: 'long', b: 'ok' },
  parts: [
    { name: 'a', v: 4 },
    { name: 'b', v: 9 },
    { name: 'c', v: 1 },
  ],
  thing: { a: 1 },
  color: 'blue',
  ruled: 7,
};

/** Nothing is too long or of another type in what keeps rules from being checked. */
export const RATCHETED: readonly object[] = [
  { metadata: { labels: { l: '1' } } },
  { spec: { other: 'x' } },
  { spec: { text: 'OTHERS' } },
  { spec: { text: 'BIG' } },
  { spec: { number: 8 } },
  { spec: { list: [7, 8, 9, 1] } },
  { spec: { map: { c: 'also long' } } },
  { spec: { map: { b: 'x' } } },
  {
    spec: {
      parts: [
        { name: 'b', v: 9 },
        { name: 'a', v: 4 },
        { name: 'c', v: 1 },
      ],
    },
  },
  {
    spec: {
      parts: [
        { name: 'a', v: 4, w: 'new' },
        { name: 'b', v: 9 },
      ],
    },
  },
  {
    spec: {
      parts: [
        { name: 'a', v: 4 },
        { name: 'b', v: 8 },
      ],
    },
  },
  { spec: { parts: [{ name: 'd', v: 9 }] } },
  { spec: { thing: { b: 'x' } } },
  { spec: { thing: { a: 2 } } },
  { spec: { color: 'green' } },
  { spec: { fresh: 'long' } },
  { spec: { text: 'a', number: 1, list: [1], map: null, parts: [], thing: null, color: 'red' } },
  { spec: { other: 'y' } },
  { spec: { ruled: 8 } },
  { spec: { ruled: 4 } },
  { spec: { ruled: 1 } },
];

export const TRANSITIONS: Schema = specSchema(
  {
    fixed: { type: 'string', maxLength: 10, 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'fixed' }] },
    grows: {
      type: 'integer',
      'x-kubernetes-validations': [{ rule: 'self >= oldSelf', messageExpression: 'oldSelf == 2 ? "less than two" : "less"' }],
    },
    late: {
      type: 'string',
      maxLength: 10,
      'x-kubernetes-validations': [{ rule: 'oldSelf.hasValue() || self == "x"', optionalOldSelf: true, message: 'starts with x' }],
    },
    parts: {
      type: 'array',
      maxItems: 10,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', maxLength: 5 },
          v: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self >= oldSelf' }] },
        },
      },
      'x-kubernetes-validations': [{ rule: 'oldSelf.all(o, self.exists(s, s.name == o.name))', message: 'items stay' }],
    },
    map: {
      type: 'object',
      maxProperties: 5,
      additionalProperties: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
    },
    set: {
      type: 'array',
      maxItems: 5,
      'x-kubernetes-list-type': 'set',
      items: { type: 'string', maxLength: 5 },
      'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'same set' }],
    },
  },
  { 'x-kubernetes-validations': [{ rule: '!has(oldSelf.fixed) || has(self.fixed)', message: 'fixed stays' }] },
);

export const TRANSITION_PATCHES: readonly object[] = [
  { spec: { fixed: 'y' } },
  { spec: { fixed: null } },
  { spec: { grows: 2 } },
  { spec: { grows: 1 } },
  { spec: { late: 'y' } },
  { spec: { late: 'x' } },
  { spec: { late: 'z' } },
  {
    spec: {
      parts: [
        { name: 'b', v: 3 },
        { name: 'a', v: 1 },
        { name: 'c', v: 0 },
      ],
    },
  },
  {
    spec: {
      parts: [
        { name: 'b', v: 1 },
        { name: 'a', v: 1 },
        { name: 'c', v: 0 },
      ],
    },
  },
  { spec: { parts: [] } },
  { spec: { map: { b: 2 } } },
  { spec: { map: { a: 2 } } },
  { spec: { set: ['b', 'a'] } },
  { spec: { set: ['b', 'c'] } },
  { spec: null },
];

export const SELECTABLE: readonly (readonly string[])[] = [
  ['.spec.a'],
  ['spec.a'],
  ['.spec.unknown'],
  ['.spec.d'],
  ['.spec.o'],
  ['.spec.l'],
  ['.spec.l[0]'],
  ['.spec.m.x'],
  [".spec['a']"],
  ['.metadata.name'],
  ['.spec.a', '.spec.a'],
  [''],
  ['.'],
  ['.spec.'],
  ['.spec.m.a', '.spec.m.b', '.spec.m.c', '.spec.m.d', '.spec.m.e', '.spec.m.f', '.spec.m.g', '.spec.m.h', '.spec.m.i'],
];
