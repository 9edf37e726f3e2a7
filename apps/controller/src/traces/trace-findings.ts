// What the conditions of a trace have to say, from what is known of its target.

import type { RootView } from '@rectrace/trace';
import type { Sight } from '../recording/recording.ts';
import type { Finding, RecordingState, TargetState } from '../status/conditions.ts';
import { dryRunFinding, expressionFinding, recordingFinding, targetFinding } from '../status/conditions.ts';
import { nameTarget } from './name-target.ts';
import type { ServedTrace } from './served-trace.ts';

/** view and sight: absent where the target's kind is unknown. */
export type Knowledge = {
  readonly view: RootView | undefined;
  readonly sight: Sight | undefined;
  readonly historyProblem: string | undefined;
};

/** Everything but whether the status is truncated, which only its writer knows. */
export function findingsOf(trace: ServedTrace, knowledge: Knowledge): readonly Finding[] {
  return [
    targetFinding(targetState(trace, knowledge)),
    recordingFinding(recordingState(trace, knowledge)),
    expressionFinding(expressionProblem(trace, knowledge.view)),
    ...(trace.spec.dryRun ? [dryRunFinding()] : []),
  ];
}

export function targetState({ found, spec }: ServedTrace, { view, sight }: Knowledge): TargetState {
  if (found.kind !== 'resource') return found;
  const what = nameTarget(spec.target, found.resource);
  if (view?.ref !== undefined) return view.gone ? { kind: 'deleted', what } : { kind: 'found' };
  return sight?.kind === 'watched' ? { kind: 'awaited', what } : { kind: 'searching', what };
}

function recordingState({ foreign }: ServedTrace, { sight, historyProblem }: Knowledge): RecordingState {
  if (foreign !== undefined) return { kind: 'refused', manager: foreign };
  if (sight === undefined) return { kind: 'starting' };
  if (sight.kind === 'blind') return { kind: 'blind', message: sight.message };
  if (sight.kind === 'listing') return { kind: 'starting' };
  return historyProblem === undefined ? { kind: 'recording' } : { kind: 'unsaved', message: historyProblem };
}

/** A field that is not there yet is no fault of the expression; an evaluation that fails is. */
function expressionProblem({ expression }: ServedTrace, view: RootView | undefined): string | undefined {
  if (expression.kind === 'invalid') return expression.message;
  const verdict = view?.verdict;
  return verdict?.kind === 'error' ? verdict.message : undefined;
}
