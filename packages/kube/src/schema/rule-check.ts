// The rules of definitions (x-kubernetes-validations) are not checked yet.

import type { FieldError } from '../field-error.ts';
import type { Json } from '../json.ts';
import type { RuleContext } from './rule-context.ts';
import type { SchemaNode } from './schema-node.ts';
export function rootRules(
  _schema: SchemaNode,
  _old: SchemaNode | undefined,
): { readonly context: RuleContext | undefined; totalErrors(path: string): readonly FieldError[] } {
  return { context: undefined, totalErrors: () => [] };
}
export function runDefaultRules(_value: Json, _schema: SchemaNode): readonly FieldError[] {
  return [];
}
