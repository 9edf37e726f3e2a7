// Why a schema is not structural: every field it validates has to be specified outside of allOf, anyOf, oneOf and not, which only validate values.

import type { FieldError } from '../field-error.ts';
import { forbiddenField, formatFieldError, invalidValue, required } from '../field-error.ts';
import { checkPattern } from './check-pattern.ts';
import { completenessErrors } from './completeness-errors.ts';
import { childPath, indexPath, keyPath } from './field-path.ts';
import type { SchemaNode } from './schema-node.ts';

type Level = 'root' | 'item' | 'field';

const TYPE_MISSING: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

/** Nothing where the schema is structural; sorted as the API server sorts them. */
export function structuralErrors(schema: SchemaNode, path: string): readonly FieldError[] {
  const errors = [...invariantErrors(schema, 'root', path), ...completenessErrors(schema, path)];
  const keyed = errors.map((error) => ({ error, key: `${error.field}: ${formatFieldError(error)}` }));
  return keyed.toSorted((left, right) => compare(left.key, right.key)).map(({ error }) => error);
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function invariantErrors(schema: SchemaNode, level: Level, path: string): readonly FieldError[] {
  const { items, properties, additional, type, embedded } = schema;
  return [
    ...(type === 'array' && items === undefined ? [required(childPath(path, 'items'), 'must be specified')] : []),
    ...(items === undefined ? [] : invariantErrors(items, 'item', childPath(path, 'items'))),
    ...[...properties].flatMap(([name, property]) => invariantErrors(property, 'field', propertyPath(path, name))),
    ...(additional !== undefined && level === 'root'
      ? [forbiddenField(childPath(path, 'additionalProperties'), 'must not be used at the root')]
      : []),
    ...(additional?.schema === undefined ? [] : invariantErrors(additional.schema, 'field', childPath(path, 'additionalProperties'))),
    ...extensionErrors(schema, path),
    ...valueErrors(schema, path, { skipAnyOf: isIntOrString(schema.anyOf), skipFirst: isIntOrString(schema.allOf[0]?.anyOf ?? []) }),
    ...typeErrors(schema, level, path),
    ...(level === 'root' || embedded ? typeMetaErrors(schema, path) : []),
    ...metadataErrors(schema, level, path),
    ...emptyEmbeddedErrors(schema, path),
  ];
}

function propertyPath(path: string, name: string): string {
  return keyPath(childPath(path, 'properties'), name);
}

function extensionErrors({ intOrString, preserve, embedded }: SchemaNode, path: string): readonly FieldError[] {
  const clash = (key: string): FieldError =>
    invalidValue(childPath(path, key), true, 'must be false if x-kubernetes-int-or-string is true');
  return [
    ...(intOrString && preserve ? [clash('x-kubernetes-preserve-unknown-fields')] : []),
    ...(intOrString && embedded ? [clash('x-kubernetes-embedded-resource')] : []),
  ];
}

function typeErrors(schema: SchemaNode, level: Level, path: string): readonly FieldError[] {
  const { type, embedded, intOrString, preserve, additional } = schema;
  const place = childPath(path, 'type');
  const missing = type === '' && !embedded && !intOrString && !preserve ? [required(place, TYPE_MISSING[level])] : [];
  return [
    ...(embedded && type !== 'object' ? [wrongType(place, type, 'must be object if x-kubernetes-embedded-resource is true')] : missing),
    ...(embedded && additional !== undefined
      ? [forbiddenField(childPath(path, 'additionalProperties'), 'must not be used if x-kubernetes-embedded-resource is set')]
      : []),
    ...(level === 'root' && type !== '' && type !== 'object' ? [invalidValue(place, type, 'must be object at the root')] : []),
  ];
}

function wrongType(place: string, type: string, detail: string): FieldError {
  return type === '' ? required(place, detail) : invalidValue(place, type, detail);
}

function typeMetaErrors({ properties }: SchemaNode, path: string): readonly FieldError[] {
  return ['kind', 'apiVersion'].flatMap((name) => {
    const property = properties.get(name);
    if (property === undefined || property.type === 'string') return [];
    return [invalidValue(childPath(propertyPath(path, name), 'type'), property.type, 'must be string')];
  });
}

const FREE_IN_METADATA = ['type', 'default', 'example', 'externalDocs', 'properties'];

/** At the root, metadata may only restrict names. */
function metadataErrors({ properties, embedded }: SchemaNode, level: Level, path: string): readonly FieldError[] {
  const metadata = properties.get('metadata');
  if (metadata === undefined) return [];
  const place = propertyPath(path, 'metadata');
  const wrong = (level === 'root' || embedded) && metadata.type !== 'object';
  const others = Object.keys(metadata.raw).some((key) => !FREE_IN_METADATA.includes(key));
  const fields = [...metadata.properties.keys()].some((name) => name !== 'name' && name !== 'generateName');
  const detail = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
  return [
    ...(wrong ? [invalidValue(childPath(place, 'type'), metadata.type, 'must be object')] : []),
    ...(level === 'root' && (others || fields) ? [forbiddenField(place, detail)] : []),
  ];
}

function emptyEmbeddedErrors({ embedded, preserve, properties }: SchemaNode, path: string): readonly FieldError[] {
  if (!embedded || preserve || properties.size > 0) return [];
  const detail = 'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
  return [required(childPath(path, 'properties'), detail)];
}

/** Of x-kubernetes-int-or-string, the alternatives integer and string are written out. */
function isIntOrString(anyOf: readonly SchemaNode[]): boolean {
  return (
    anyOf.length === 2 && anyOf.every(({ raw, type }, index) => Object.keys(raw).length === 1 && type === ['integer', 'string'][index])
  );
}

type Skipped = { readonly skipAnyOf: boolean; readonly skipFirst: boolean };

const NOTHING: Skipped = { skipAnyOf: false, skipFirst: false };

function valueErrors(schema: SchemaNode, path: string, { skipAnyOf, skipFirst }: Skipped): readonly FieldError[] {
  const { anyOf, allOf, oneOf, not, pattern } = schema;
  const each = (key: string, schemas: readonly SchemaNode[], first: Skipped = NOTHING): readonly FieldError[] =>
    schemas.flatMap((nested, index) => nestedErrors(nested, indexPath(childPath(path, key), index), index === 0 ? first : NOTHING));
  const problem = pattern === '' ? undefined : checkPattern(pattern);
  return [
    ...(skipAnyOf ? [] : each('anyOf', anyOf)),
    ...each('allOf', allOf, { skipAnyOf: skipFirst, skipFirst: false }),
    ...each('oneOf', oneOf),
    ...(not === undefined ? [] : nestedErrors(not, childPath(path, 'not'), NOTHING)),
    ...(problem === undefined
      ? []
      : [invalidValue(childPath(path, 'pattern'), pattern, `must be a valid regular expression, but isn't: ${problem}`)]),
  ];
}

function nestedErrors(schema: SchemaNode, path: string, skipped: Skipped): readonly FieldError[] {
  const { items, properties, additional } = schema;
  const additionalPath = childPath(path, 'additionalProperties');
  const hasAdditional = additional !== undefined && (additional.schema !== undefined || additional.allows);
  return [
    ...valueErrors(schema, path, skipped),
    ...(items === undefined ? [] : nestedErrors(items, childPath(path, 'items'), NOTHING)),
    ...[...properties].flatMap(([name, property]) => nestedErrors(property, propertyPath(path, name), NOTHING)),
    ...(hasAdditional ? [forbiddenField(additionalPath, 'must be undefined to be structural')] : []),
    ...forbiddenErrors(schema, path),
    ...(properties.has('metadata') ? [forbiddenField(propertyPath(path, 'metadata'), 'must not be specified in a nested context')] : []),
  ];
}

const FORBIDDEN: readonly (readonly [key: string, must: string, isSet: (schema: SchemaNode) => boolean])[] = [
  ['type', 'empty', ({ type }) => type !== ''],
  ['default', 'undefined', (schema) => schema.default !== undefined],
  ['title', 'empty', ({ raw }) => (raw['title'] ?? '') !== ''],
  ['description', 'empty', ({ raw }) => (raw['description'] ?? '') !== ''],
  ['nullable', 'false', ({ nullable }) => nullable],
  ['x-kubernetes-preserve-unknown-fields', 'false', ({ preserve }) => preserve],
  ['x-kubernetes-embedded-resource', 'false', ({ embedded }) => embedded],
  ['x-kubernetes-int-or-string', 'false', ({ intOrString }) => intOrString],
  ['x-kubernetes-list-map-keys', 'empty', ({ listMapKeys }) => listMapKeys.length > 0],
  ['x-kubernetes-list-type', 'undefined', ({ listType }) => listType !== undefined],
  ['x-kubernetes-map-type', 'undefined', ({ mapType }) => mapType !== undefined],
  ['x-kubernetes-validations', 'empty', ({ rules }) => rules.length > 0],
];

function forbiddenErrors(schema: SchemaNode, path: string): readonly FieldError[] {
  return FORBIDDEN.filter(([, , isSet]) => isSet(schema)).map(([key, must]) =>
    forbiddenField(childPath(path, key), `must be ${must} to be structural`),
  );
}
