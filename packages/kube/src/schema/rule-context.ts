// What the check of a definition knows about rules at one schema: it follows the walk over schemas and adds up what rules may cost.

import type { FieldError } from '../field-error.ts';
import type { SchemaNode } from './schema-node.ts';

export interface RuleContext {
  property(name: string, schema: SchemaNode): RuleContext;
  items(schema: SchemaNode): RuleContext;
  additional(schema: SchemaNode): RuleContext;
  /** What is wrong with the rules of this schema. `uncorrelatable`: the schema around it whose parts have no old values. */
  check(path: string, uncorrelatable: string | undefined): readonly FieldError[];
}
