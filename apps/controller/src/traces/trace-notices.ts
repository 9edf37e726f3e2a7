// What is worth an Event on a trace, from what is known of it.

import { TRACE_FINALIZER } from '@rectrace/trace-api';
import type { TargetState } from '../status/conditions.ts';
import { recordingFinding, targetFinding } from '../status/conditions.ts';
import type { ServedTrace } from './served-trace.ts';
import type { TraceNotice } from './trace-client.ts';
import type { Knowledge } from './trace-findings.ts';
import { targetState } from './trace-findings.ts';

export type NoticeContext = {
  readonly knowledge: Knowledge;
  /** What was known of the target last; undefined where nothing was. */
  readonly before: KnownTarget | undefined;
};

/** What is known of a target that is not being looked for. */
export type KnownTarget = Exclude<TargetState['kind'], 'searching'>;

/** Everything that is true now and worth saying, whether it was said before or not. */
export function noticesOf(trace: ServedTrace, { knowledge, before }: NoticeContext): readonly TraceNotice[] {
  if (trace.spec.deleting) return releaseNotices(trace, knowledge);
  return [
    ...foreignNotices(trace),
    ...targetNotices(trace, { knowledge, before }),
    ...expressionNotices(trace),
    ...historyNotices(knowledge),
  ];
}

function foreignNotices({ foreign }: ServedTrace): readonly TraceNotice[] {
  if (foreign === undefined) return [];
  const { reason, message } = recordingFinding({ kind: 'refused', manager: foreign });
  return [{ type: 'Warning', reason, message }];
}

/** A target that is missing is said at once; that it was found only where it had been missing. */
function targetNotices(trace: ServedTrace, { knowledge, before }: NoticeContext): readonly TraceNotice[] {
  const state = targetState(trace, knowledge);
  if (state.kind === 'searching') return [];
  const { reason, message } = targetFinding(state);
  if (state.kind !== 'found') return [{ type: 'Warning', reason: `Target${reason}`, message }];
  const found: TraceNotice = { type: 'Normal', reason: 'TargetFound', message: 'the target is there and recorded' };
  return before === undefined || before === 'found' ? [] : [found];
}

function expressionNotices({ expression }: ServedTrace): readonly TraceNotice[] {
  return expression.kind === 'invalid' ? [{ type: 'Warning', reason: 'InvalidExpression', message: expression.message }] : [];
}

function historyNotices({ historyProblem }: Knowledge): readonly TraceNotice[] {
  return historyProblem === undefined
    ? []
    : [{ type: 'Warning', reason: 'HistoryFailing', message: `recorded in memory only: ${historyProblem}` }];
}

/** The finalizer goes whatever the store does; where it fails, what was recorded last may not be kept, and that is said. */
function releaseNotices({ spec }: ServedTrace, { historyProblem }: Knowledge): readonly TraceNotice[] {
  if (historyProblem === undefined || !spec.finalizers.includes(TRACE_FINALIZER)) return [];
  return [
    {
      type: 'Warning',
      reason: 'ReleasedWithoutHistory',
      message: `the trace is let go although the history cannot be written: ${historyProblem}`,
    },
  ];
}
