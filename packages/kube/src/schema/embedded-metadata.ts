// Resources inside of resources (x-kubernetes-embedded-resource): their metadata is read and checked as that of any resource. What metadata
// may have is handed in.

import type { FieldError } from '../field-error.ts';
import { formatFieldError, invalidValue, required } from '../field-error.ts';
import type { Json, JsonObject } from '../json.ts';
import { isJsonList, isJsonObject } from '../json.ts';
import { childPath, indexPath, keyPath } from './field-path.ts';
import { asMutable, type MutableObject, sortedJson } from './mutable-json.ts';
import type { SchemaNode } from './schema-node.ts';

export type DecodedMetadata =
  | { readonly kind: 'decoded'; readonly object: JsonObject; readonly unknown: readonly string[] }
  | { readonly kind: 'mismatch'; readonly message: string };

/** What the metadata of any resource may be. */
export interface MetadataRules {
  /** Metadata as it is stored; `unknown` are the paths of dropped fields, relative to it. */
  decode(value: Json): DecodedMetadata;
  /** `path`: of the metadata. */
  validate(metadata: JsonObject, path: string): readonly FieldError[];
  /** What is wrong with a kind, or with an apiVersion that is not empty. */
  kindProblems(kind: string): readonly string[];
  apiVersionProblems(apiVersion: string): readonly string[];
}

export type Coerced = { readonly unknown: readonly string[]; readonly error: FieldError | undefined };

type Coercing = { readonly schema: SchemaNode; readonly embedded: boolean; readonly path: string };

class Refused extends Error {
  readonly fieldError: FieldError;

  constructor(fieldError: FieldError) {
    super(formatFieldError(fieldError));
    this.fieldError = fieldError;
  }
}

type Options = { readonly rules: MetadataRules; readonly path?: string; readonly isResource?: boolean };

/** Brings metadata of embedded resources into the form in which it is stored, in place; ends at the first that cannot be read. */
export function coerceEmbedded(value: Json, schema: SchemaNode, { rules, path = '', isResource = false }: Options): Coerced {
  const unknown: string[] = [];
  try {
    coerce(value, { schema, embedded: isResource || schema.embedded, path }, { rules, unknown });
    return { unknown: unknown.toSorted(), error: undefined };
  } catch (error) {
    if (error instanceof Refused) return { unknown: unknown.toSorted(), error: error.fieldError };
    throw error;
  }
}

type Found = { readonly rules: MetadataRules; readonly unknown: string[] };

function coerce(value: Json, { schema, embedded, path }: Coercing, found: Found): void {
  const { items } = schema;
  if (isJsonList(value) && items !== undefined) {
    for (const [index, item] of value.entries())
      coerce(item, { schema: items, embedded: items.embedded, path: indexPath(path, index) }, found);
  }
  const object = asMutable(value) ?? {};
  for (const key of Object.keys(object)) coerceField(object, { key, schema, embedded, path }, found);
}

function coerceField(object: MutableObject, { key, schema, embedded, path }: Coercing & { readonly key: string }, found: Found): void {
  if (embedded) coerceMeta(object, { key, path }, found);
  const below = schemaBelow(schema, key, path);
  if (below !== undefined) coerce(object[key] ?? null, below, found);
}

function schemaBelow(schema: SchemaNode, key: string, path: string): Coercing | undefined {
  const property = schema.properties.get(key);
  if (property !== undefined) return { schema: property, embedded: property.embedded, path: childPath(path, key) };
  const values = schema.additional?.schema;
  return values === undefined ? undefined : { schema: values, embedded: values.embedded, path: keyPath(path, key) };
}

function coerceMeta(
  object: MutableObject,
  { key, path }: { readonly key: string; readonly path: string },
  { rules, unknown }: Found,
): void {
  const value = object[key] ?? null;
  const place = childPath(path, key);
  if ((key === 'apiVersion' || key === 'kind') && typeof value !== 'string') {
    throw new Refused(invalidValue(place, sortedJson(value), 'must be a string'));
  }
  if (key !== 'metadata') return;
  const decoded = rules.decode(value);
  if (decoded.kind === 'mismatch') throw new Refused(invalidValue(place, sortedJson(value), decoded.message));
  object[key] = decoded.object;
  for (const name of decoded.unknown) unknown.push(childPath(place, name));
}

/** What is wrong with embedded resources. */
export function embeddedErrors(value: Json, schema: SchemaNode, { rules, path = '', isResource = false }: Options): readonly FieldError[] {
  return errorsIn(value, { schema, embedded: isResource || schema.embedded, path }, rules);
}

function errorsIn(value: Json, { schema, embedded, path }: Coercing, rules: MetadataRules): readonly FieldError[] {
  if (isJsonList(value)) {
    const { items } = schema;
    if (items === undefined) return [];
    return value.flatMap((item, index) => errorsIn(item, { schema: items, embedded: items.embedded, path: indexPath(path, index) }, rules));
  }
  if (!isJsonObject(value)) return [];
  const own = embedded ? resourceErrors(value, path, rules) : [];
  const inner = Object.keys(value)
    .toSorted()
    .flatMap((key) => {
      const below = schemaBelow(schema, key, path);
      return below === undefined ? [] : errorsIn(value[key] ?? null, below, rules);
    });
  return [...own, ...inner];
}

function resourceErrors(object: JsonObject, path: string, rules: MetadataRules): readonly FieldError[] {
  return [
    ...['apiVersion', 'kind'].filter((key) => !Object.hasOwn(object, key)).map((key) => required(childPath(path, key))),
    ...textErrors(object, 'apiVersion', { path, problems: (text) => rules.apiVersionProblems(text) }),
    ...textErrors(object, 'kind', { path, problems: (text) => kindProblems(text, rules) }),
    ...metadataErrors(object, path, rules),
  ];
}

function kindProblems(kind: string, rules: MetadataRules): readonly string[] {
  const problems = rules.kindProblems(kind);
  return problems.length === 0 ? [] : [`may have mixed case, but should otherwise match: ${problems.join(',')}`];
}

type TextRule = { readonly path: string; readonly problems: (text: string) => readonly string[] };

function textErrors(object: JsonObject, key: string, { path, problems }: TextRule): readonly FieldError[] {
  if (!Object.hasOwn(object, key)) return [];
  const value = object[key] ?? null;
  const place = childPath(path, key);
  if (typeof value !== 'string') return [invalidValue(place, sortedJson(value), 'must be a string')];
  if (value === '') return [invalidValue(place, value, 'must not be empty')];
  return problems(value).map((problem) => invalidValue(place, value, problem));
}

function metadataErrors(object: JsonObject, path: string, rules: MetadataRules): readonly FieldError[] {
  if (!Object.hasOwn(object, 'metadata')) return [];
  const place = childPath(path, 'metadata');
  const decoded = rules.decode(object['metadata'] ?? null);
  if (decoded.kind === 'mismatch') return [invalidValue(place, sortedJson(object['metadata'] ?? null), decoded.message)];
  return rules.validate(decoded.object, place);
}
