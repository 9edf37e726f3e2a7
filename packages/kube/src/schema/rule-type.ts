// The types that expressions see of a schema, and how large values may be: by the limits of the schema, else by what fits into one request.

import type { DeclaredType } from '../cel/rule/declared-type.ts';
import type { StaticType } from '../cel/static-type.ts';
import { BOOL, BYTES, DOUBLE, DURATION, DYN, INT, listOf, mapOf, STRING, TIMESTAMP } from '../cel/static-type.ts';
import { encodeUtf8 } from '../cel/utf8.ts';
import { escapeName } from './escape-name.ts';
import { parseSchema, type SchemaNode } from './schema-node.ts';

const MOST_REQUEST = 3 * 1024 * 1024;
const MOST_TEXT = MOST_REQUEST - 2;
const BYTES_PER_LETTER = 4;
const NO_FIELDS: ReadonlyMap<string, DeclaredType> = new Map();

type Place = {
  /** Of the type, should it be an object. */
  readonly name: string;
  readonly isResource: boolean;
};

/** Undefined for a schema that expressions do not see. */
export function ruleType(schema: SchemaNode, { name, isResource }: Place): DeclaredType | undefined {
  const { type, intOrString, maxLength } = schema;
  if (intOrString) return simple(DYN, 1, maxLength === undefined ? MOST_TEXT : maxLength * BYTES_PER_LETTER);
  switch (type) {
    case 'array':
      return listType(schema, name);
    case 'object':
      return schema.additional?.schema !== undefined && !isResource ? mapType(schema, name) : objectType(schema, { name, isResource });
    case 'string':
      return textType(schema);
    case 'boolean':
      return simple(BOOL, 4);
    case 'number':
      return simple(DOUBLE, 1);
    case 'integer':
      return simple(INT, 1);
    default:
      return undefined;
  }
}

function simple(type: StaticType, minSize: number, maxElements = 0): DeclaredType {
  return { type, minSize, maxElements, fields: NO_FIELDS, element: undefined, key: undefined };
}

function listType({ items, maxItems }: SchemaNode, name: string): DeclaredType | undefined {
  const element = items === undefined ? undefined : ruleType(items, { name: `${name}.@idx`, isResource: items.embedded });
  if (element === undefined) return undefined;
  const maxElements = maxItems === undefined ? Math.floor(MOST_TEXT / (element.minSize + 1)) : Math.max(maxItems, 0);
  return { type: listOf(element.type), minSize: 2, maxElements, fields: NO_FIELDS, element, key: undefined };
}

function mapType({ additional, maxProperties }: SchemaNode, name: string): DeclaredType | undefined {
  const values = additional?.schema;
  const element = values === undefined ? undefined : ruleType(values, { name: `${name}.@elem`, isResource: values.embedded });
  if (element === undefined) return undefined;
  const maxElements = maxProperties === undefined ? Math.floor(MOST_TEXT / (element.minSize + 6)) : Math.max(maxProperties, 0);
  return { type: mapOf(STRING, element.type), minSize: 2, maxElements, fields: NO_FIELDS, element, key: simple(STRING, 2) };
}

function objectType(schema: SchemaNode, { name, isResource }: Place): DeclaredType {
  const fields = new Map<string, DeclaredType>();
  let minSize = 2;
  for (const [property, own] of (isResource ? withTypeMeta(schema) : schema).properties) {
    const escaped = escapeName(property);
    const type = ruleType(own, { name: `${name}.${escaped ?? property}`, isResource: own.embedded });
    if (type !== undefined && escaped !== undefined) fields.set(escaped, type);
    if (type !== undefined && isNeeded(schema, property)) minSize += encodeUtf8(property).length + type.minSize + 4;
  }
  const types = new Map([...fields].map(([field, declared]) => [field, declared.type]));
  return { type: { kind: 'object', name, fields: types }, minSize, maxElements: 0, fields, element: undefined, key: undefined };
}

/** Whether the property stands in every object that a client sends. */
function isNeeded({ required, properties }: SchemaNode, property: string): boolean {
  return required.includes(property) && properties.get(property)?.default === undefined;
}

const TEXT = parseSchema({ type: 'string' });
const METADATA = parseSchema({ type: 'object', properties: { name: { type: 'string' }, generateName: { type: 'string' } } });

/** The schema of a resource always has what every resource has. */
export function withTypeMeta(schema: SchemaNode): SchemaNode {
  const { properties } = schema;
  const metadata = properties.get('metadata');
  const texts = [
    properties.get('kind'),
    properties.get('apiVersion'),
    metadata?.properties.get('name'),
    metadata?.properties.get('generateName'),
  ];
  if (metadata?.type === 'object' && texts.every((property) => property?.type === 'string')) return schema;
  return { ...schema, properties: new Map([...properties, ['kind', TEXT], ['apiVersion', TEXT], ['metadata', METADATA]]) };
}

function textType(schema: SchemaNode): DeclaredType {
  const { maxLength } = schema;
  switch (schema.format) {
    case 'byte':
      return simple(BYTES, 2, maxLength === undefined ? MOST_TEXT : Math.max(maxLength, 0));
    case 'duration':
      return simple(DURATION, 3, 32);
    case 'date':
      return simple(TIMESTAMP, 12, 12);
    case 'date-time':
      return simple(TIMESTAMP, 21, 32);
    default:
      return simple(STRING, 2, maxLength === undefined ? longest(schema) : Math.max(maxLength, 0) * BYTES_PER_LETTER);
  }
}

function longest({ enum: allowed }: SchemaNode): number {
  if (allowed.length === 0) return MOST_TEXT;
  return allowed.reduce<number>((most, value) => Math.max(most, typeof value === 'string' ? encodeUtf8(value).length : 0), 0);
}
