// Rules (x-kubernetes-validations) are not run yet.

import type { FieldError } from '../field-error.ts';
import type { SchemaNode } from './schema-node.ts';
export class RuleRunner {
  static of(_schema: SchemaNode, _options: { readonly isResource: boolean }): RuleRunner | undefined {
    return undefined;
  }
  run(_sides: unknown): { readonly errors: readonly FieldError[]; readonly warnings: readonly string[] } {
    return { errors: [], warnings: [] };
  }
}
