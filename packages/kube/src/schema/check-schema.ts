// All that the API server has against the schema of a definition, in its order.

import type { FieldError } from '../field-error.ts';
import { forbiddenField, invalidValue } from '../field-error.ts';
import type { Json } from '../json.ts';
import { PatternBook } from './check-pattern.ts';
import { conversionProblem } from './conversion-problem.ts';
import { defaultErrors } from './default-errors.ts';
import type { MetadataRules } from './embedded-metadata.ts';
import { childPath } from './field-path.ts';
import { openApiErrors, statusRootErrors } from './openapi-errors.ts';
import { rootRules, runDefaultRules } from './rule-check.ts';
import { parseSchema, type SchemaNode } from './schema-node.ts';
import { structuralErrors } from './structural-errors.ts';

export type SchemaCheck = {
  /** Where the schema stands. */
  readonly path: string;
  /** Whether the version has a status subresource. */
  readonly hasStatus: boolean;
  readonly metadata: MetadataRules;
  /** The schema of the same version before an update. */
  readonly old?: Json | undefined;
};

export function checkSchema(json: Json, { path, hasStatus, metadata, old }: SchemaCheck): readonly FieldError[] {
  const schema = parseSchema(json);
  const conversion = conversionProblem(schema);
  const structure = conversion === undefined ? structureErrors(schema, path, metadata) : [];
  const checksRules = conversion === undefined && structure.length === 0;
  const rules = checksRules ? rootRules(schema, old === undefined ? undefined : parseSchema(old)) : undefined;
  const openApi = openApiErrors(schema, {
    path,
    isRoot: true,
    insideMeta: false,
    noDefault: undefined,
    uncorrelatable: undefined,
    rules: rules?.context,
  });
  const errors = [
    ...(hasStatus ? statusRootErrors(schema, path) : []),
    ...(schema.nullable ? [forbiddenField(childPath(path, 'nullable'), 'nullable cannot be true at the root')] : []),
    ...structure,
    ...openApi.schemaErrors,
    ...openApi.ruleErrors,
  ];
  const converted = errors.length === 0 && conversion !== undefined ? [invalidValue(path, '', conversion)] : [];
  return [...errors, ...converted, ...(rules?.totalErrors(path) ?? [])];
}

function structureErrors(schema: SchemaNode, path: string, metadata: MetadataRules): readonly FieldError[] {
  const structural = structuralErrors(schema, path);
  if (structural.length > 0) return structural;
  return defaultErrors(schema, path, { metadata, patterns: new PatternBook(), pruned: true, run: runDefaultRules });
}
