// The schemas of a custom kind as OpenAPI v2 shows them: what that version of OpenAPI can not say is left out, and so is what clients of it
// would misread. A field that may be null has no type, one whose fields are not all known has none either.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';
import type { CustomKind, Referring } from './custom-schemas.ts';
import { CONVENTIONS, groupVersionKinds, listSchema, objectMetadata, withOwnFields } from './custom-schemas.ts';

const OPEN = 'x-kubernetes-preserve-unknown-fields';
const EMBEDDED = 'x-kubernetes-embedded-resource';
/** Of the words of a schema those that say something of more than one field, or nothing that OpenAPI v2 knows. */
const LEFT_OUT = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'nullable', 'default', 'example', 'externalDocs', 'id', '$schema']);

const referring: Referring = (schema, description) => ({
  ...(description === undefined ? {} : { description }),
  $ref: `#/definitions/${schema}`,
});

export function customDefinitions(kind: CustomKind): JsonObject {
  return { [kind.schemaName]: objectDefinition(kind), [kind.listName]: listDefinition(kind) };
}

function objectDefinition(kind: CustomKind): JsonObject {
  const { schema } = kind;
  const known = Object.keys(schema).length > 0 && schema[OPEN] !== true;
  const told = known ? withOwnFields(fitted(schema), referring) : { type: 'object' };
  return { ...told, ...groupVersionKinds(kind, kind.kind), ...selectable(kind) };
}

function selectable({ selectable: paths }: CustomKind): JsonObject {
  if (paths.length === 0) return {};
  return { 'x-kubernetes-selectable-fields': paths.map((path) => ({ fieldPath: path.replace(/^\./, '') })) };
}

function listDefinition(kind: CustomKind): JsonObject {
  return { ...listSchema(kind, referring), ...selectable(kind) };
}

/** A schema and those below it. */
function fitted(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).filter(([word]) => !LEFT_OUT.has(word));
  const said: Record<string, Json> = Object.fromEntries(kept);
  const open = said[OPEN] === true;
  if (open || isNullable(schema)) for (const word of ['items', 'properties', 'type']) delete said[word];
  if (said['type'] === 'array' && said['items'] === undefined) delete said['type'];
  fitBelow(said);
  requireOnlyTyped(said, schema);
  return said[EMBEDDED] === true && !open ? withEmbedded(said) : said;
}

function fitBelow(said: Record<string, Json>): void {
  for (const word of ['items', 'additionalProperties']) {
    const below = said[word];
    if (isJsonObject(below)) said[word] = fitted(below);
  }
  const { properties } = said;
  if (isJsonObject(properties)) said['properties'] = eachFitted(properties);
}

function eachFitted(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, isJsonObject(value) ? fitted(value) : (value ?? null)]),
  );
}

/** What may be null is not required. */
function requireOnlyTyped(said: Record<string, Json>, { properties, additionalProperties }: JsonObject): void {
  const { required } = said;
  if (!isJsonList(required)) return;
  const mayBeNull = (name: Json): boolean => isJsonObject(properties) && typeof name === 'string' && isNullable(properties[name]);
  const left = isNullable(additionalProperties) ? [] : required.filter((name) => said['properties'] === undefined || !mayBeNull(name));
  if (left.length > 0) said['required'] = left;
  else delete said['required'];
}

function isNullable(schema: Json | undefined): boolean {
  return isJsonObject(schema) && schema['nullable'] === true;
}

function withEmbedded(said: JsonObject): JsonObject {
  const required = isJsonList(said['required']) ? said['required'] : [];
  const own = ['kind', 'apiVersion'].filter((name) => !required.includes(name));
  const properties = isJsonObject(said['properties']) ? said['properties'] : {};
  return {
    ...said,
    required: [...required, ...own],
    properties: { ...properties, apiVersion: EMBEDDED_API_VERSION, kind: EMBEDDED_KIND, metadata: objectMetadata(referring) },
  };
}

const EMBEDDED_API_VERSION = {
  description: `apiVersion defines the versioned schema of this representation of an object. More info: ${CONVENTIONS}#resources`,
  type: 'string',
};
const EMBEDDED_KIND = {
  description: `kind is a string value representing the type of this object. In CamelCase. More info: ${CONVENTIONS}#types-kinds`,
  type: 'string',
};
