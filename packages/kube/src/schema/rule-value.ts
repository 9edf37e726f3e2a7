// A value as expressions see it: only what the schema knows, under escaped names, times and bytes as such.

import type { CelValue, MapEntry } from '../cel/cel-value.ts';
import { bool, double, fromJson, int, NULL, string } from '../cel/cel-value.ts';
import { parseTimestamp } from '../cel/time-text.ts';
import type { Json, JsonObject } from '../json.ts';
import { isJsonList, isJsonObject } from '../json.ts';
import { parseLooseDuration } from './date-formats.ts';
import { decodeBase64 } from './decode-base64.ts';
import { escapeName } from './escape-name.ts';
import { withTypeMeta } from './rule-type.ts';
import type { SchemaNode } from './schema-node.ts';

/** Of a value that is valid. */
export function ruleValue(value: Json, schema: SchemaNode, { isResource = false } = {}): CelValue {
  if (isJsonObject(value)) return objectValue(value, isResource || schema.embedded ? withTypeMeta(schema) : schema);
  return isJsonList(value) ? listValue(value, schema) : scalarValue(value, schema);
}

function scalarValue(value: null | string | boolean | number | bigint, schema: SchemaNode): CelValue {
  if (value === null) return NULL;
  if (typeof value === 'string') return schema.intOrString ? string(value) : textValue(value, schema.format);
  if (typeof value === 'boolean') return bool(value);
  return schema.type === 'number' ? double(Number(value)) : numberValue(value);
}

function numberValue(value: number | bigint): CelValue {
  return typeof value === 'number' && Number.isInteger(value) ? int(value) : fromJson(value);
}

function objectValue(object: JsonObject, schema: SchemaNode): CelValue {
  const values = schema.properties.size === 0 ? schema.additional?.schema : undefined;
  const entries = new Map<string, MapEntry>();
  for (const [key, child] of Object.entries(object)) {
    const known = values ?? schema.properties.get(key);
    if (known === undefined) continue;
    const value = ruleValue(child, known);
    for (const name of values === undefined ? namesOf(key) : [key]) entries.set(`string ${name}`, { key: string(name), value });
  }
  return { kind: 'map', entries };
}

/** How a field may be written: words of the language also stand behind a dot as they are. */
function namesOf(field: string): readonly string[] {
  const escaped = escapeName(field);
  if (escaped === undefined) return [];
  return escaped === `__${field}__` ? [escaped, field] : [escaped];
}

function listValue(list: readonly Json[], { items, listType, listMapKeys }: SchemaNode): CelValue {
  if (items === undefined) return { kind: 'list', items: list.map(fromJson) };
  const values = list.map((item) => ruleValue(item, items));
  if (listType === 'set') return { kind: 'list', items: values, identity: 'whole' };
  if (listType !== 'map') return { kind: 'list', items: values };
  return { kind: 'list', items: values, identity: listMapKeys.map((key) => escapeName(key) ?? key) };
}

function textValue(text: string, format: string): CelValue {
  switch (format) {
    case 'byte':
      return { kind: 'bytes', value: decodeBase64(text) };
    case 'duration':
      return { kind: 'duration', nanos: parseLooseDuration(text) ?? 0n };
    case 'date':
      return { kind: 'timestamp', nanos: parseTimestamp(`${text}T00:00:00Z`) ?? 0n };
    case 'date-time':
      return { kind: 'timestamp', nanos: parseTimestamp(text.toUpperCase()) ?? parseTimestamp(`${text}Z`) ?? 0n };
    default:
      return string(text);
  }
}
