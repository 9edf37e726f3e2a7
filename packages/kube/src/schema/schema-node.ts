// One schema of a definition of custom resources (OpenAPI v3 with Kubernetes' extensions), read: defaults of missing fields filled in,
// properties sorted. Schemas under allOf, anyOf, oneOf and not are nodes like any other; structural-errors.ts says what they must not have.

import type { Json, JsonObject } from '../json.ts';
import { isJsonList, isJsonObject, listAt, stringAt } from '../json.ts';

export type ValidationRule = {
  readonly rule: string;
  readonly message: string;
  readonly messageExpression: string;
  readonly reason: string | undefined;
  readonly fieldPath: string;
  readonly optionalOldSelf: boolean | undefined;
};

export type AdditionalProperties = { readonly allows: boolean; readonly schema: SchemaNode | undefined };

export type SchemaNode = {
  /** '' where there is none; also below. */
  readonly type: string;
  readonly format: string;
  readonly pattern: string;
  /** Undefined also where it is null. */
  readonly default: Json | undefined;
  readonly nullable: boolean;
  readonly maximum: number | undefined;
  readonly exclusiveMaximum: boolean;
  readonly minimum: number | undefined;
  readonly exclusiveMinimum: boolean;
  readonly multipleOf: number | undefined;
  readonly maxLength: number | undefined;
  readonly minLength: number | undefined;
  readonly maxItems: number | undefined;
  readonly minItems: number | undefined;
  readonly maxProperties: number | undefined;
  readonly minProperties: number | undefined;
  readonly uniqueItems: boolean;
  readonly enum: readonly Json[];
  readonly required: readonly string[];
  readonly properties: ReadonlyMap<string, SchemaNode>;
  readonly additional: AdditionalProperties | undefined;
  readonly items: SchemaNode | undefined;
  /** Items that are given as a list of schemas, which no definition may have. */
  readonly itemList: readonly SchemaNode[];
  readonly allOf: readonly SchemaNode[];
  readonly anyOf: readonly SchemaNode[];
  readonly oneOf: readonly SchemaNode[];
  readonly not: SchemaNode | undefined;
  readonly preserve: boolean;
  readonly embedded: boolean;
  readonly intOrString: boolean;
  readonly listType: string | undefined;
  readonly listMapKeys: readonly string[];
  readonly mapType: string | undefined;
  readonly rules: readonly ValidationRule[];
  /** All as it is written, for what is refused or quoted. */
  readonly raw: JsonObject;
};

/** Reads a schema whose fields have the types of the API; what is no schema is an empty one. */
export function parseSchema(json: Json | undefined): SchemaNode {
  const raw = isJsonObject(json) ? json : {};
  return { ...generics(raw), ...limits(raw), ...structure(raw), ...extensions(raw), raw };
}

function generics(raw: JsonObject): Pick<SchemaNode, 'type' | 'format' | 'pattern' | 'default' | 'nullable' | 'enum' | 'required'> {
  return {
    type: text(raw, 'type'),
    format: text(raw, 'format'),
    pattern: text(raw, 'pattern'),
    default: raw['default'] ?? undefined,
    nullable: raw['nullable'] === true,
    enum: listAt(raw, ['enum']),
    required: listAt(raw, ['required']).map(String),
  };
}

const LIMITS = [
  'maximum',
  'minimum',
  'multipleOf',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxProperties',
  'minProperties',
] as const;
type Limits = Pick<SchemaNode, (typeof LIMITS)[number] | 'exclusiveMaximum' | 'exclusiveMinimum' | 'uniqueItems'>;

function limits(raw: JsonObject): Limits {
  const numbers = Object.fromEntries(LIMITS.map((key) => [key, numberOf(raw[key])])) as Pick<Limits, (typeof LIMITS)[number]>;
  return {
    ...numbers,
    exclusiveMaximum: raw['exclusiveMaximum'] === true,
    exclusiveMinimum: raw['exclusiveMinimum'] === true,
    uniqueItems: raw['uniqueItems'] === true,
  };
}

type Structure = Pick<SchemaNode, 'properties' | 'additional' | 'items' | 'itemList' | 'allOf' | 'anyOf' | 'oneOf' | 'not'>;

function structure(raw: JsonObject): Structure {
  const properties = isJsonObject(raw['properties']) ? raw['properties'] : {};
  const items = raw['items'];
  const schemas = (key: string): readonly SchemaNode[] => listAt(raw, [key]).map(parseSchema);
  return {
    properties: new Map(
      Object.keys(properties)
        .toSorted()
        .map((name) => [name, parseSchema(properties[name])]),
    ),
    additional: additionalOf(raw['additionalProperties']),
    items: isJsonObject(items) ? parseSchema(items) : undefined,
    itemList: isJsonList(items) ? items.map(parseSchema) : [],
    allOf: schemas('allOf'),
    anyOf: schemas('anyOf'),
    oneOf: schemas('oneOf'),
    not: isJsonObject(raw['not']) ? parseSchema(raw['not']) : undefined,
  };
}

function additionalOf(value: Json | undefined): AdditionalProperties | undefined {
  if (typeof value === 'boolean') return { allows: value, schema: undefined };
  return isJsonObject(value) ? { allows: true, schema: parseSchema(value) } : undefined;
}

type Extensions = Pick<SchemaNode, 'preserve' | 'embedded' | 'intOrString' | 'listType' | 'listMapKeys' | 'mapType' | 'rules'>;

function extensions(raw: JsonObject): Extensions {
  return {
    preserve: raw['x-kubernetes-preserve-unknown-fields'] === true,
    embedded: raw['x-kubernetes-embedded-resource'] === true,
    intOrString: raw['x-kubernetes-int-or-string'] === true,
    listType: stringAt(raw, ['x-kubernetes-list-type']),
    listMapKeys: listAt(raw, ['x-kubernetes-list-map-keys']).map(String),
    mapType: stringAt(raw, ['x-kubernetes-map-type']),
    rules: listAt(raw, ['x-kubernetes-validations']).map(parseRule),
  };
}

function parseRule(json: Json): ValidationRule {
  const raw = isJsonObject(json) ? json : {};
  const optional = raw['optionalOldSelf'];
  return {
    rule: text(raw, 'rule'),
    message: text(raw, 'message'),
    messageExpression: text(raw, 'messageExpression'),
    reason: stringAt(raw, ['reason']),
    fieldPath: text(raw, 'fieldPath'),
    optionalOldSelf: typeof optional === 'boolean' ? optional : undefined,
  };
}

function text(raw: JsonObject, key: string): string {
  return stringAt(raw, [key]) ?? '';
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}
