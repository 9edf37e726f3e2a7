// The conditions of a trace, and which of their statuses tells of a problem. docs/reference/crd.md lists their reasons.

export type ConditionType = 'DryRunServed' | 'ExpressionValid' | 'Recording' | 'StatusTruncated' | 'TargetFound';

/** A condition as any client may have written it. */
export type WireCondition = { readonly type: string; readonly status: string; readonly reason?: string; readonly message?: string };

/** The status of a condition where all is well is True, but for these. */
const WELL: { readonly [type in ConditionType]?: string } = { StatusTruncated: 'False' };

export function isProblem({ type, status }: Pick<WireCondition, 'type' | 'status'>): boolean {
  return status !== (Object.hasOwn(WELL, type) ? WELL[type as ConditionType] : 'True');
}
