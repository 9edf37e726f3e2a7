// The part of a field set that patterns let through.
import type { FieldNode, FieldSet } from './field-set.ts';

/** Names of fields from the top; '*' stands for any step. What lies below the last one is let through. */
export type FieldPattern = readonly string[];

export function includeMatches(set: FieldSet, patterns: readonly FieldPattern[]): FieldSet {
  if (patterns.some((pattern) => pattern.length === 0)) return set;
  const result = new Map<string, FieldNode>();
  for (const [key, node] of set) {
    const matching = patterns.filter(([step]) => step === '*' || (node.element.kind === 'field' && node.element.name === step));
    const below = includeMatches(
      node.below,
      matching.map(([, ...rest]) => rest),
    );
    const member = node.member && matching.length > 0;
    if (member || below.size > 0) result.set(key, { element: node.element, member, below });
  }
  return result;
}
