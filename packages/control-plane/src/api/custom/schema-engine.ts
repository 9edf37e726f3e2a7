// Structural schemas of definitions: what is wrong with them, and what they make of custom resources.
import type { FieldError, Json, MetadataRules, SchemaNode } from '@rectrace/kube';
import { checkSchema, parseSchema, StructuralSchema } from '@rectrace/kube';
import type { TypeTable } from '../type-table.ts';
import { metadataRules } from './metadata-rules.ts';

export type SchemaPlace = {
  /** Where it stands. */
  readonly field: string;
  /** Whether its version has a status subresource. */
  readonly hasStatus: boolean;
  /** The schema of the same version before an update. */
  readonly old: Json | undefined;
};

export class SchemaEngine {
  readonly #metadata: MetadataRules;

  constructor(table: TypeTable) {
    this.#metadata = metadataRules(table);
  }

  /** Nothing where all is well. */
  check(schema: Json, { field, hasStatus, old }: SchemaPlace): readonly FieldError[] {
    return checkSchema(schema, { path: field, hasStatus, old, metadata: this.#metadata });
  }

  /** Of a schema that `check` has nothing against. */
  compile(schema: Json): StructuralSchema {
    return new StructuralSchema(schema, this.#metadata);
  }

  /** As it is written, whether all is well with it or not. */
  read(schema: Json): SchemaNode {
    return parseSchema(schema);
  }
}
