// Fields of custom resources that selectors may name: scalars that the schema knows, outside of metadata.
import type { Json, SchemaNode } from '@rectrace/kube';
import { resolvePath, stringAt } from '@rectrace/kube';
import type { SchemaEngine } from '../../custom/schema-engine.ts';
import type { FieldError } from '../../field-error.ts';
import { duplicate, invalidValue, required, tooMany } from '../../field-error.ts';

const MOST_SELECTABLE = 8;
const SCALARS = ['string', 'boolean', 'integer'];

export type SelectableCheck = {
  readonly field: string;
  /** Undefined where it is given elsewhere. */
  readonly schema: Json | undefined;
  readonly schemas: SchemaEngine;
};

export function selectableErrors(fields: readonly Json[], { field, schema, schemas }: SelectableCheck): readonly FieldError[] {
  if (fields.length === 0) return [];
  if (schema === undefined) return [invalidValue(field, '', missingSchema(field))];
  const root = schemas.read(schema);
  const known = new Set<string>();
  const each = fields.flatMap((item, index) =>
    oneField(stringAt(item, ['jsonPath']) ?? '', `${field}[${index}].jsonPath`, { root, known }),
  );
  return known.size > MOST_SELECTABLE ? [...each, tooMany(field, { actual: known.size, most: MOST_SELECTABLE })] : each;
}

function missingSchema(field: string): string {
  return field === 'spec.selectableFields'
    ? 'may only be set when validations.schema is included'
    : 'may only be set when `version.schema.openAPIV3Schema` is not included';
}

type Known = { readonly root: SchemaNode; readonly known: Set<string> };

function oneField(path: string, place: string, { root, known }: Known): readonly FieldError[] {
  if (path === '') return [required(place)];
  const found = resolvePath(root, path, { brackets: false });
  const problem = (detail: string): FieldError => invalidValue(place, path, detail);
  if (found.kind === 'wrong') return [problem(`is an invalid path: ${found.message}`)];
  const scalar = 'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
  const twice = known.has(found.path);
  known.add(found.path);
  return [
    ...(found.root === 'metadata' ? [problem('must not point to fields in metadata')] : []),
    ...(SCALARS.includes(found.schema.type) ? [] : [problem(scalar)]),
    ...(twice ? [duplicate(place, path)] : []),
  ];
}
