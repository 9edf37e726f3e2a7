// Defaults have to be valid themselves, and to have no field that the schema does not know.

import type { FieldError } from '../field-error.ts';
import { formatFieldError, formatFieldErrors, invalidValue } from '../field-error.ts';
import type { Json, JsonObject } from '../json.ts';
import { jsonEquals } from '../json.ts';
import type { PatternBook } from './check-pattern.ts';
import type { MetadataRules } from './embedded-metadata.ts';
import { coerceEmbedded, embeddedErrors } from './embedded-metadata.ts';
import { childPath, keyPath } from './field-path.ts';
import { copyJson, sortedJson } from './mutable-json.ts';
import { prune } from './prune.ts';
import type { SchemaNode } from './schema-node.ts';
import { validateValue } from './validate-value.ts';

export type DefaultRules = {
  readonly metadata: MetadataRules;
  readonly patterns: PatternBook;
  /** Whether defaults may not have unknown fields. */
  readonly pruned: boolean;
  /** What the rules of a schema say of a default. */
  readonly run: (value: Json, schema: SchemaNode, place: { readonly path: string; readonly isResource: boolean }) => readonly FieldError[];
};

type Step = { readonly kind: 'field'; readonly name: string } | { readonly kind: 'item' };

type Place = {
  readonly path: string;
  /** Of the resource around: the whole one, or an embedded one. */
  readonly resource: SchemaNode;
  /** From there. */
  readonly steps: readonly Step[];
  readonly insideMeta: boolean;
  readonly isResource: boolean;
};

const META_FIELDS = ['metadata', 'apiVersion', 'kind'];

export function defaultErrors(schema: SchemaNode, path: string, rules: DefaultRules): readonly FieldError[] {
  return errorsIn(schema, { path, resource: schema, steps: [], insideMeta: false, isResource: true }, rules);
}

function errorsIn(schema: SchemaNode, place: Place, rules: DefaultRules): readonly FieldError[] {
  const here: Place = schema.embedded ? { ...place, resource: schema, steps: [], insideMeta: false, isResource: true } : place;
  const { items, properties } = schema;
  const below = (path: string, step: Step, insideMeta: boolean): Place => ({
    path,
    resource: here.resource,
    steps: [...here.steps, step],
    insideMeta,
    isResource: false,
  });
  return [
    ...(schema.default === undefined ? [] : ownErrors(schema, schema.default, { place: here, rules })),
    ...(items === undefined ? [] : errorsIn(items, below(childPath(here.path, 'items'), { kind: 'item' }, here.insideMeta), rules)),
    ...[...properties].flatMap(([name, property]) => {
      const insideMeta = here.insideMeta || (here.isResource && META_FIELDS.includes(name));
      return errorsIn(property, below(keyPath(childPath(here.path, 'properties'), name), { kind: 'field', name }, insideMeta), rules);
    }),
  ];
}

type Checking = { readonly place: Place; readonly rules: DefaultRules };

function ownErrors(schema: SchemaNode, value: Json, { place, rules }: Checking): readonly FieldError[] {
  const path = childPath(place.path, 'default');
  if (place.insideMeta) {
    const problem = metadataProblem(value, place, rules);
    if (problem !== undefined) return [invalidValue(path, sortedJson(value), `must result in valid metadata: ${problem}`)];
    return valueErrors(schema, value, { path, place, rules });
  }
  const known = copyJson(value);
  const isResource = schema.embedded;
  const dropped = rules.pruned ? prune(known, schema, { isResource }) : [];
  const unknown = dropped.length > 0 || !jsonEquals(known, value);
  const coerced = copyJson(value);
  const { error } = coerceEmbedded(coerced, schema, { rules: rules.metadata, path, isResource });
  const embedded = error === undefined ? embeddedErrors(coerced, schema, { rules: rules.metadata, path, isResource }) : [error];
  return [
    ...(unknown && rules.pruned ? [invalidValue(path, sortedJson(value), 'must not have unknown fields')] : []),
    ...(embedded.length > 0 ? embedded : valueErrors(schema, coerced, { path, place, rules })),
  ];
}

/** A default within metadata is checked in the resource that it would be a part of. */
function metadataProblem(value: Json, { resource, steps }: Place, { metadata }: DefaultRules): string | undefined {
  const object: JsonObject = { kind: 'Validation', apiVersion: 'validation/v1', ...(surround(copyJson(value), steps) as JsonObject) };
  const { error } = coerceEmbedded(object, resource, { rules: metadata, isResource: true });
  if (error !== undefined) return `${error.field}: ${formatFieldError(error)}`;
  const errors = embeddedErrors(object, resource, { rules: metadata, isResource: true });
  return errors.length === 0 ? undefined : formatFieldErrors(errors);
}

function surround(value: Json, steps: readonly Step[]): Json {
  return steps.reduceRight<Json>((inner, step) => (step.kind === 'item' ? [inner] : { [step.name]: inner }), value);
}

type Value = Checking & { readonly path: string };

function valueErrors(schema: SchemaNode, value: Json, { path, place, rules }: Value): readonly FieldError[] {
  const errors = validateValue(value, schema, { patterns: rules.patterns, path, asWritten: true });
  return errors.length > 0 ? errors : rules.run(value, schema, { path, isResource: place.isResource });
}
