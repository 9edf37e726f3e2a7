// Schemas that are refused, each for one rule.
import { type Schema, specSchema } from './schema-bodies.ts';

const TEXT: Schema = { type: 'string' };
const MAP_LIST: Schema = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
  items: { type: 'object', required: ['name'], properties: { name: TEXT, list: { type: 'array', items: TEXT } } },
};

function withX(x: Schema): Schema {
  return specSchema({ x });
}

function root(more: Schema): Schema {
  return { type: 'object', ...more };
}

export const REFUSED_SCHEMAS: Readonly<Record<string, Schema>> = {
  'no type of a property': withX({ description: 'x' }),
  'no type of items': withX({ type: 'array', items: {} }),
  'no items': withX({ type: 'array' }),
  'items as a list': withX({ type: 'array', items: [TEXT] }),
  'unknown type': withX({ type: 'text' }),
  'type null': withX({ type: 'null' }),
  $ref: withX({ $ref: '#/definitions/x' }),
  $schema: root({ $schema: 'http://json-schema.org/draft-04/schema#' }),
  id: withX({ type: 'string', id: 'x' }),
  definitions: root({ definitions: { x: TEXT } }),
  dependencies: withX({ type: 'object', dependencies: { a: ['b'] } }),
  patternProperties: withX({ type: 'object', patternProperties: { x: TEXT } }),
  additionalItems: withX({ type: 'array', items: TEXT, additionalItems: true }),
  uniqueItems: withX({ type: 'array', items: TEXT, uniqueItems: true }),
  'properties and additionalProperties': withX({ type: 'object', properties: { a: TEXT }, additionalProperties: TEXT }),
  'properties and additionalProperties false': withX({ type: 'object', properties: { a: TEXT }, additionalProperties: false }),
  'additionalProperties at the root': root({ additionalProperties: TEXT }),
  'nullable root': root({ nullable: true }),
  'root of another type': { type: 'array', items: TEXT },
  'root of no type': { properties: { spec: TEXT } },
  'type in anyOf': withX({ type: 'string', anyOf: [{ type: 'string' }] }),
  'title in allOf': withX({ type: 'string', allOf: [{ title: 'x' }] }),
  'description in oneOf': withX({ type: 'string', oneOf: [{ description: 'x' }, { minLength: 1 }] }),
  'default in not': withX({ type: 'string', not: { default: 'x' } }),
  'nullable in anyOf': withX({ type: 'string', anyOf: [{ nullable: true }] }),
  'extensions in allOf': withX({
    type: 'object',
    allOf: [
      {
        'x-kubernetes-preserve-unknown-fields': true,
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-int-or-string': true,
        'x-kubernetes-map-type': 'atomic',
        'x-kubernetes-list-type': 'set',
        'x-kubernetes-list-map-keys': ['a'],
        'x-kubernetes-validations': [{ rule: 'true' }],
      },
    ],
  }),
  'additionalProperties in anyOf': withX({
    type: 'object',
    additionalProperties: TEXT,
    anyOf: [{ additionalProperties: { minLength: 1 } }],
  }),
  'metadata in anyOf': withX({ type: 'object', properties: { metadata: { type: 'object' } }, anyOf: [{ properties: { metadata: {} } }] }),
  'a property only in anyOf': withX({ type: 'object', properties: { a: TEXT }, anyOf: [{ properties: { b: { minLength: 1 } } }] }),
  'items only in allOf': root({ allOf: [{ properties: { spec: { items: { minLength: 1 } } } }], properties: { spec: TEXT } }),
  'a property only in not': root({ not: { properties: { b: { minLength: 1 } } } }),
  'bad pattern': withX({ type: 'string', pattern: '(' }),
  'pattern with look-ahead': withX({ type: 'string', pattern: '^(?!x)' }),
  'bad pattern in anyOf': withX({ type: 'string', anyOf: [{ pattern: '[' }] }),
  'metadata with labels': root({ properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } } }),
  'metadata with a description': root({ properties: { metadata: { type: 'object', description: 'x' } } }),
  'metadata as text': root({ properties: { metadata: TEXT } }),
  'kind as number': root({ properties: { kind: { type: 'integer' }, apiVersion: { type: 'boolean' } } }),
  'default of kind': root({ properties: { kind: { type: 'string', default: 'X' } } }),
  'default of metadata.name': root({
    properties: { metadata: { type: 'object', properties: { name: { type: 'string', default: 'x' } } } },
  }),
  'preserve false': withX({ type: 'object', 'x-kubernetes-preserve-unknown-fields': false }),
  'int-or-string and preserve': withX({ 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true }),
  'int-or-string and embedded': withX({ 'x-kubernetes-int-or-string': true, 'x-kubernetes-embedded-resource': true }),
  'int-or-string with other alternatives': withX({
    'x-kubernetes-int-or-string': true,
    anyOf: [{ type: 'string' }, { type: 'integer' }],
  }),
  'embedded of no type': withX({ 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true }),
  'embedded text': withX({ type: 'string', 'x-kubernetes-embedded-resource': true }),
  'embedded without properties': withX({ type: 'object', 'x-kubernetes-embedded-resource': true }),
  'embedded with additionalProperties': withX({ type: 'object', 'x-kubernetes-embedded-resource': true, additionalProperties: TEXT }),
  'embedded in metadata': root({
    properties: { metadata: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true } },
  }),
  'embedded with wrong metadata': withX({
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    properties: { metadata: TEXT, kind: { type: 'integer' } },
  }),
  'map type of text': withX({ type: 'string', 'x-kubernetes-map-type': 'atomic' }),
  'map type without type': withX({ 'x-kubernetes-map-type': 'atomic', 'x-kubernetes-preserve-unknown-fields': true }),
  'unknown map type': withX({ type: 'object', 'x-kubernetes-map-type': 'loose' }),
  'list type of object': withX({ type: 'object', 'x-kubernetes-list-type': 'set' }),
  'list type without type': withX({ 'x-kubernetes-list-type': 'set', 'x-kubernetes-preserve-unknown-fields': true }),
  'unknown list type': withX({ type: 'array', items: TEXT, 'x-kubernetes-list-type': 'bag' }),
  'keys without list type': withX({ type: 'array', items: TEXT, 'x-kubernetes-list-map-keys': ['a'] }),
  'keys of a set': withX({ type: 'array', items: TEXT, 'x-kubernetes-list-type': 'set', 'x-kubernetes-list-map-keys': ['a'] }),
  'map without keys': withX({ type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'map' }),
  'map of texts': withX({ ...MAP_LIST, items: TEXT }),
  'unknown key': withX({ ...MAP_LIST, 'x-kubernetes-list-map-keys': ['other'] }),
  'key twice': withX({ ...MAP_LIST, 'x-kubernetes-list-map-keys': ['name', 'name'] }),
  'key that is a list': withX({ ...MAP_LIST, 'x-kubernetes-list-map-keys': ['name', 'list'] }),
  'optional key': withX({ ...MAP_LIST, items: { type: 'object', properties: { name: TEXT } } }),
  'nullable key': withX({
    ...MAP_LIST,
    items: { type: 'object', required: ['name'], properties: { name: { type: 'string', nullable: true } } },
  }),
  'nullable item': withX({ ...MAP_LIST, items: { type: 'object', nullable: true, required: ['name'], properties: { name: TEXT } } }),
  'set of nullable': withX({ type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string', nullable: true } }),
  'set of objects': withX({ type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object', properties: { a: TEXT } } }),
  'set of sets': withX({
    type: 'array',
    'x-kubernetes-list-type': 'set',
    items: { type: 'array', 'x-kubernetes-list-type': 'set', items: TEXT },
  }),
  'default of another type': withX({ type: 'string', default: 5 }),
  'default outside of the enum': withX({ type: 'string', enum: ['a', 'b'], default: 'c' }),
  'default below the minimum': withX({ type: 'integer', minimum: 3, default: 1 }),
  'default against the pattern': withX({ type: 'string', pattern: '^a', default: 'b' }),
  'default of the wrong format': withX({ type: 'string', format: 'date-time', default: 'x' }),
  'default with unknown fields': withX({ type: 'object', properties: { a: TEXT }, default: { a: 'x', b: 1 } }),
  'default without a required field': withX({ type: 'object', required: ['a'], properties: { a: TEXT }, default: {} }),
  'default in a list': withX({ type: 'array', items: { type: 'object', properties: { a: { type: 'integer', default: 'x' } } } }),
  'default of an embedded resource': withX({
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
    default: { kind: 'bad kind', metadata: { labels: { a: 1 } } },
  }),
  'several at once': root({
    properties: { spec: { type: 'object', properties: { a: {}, b: { type: 'array' }, c: { type: 'string', pattern: '(' } } } },
  }),
};

export const REFUSED_WITH_STATUS: Readonly<Record<string, Schema>> = {
  'required at the root': root({ required: ['spec'], properties: { spec: TEXT } }),
  'anyOf at the root': root({ anyOf: [{ required: ['spec'] }], properties: { spec: { type: 'string', enum: ['<a>'] } } }),
  'not an object': { type: 'array', items: TEXT },
};
