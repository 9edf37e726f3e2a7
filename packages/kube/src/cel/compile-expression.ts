// Compiles a CEL expression: read, names settled, types checked. What is compiled can be evaluated over any number of objects.

import { checkCondition, checkTypes } from './check-types.ts';
import type { ExpressionFault, SourcePosition } from './expression-fault.ts';
import { fault, positionOf } from './expression-fault.ts';
import type { Node } from './expression-node.ts';
import { childrenOf } from './expression-node.ts';
import { parseExpression } from './parse-expression.ts';
import { resolveNames } from './resolve-names.ts';
import type { StaticType } from './static-type.ts';

/** An expression that is known to be sound as far as that can be known without an object. */
export type CompiledExpression = {
  readonly kind: 'expression';
  readonly text: string;
  readonly variables: readonly string[];
  readonly root: Node;
};

/** Why an expression is refused: the fault, its place and what to do about it. */
export type ExpressionError = { readonly message: string; readonly position: SourcePosition; readonly hint: string };

export type CompileResult =
  | { readonly kind: 'compiled'; readonly expression: CompiledExpression }
  | { readonly kind: 'invalid'; readonly error: ExpressionError };

export type CompileOptions = {
  /** The variables an expression may use; each is JSON. */
  readonly variables?: readonly string[];
  /** What is known of their form; the rest depends on what they hold. */
  readonly types?: ReadonlyMap<string, StaticType>;
};

/** The longest expression, in UTF-16 units. */
export const EXPRESSION_LENGTH_LIMIT = 10_240;

const DEPTH_LIMIT = 250;

/** Compiles an expression that gives a bool. */
export function compileExpression(text: string, { variables = ['object'], types = new Map() }: CompileOptions = {}): CompileResult {
  const root = compile(text, { variables, types });
  if (root.kind !== 'fault') return { kind: 'compiled', expression: { kind: 'expression', text, variables, root } };
  return { kind: 'invalid', error: { message: root.message, position: positionOf(text, root.at), hint: root.hint } };
}

function compile(text: string, { variables, types }: Required<CompileOptions>): Node | ExpressionFault {
  if (text.length > EXPRESSION_LENGTH_LIMIT) {
    return fault(
      EXPRESSION_LENGTH_LIMIT,
      `the expression has ${text.length} characters, more than ${EXPRESSION_LENGTH_LIMIT}`,
      'shorten it',
    );
  }
  const parsed = parseExpression(text);
  if (parsed.kind === 'fault') return parsed;
  if (isDeeperThan(DEPTH_LIMIT, parsed))
    return fault(parsed.at, `the expression has more than ${DEPTH_LIMIT} levels`, 'split it, or join terms with && and ||');
  const resolved = resolveNames(parsed, variables);
  if (resolved.kind === 'fault') return resolved;
  const type = checkTypes(resolved, types);
  if (type.kind === 'fault') return type;
  return checkCondition(type, resolved.at) ?? resolved;
}

function isDeeperThan(limit: number, node: Node): boolean {
  return limit === 0 || childrenOf(node).some((child) => isDeeperThan(limit - 1, child));
}
