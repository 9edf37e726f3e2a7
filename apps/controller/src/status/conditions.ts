// The conditions of a trace: what each says, and when it last turned.

import { formatTime } from '@rectrace/kube';
import type { Condition, ConditionType } from '@rectrace/trace-api';

/** A condition without the times and generations that conditionsOf adds. */
export type Finding = {
  readonly type: ConditionType;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
};

/** Whether the target is there. served: the kind is known to the API server. */
export type TargetState =
  | { readonly kind: 'found' }
  | { readonly kind: 'awaited'; readonly what: string }
  | { readonly kind: 'deleted'; readonly what: string }
  | { readonly kind: 'notServed'; readonly what: string }
  | { readonly kind: 'ambiguous'; readonly what: string; readonly choices: readonly string[] }
  | { readonly kind: 'searching'; readonly what: string };

/** Findings about the target; `what` names it as Kind/namespace/name. */
export function targetFinding(state: TargetState): Finding {
  const type = 'TargetFound';
  switch (state.kind) {
    case 'found':
      return { type, status: 'True', reason: 'Found', message: '' };
    case 'awaited':
      return {
        type,
        status: 'False',
        reason: 'NotFound',
        message: `${state.what} does not exist yet; its trace begins when it is created`,
      };
    case 'deleted':
      return { type, status: 'False', reason: 'Deleted', message: `${state.what} was deleted; what is recorded of it stays` };
    case 'notServed':
      return {
        type,
        status: 'False',
        reason: 'KindNotServed',
        message: `the API server does not serve ${state.what}; the trace begins when it does`,
      };
    case 'ambiguous':
      return {
        type,
        status: 'False',
        reason: 'KindAmbiguous',
        message: `${state.what} may be ${state.choices.join(' or ')}: set spec.targetObject.apiVersion`,
      };
    case 'searching':
      return { type, status: 'Unknown', reason: 'NotListedYet', message: `${state.what} is looked for` };
  }
}

/** Whether changes are recorded now. */
export type RecordingState =
  | { readonly kind: 'recording' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'blind'; readonly message: string }
  | { readonly kind: 'unsaved'; readonly message: string }
  | { readonly kind: 'refused'; readonly manager: string };

export function recordingFinding(state: RecordingState): Finding {
  const type = 'Recording';
  switch (state.kind) {
    case 'recording':
      return { type, status: 'True', reason: 'Recording', message: '' };
    case 'starting':
      return { type, status: 'Unknown', reason: 'Starting', message: 'first lists are being read' };
    case 'blind':
      return { type, status: 'False', reason: 'CannotWatch', message: state.message };
    case 'unsaved':
      return { type, status: 'True', reason: 'HistoryFailing', message: `changes are recorded in memory only: ${state.message}` };
    case 'refused':
      return {
        type,
        status: 'False',
        reason: 'ForeignStatusWriter',
        message: `${state.manager} writes the status of this trace; this controller leaves it alone`,
      };
  }
}

/** problem: why the expression cannot be used, with position and hint; undefined where it can. */
export function expressionFinding(problem: string | undefined): Finding {
  const type = 'ExpressionValid';
  if (problem === undefined) return { type, status: 'True', reason: 'Valid', message: '' };
  return { type, status: 'False', reason: 'InvalidExpression', message: `${problem}; until it is mended the target counts as not settled` };
}

/** For traces that ask for a dry run. */
export function dryRunFinding(): Finding {
  return {
    type: 'DryRunServed',
    status: 'False',
    reason: 'NotServedYet',
    message: 'this release records only: spec.dryRun is not planned',
  };
}

/** Whether the byte budget left something out of the status. */
export function truncatedFinding(truncated: boolean, bytes: number): Finding {
  const type = 'StatusTruncated';
  if (!truncated) return { type, status: 'False', reason: 'Complete', message: '' };
  return {
    type,
    status: 'True',
    reason: 'OverByteBudget',
    message: `the status is held under ${bytes} bytes; status.omitted counts what was left out, the history has it`,
  };
}

/** Findings as conditions, sorted by type. A condition keeps its transition time while its status stays. now: milliseconds since the epoch. */
export function conditionsOf(
  findings: readonly Finding[],
  {
    previous,
    generation,
    now,
  }: {
    readonly previous: readonly Pick<Condition, 'type' | 'status' | 'lastTransitionTime'>[];
    readonly generation: number | bigint;
    readonly now: number;
  },
): readonly Condition[] {
  const sorted = [...findings].sort((a, b) => (a.type < b.type ? -1 : 1));
  return sorted.map(({ type, status, reason, message }) => {
    const before = previous.find((condition) => condition.type === type && condition.status === status);
    return {
      type,
      status,
      observedGeneration: generation,
      lastTransitionTime: before?.lastTransitionTime ?? formatTime(now),
      reason,
      message,
    };
  });
}
