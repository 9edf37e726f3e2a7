// The seam of structural schemas: pruning, defaulting and validation of custom resources.
import type { Json, JsonObject } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import type { FieldError } from '../field-error.ts';

export interface CustomSchema {
  /** Drops what the schema does not know. Returns the paths that were dropped, e.g. 'spec.junk'. */
  prune(draft: Draft): readonly string[];
  applyDefaults(draft: Draft): void;
  validate(object: JsonObject, old: JsonObject | undefined): readonly FieldError[];
}

export interface SchemaEngine {
  /** What is wrong with a schema of a definition; nothing where all is well. `field`: where it stands. */
  check(schema: Json, field: string): readonly FieldError[];
  /** Of a schema that `check` has nothing against. */
  compile(schema: Json): CustomSchema;
}
