// Reads an expression of the API server and checks its types: all faults, in its words.

import type { Node } from '../expression-node.ts';
import { parseExpression } from '../parse-expression.ts';
import { resolveNames } from '../resolve-names.ts';
import type { StaticType } from '../static-type.ts';
import type { CheckedCore } from './check-core.ts';
import { checkCore } from './check-core.ts';
import { expandCore } from './expand-core.ts';
import { formatIssues } from './issue.ts';
import { literalIssues } from './literal-issues.ts';
import { syntaxIssue } from './syntax-issue.ts';

export type CheckedExpression =
  | { readonly kind: 'checked'; readonly root: Node; readonly type: StaticType; readonly checked: CheckedCore }
  /** With the lines of the expression that they are about. */
  | { readonly kind: 'faulty'; readonly issues: string };

export type ExpressionNames = {
  /** By name, which may be dotted. */
  readonly variables: ReadonlyMap<string, StaticType>;
  /** Functions beside the standard ones. */
  readonly library?: ReadonlySet<string>;
};

export function checkExpression(text: string, { variables, library = new Set() }: ExpressionNames): CheckedExpression {
  const parsed = parseExpression(text);
  if (parsed.kind === 'fault') return { kind: 'faulty', issues: formatIssues(text, [syntaxIssue(text, parsed)]) };
  const core = expandCore(parsed);
  const { checked, issues } = checkCore(core, variables);
  const all = issues.length > 0 ? issues : literalIssues(checked);
  if (all.length > 0) return { kind: 'faulty', issues: formatIssues(text, all) };
  const root = resolveNames(parsed, [...variables.keys()], { nesting: Number.POSITIVE_INFINITY, library });
  if (root.kind === 'fault') return { kind: 'faulty', issues: formatIssues(text, [{ at: root.at, message: root.message }]) };
  return { kind: 'checked', root, type: checked.types.get(core) ?? { kind: 'error' }, checked };
}
