// The flags of `trace create` and `trace update` as a wish.

import type { TraceWish } from '@rectrace/trace-api';
import { UsageError } from '../errors.ts';
import type { Flags } from '../flags.ts';

/** @throws UsageError */
export function wishOf(flags: Flags): TraceWish {
  const clusterName = flags.text('clusterName');
  const targetName = flags.text('targetName');
  if (clusterName !== undefined && targetName !== undefined)
    throw new UsageError('--cluster-name and --target-name name the same thing: give one');
  const kind = flags.text('kind');
  if (flags.text('apiVersion') !== undefined && kind === undefined) throw new UsageError('--api-version needs --kind');
  const name = clusterName ?? targetName;
  return {
    targetName: name,
    targetNamespace: flags.text('targetNamespace'),
    targetApiVersion: flags.text('apiVersion'),
    targetKind: kind,
    depth: flags.integer('depth'),
    locale: flags.text('locale'),
    expression: flags.text('celStateEvaluationExpression'),
  };
}

/** @throws ExpressionError for an expression that is none */
export async function checkWish({ expression }: TraceWish): Promise<void> {
  if (expression === undefined) return;
  const { checkExpression } = await import('../state-expression.ts');
  checkExpression(expression, '--cel-state-evaluation-expression');
}
