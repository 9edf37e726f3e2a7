// A schema in the form in which errors of the API server quote it: all fields of its internal type, under their names in Go.

import type { Json, JsonObject } from '../json.ts';
import type { AdditionalProperties, SchemaNode, ValidationRule } from './schema-node.ts';
import { parseSchema } from './schema-node.ts';

export function quoteSchema(schema: SchemaNode): JsonObject {
  const { raw } = schema;
  return {
    ID: raw['id'] ?? '',
    Schema: raw['$schema'] ?? '',
    Ref: raw['$ref'] ?? null,
    Description: raw['description'] ?? '',
    Type: schema.type,
    Nullable: schema.nullable,
    Format: schema.format,
    Title: raw['title'] ?? '',
    Default: schema.default ?? null,
    ...quoteLimits(schema),
    ...quoteStructure(schema),
    ...quoteExtensions(schema),
  };
}

function quoteLimits({ raw, ...schema }: SchemaNode): JsonObject {
  return {
    Maximum: raw['maximum'] ?? null,
    ExclusiveMaximum: schema.exclusiveMaximum,
    Minimum: raw['minimum'] ?? null,
    ExclusiveMinimum: schema.exclusiveMinimum,
    MaxLength: raw['maxLength'] ?? null,
    MinLength: raw['minLength'] ?? null,
    Pattern: schema.pattern,
    MaxItems: raw['maxItems'] ?? null,
    MinItems: raw['minItems'] ?? null,
    UniqueItems: schema.uniqueItems,
    MultipleOf: raw['multipleOf'] ?? null,
    Enum: listOrNull(schema.enum),
    MaxProperties: raw['maxProperties'] ?? null,
    MinProperties: raw['minProperties'] ?? null,
    Required: listOrNull(schema.required),
  };
}

function quoteStructure(schema: SchemaNode): JsonObject {
  const { raw } = schema;
  return {
    Items: quoteItems(schema),
    AllOf: listOrNull(schema.allOf.map(quoteSchema)),
    OneOf: listOrNull(schema.oneOf.map(quoteSchema)),
    AnyOf: listOrNull(schema.anyOf.map(quoteSchema)),
    Not: schema.not === undefined ? null : quoteSchema(schema.not),
    Properties: quoteMap(schema.properties),
    AdditionalProperties: quoteAdditional(schema.additional),
    PatternProperties: quoteRaw(raw['patternProperties']),
    Dependencies: raw['dependencies'] ?? null,
    AdditionalItems: raw['additionalItems'] ?? null,
    Definitions: quoteRaw(raw['definitions']),
    ExternalDocs: raw['externalDocs'] ?? null,
    Example: raw['example'] ?? null,
  };
}

function quoteExtensions(schema: SchemaNode): JsonObject {
  return {
    XPreserveUnknownFields: schema.raw['x-kubernetes-preserve-unknown-fields'] ?? null,
    XEmbeddedResource: schema.embedded,
    XIntOrString: schema.intOrString,
    XListMapKeys: listOrNull(schema.listMapKeys),
    XListType: schema.listType ?? null,
    XMapType: schema.mapType ?? null,
    XValidations: listOrNull(schema.rules.map(quoteRule)),
  };
}

export function quoteRule(rule: ValidationRule): JsonObject {
  return {
    Rule: rule.rule,
    Message: rule.message,
    MessageExpression: rule.messageExpression,
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath,
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  };
}

export function quoteItems({ items, itemList }: SchemaNode): Json {
  if (items !== undefined) return { Schema: quoteSchema(items), JSONSchemas: null };
  return itemList.length === 0 ? null : { Schema: null, JSONSchemas: itemList.map(quoteSchema) };
}

function quoteAdditional(additional: AdditionalProperties | undefined): Json {
  if (additional === undefined) return null;
  return { Allows: additional.allows, Schema: additional.schema === undefined ? null : quoteSchema(additional.schema) };
}

function quoteMap(schemas: ReadonlyMap<string, SchemaNode>): Json {
  return schemas.size === 0 ? null : Object.fromEntries([...schemas].map(([name, schema]) => [name, quoteSchema(schema)]));
}

function quoteRaw(value: Json | undefined): Json {
  if (value === undefined || value === null) return null;
  return quoteMap(new Map(Object.entries(value as JsonObject).map(([name, schema]) => [name, parseSchema(schema)])));
}

function listOrNull(list: readonly Json[]): Json {
  return list.length === 0 ? null : list;
}
