// What may stand in the status of a Job, and how it may change: a Job that has ended stays so. A rule is asked only where what it is about changes.
import type { JsonObject } from '@rectrace/kube';
import { jsonEquals, parseInstant, valueAt } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { duplicate, invalidValue, required } from '../../field-error.ts';
import { invalidAt, notNegative } from '../../validation/checks.ts';
import { internalForm } from '../../validation/internal-form.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, isTrue, itemsOf, numberOf, spot, textAt, textOf } from '../../validation/spot.ts';
import { overlapOf, readIndexes } from './job-indexes.ts';
import { isIndexed } from './job-spec.ts';

type State = {
  readonly job: JsonObject;
  readonly spec: Spot;
  readonly status: Spot;
  /** Of the conditions, those that are true. */
  readonly is: (type: string) => boolean;
  readonly finished: boolean;
  readonly changed: (...keys: readonly string[]) => boolean;
  readonly turned: (...types: readonly string[]) => boolean;
  readonly old: { readonly status: Spot; readonly is: (type: string) => boolean; readonly finished: boolean };
};

const COUNTS = ['active', 'succeeded', 'failed', 'ready', 'terminating'];

export function jobStatusErrors(job: JsonObject, old: JsonObject): readonly FieldError[] {
  const state = stateOf(job, old);
  return [
    ...COUNTS.flatMap((key) => notNegative(at(state.status, key))),
    ...uncountedErrors(at(state.status, 'uncountedTerminatedPods')),
    ...RULES.flatMap((rule) => rule(state)),
    ...transitionErrors(state),
  ];
}

function stateOf(job: JsonObject, old: JsonObject): State {
  const [status, before] = [at(spot(job), 'status'), at(spot(old), 'status')];
  const conditions = (of: Spot): ((type: string) => boolean) => {
    const held = itemsOf(at(of, 'conditions')).filter((condition) => textAt(condition, 'status') === 'True');
    const types = new Set(held.map((condition) => textAt(condition, 'type')));
    return (type) => types.has(type);
  };
  const [is, was] = [conditions(status), conditions(before)];
  const [finished, wasFinished] = [is, was].map((held) => held('Complete') || held('Failed')) as [boolean, boolean];
  return {
    job,
    spec: at(spot(job), 'spec'),
    status,
    is,
    finished,
    changed: (...keys) => keys.some((key) => !jsonEquals(valueAt(job, ['status', key]) ?? null, valueAt(old, ['status', key]) ?? null)),
    turned: (...types) => types.some((type) => is(type) !== was(type)),
    old: { status: before, is: was, finished: wasFinished },
  };
}

function uncountedErrors(pods: Spot): readonly FieldError[] {
  const seen = new Set<string>();
  return ['succeeded', 'failed'].flatMap((key) =>
    itemsOf(at(pods, key)).flatMap((uid) => {
      const text = textOf(uid);
      if (text === '') return [invalidValue(uid.path, '', 'must not be empty')];
      if (seen.has(text)) return [duplicate(uid.path, text)];
      seen.add(text);
      return [];
    }),
  );
}

function about(detail: string): FieldError {
  return { type: 'FieldValueInvalid', field: 'status.conditions', detail };
}

function when(condition: boolean, error: () => FieldError): readonly FieldError[] {
  return condition ? [error()] : [];
}

const endTurned = ({ finished, old }: State): boolean => finished !== old.finished;
const field = ({ status }: State, key: string): Spot => at(status, key);
const isLater = (left: Spot, right: Spot): boolean => (parseInstant(textOf(left)) ?? 0) > (parseInstant(textOf(right)) ?? 0);

/** In the API server's order. */
const RULES: readonly ((state: State) => readonly FieldError[])[] = [
  ({ is, turned }) =>
    when(turned('Complete', 'Failed') && is('Complete') && is('Failed'), () =>
      about('cannot set Complete=True and Failed=true conditions'),
    ),
  ({ is, turned }) =>
    when(turned('Complete', 'FailureTarget') && is('Complete') && is('FailureTarget'), () =>
      about('cannot set Complete=True and FailureTarget=true conditions'),
    ),
  (state) => {
    const time = field(state, 'completionTime');
    const asked = state.turned('Complete') || state.changed('completionTime');
    const early = asked && isSet(time) && !state.is('Complete');
    return [
      ...when(early, () => invalidAt(time, 'cannot set completionTime when there is no Complete=True condition')),
      ...when(asked && !isSet(time) && state.is('Complete'), () => required(time.path, 'completionTime is required for Complete jobs')),
    ];
  },
  (state) => {
    const [start, end] = [field(state, 'startTime'), field(state, 'completionTime')];
    const reversed = state.changed('startTime', 'completionTime') && isSet(start) && isSet(end) && isLater(start, end);
    return when(reversed, () => invalidAt(end, 'must be equal to or after `startTime`'));
  },
  (state) =>
    when((state.turned('Failed') || state.changed('failedIndexes')) && state.is('Failed') && !state.is('FailureTarget'), () =>
      about('cannot set Failed=True condition without the FailureTarget=true condition'),
    ),
  ({ is, turned }) =>
    when(turned('Complete', 'SuccessCriteriaMet') && is('Complete') && !is('SuccessCriteriaMet'), () =>
      about('cannot set Complete=True condition without the SuccessCriteriaMet=true condition'),
    ),
  (state) => {
    const active = field(state, 'active');
    const working = (endTurned(state) || state.changed('active')) && state.finished && (numberOf(active) ?? 0) > 0;
    return when(working, () => invalidAt(active, 'active>0 is invalid for finished job'));
  },
  (state) => {
    const nothing = isTrue(at(state.spec, 'suspend')) && numberOf(at(state.spec, 'completions')) === 0;
    const asked = (endTurned(state) || state.changed('startTime')) && !nothing;
    const lost = asked && state.finished && !isSet(field(state, 'startTime'));
    return when(lost, () => required('status.startTime', 'startTime is required for finished job'));
  },
  (state) => {
    const pods = field(state, 'uncountedTerminatedPods');
    const some = ['succeeded', 'failed'].some((key) => itemsOf(at(pods, key)).length > 0);
    const asked = endTurned(state) || state.changed('uncountedTerminatedPods');
    const shown = internalForm(pods.value, '*batch.UncountedTerminatedPods');
    return when(asked && state.finished && some, () => invalidValue(pods.path, shown, 'must be empty for finished job'));
  },
  indexErrors,
  (state) => {
    const terminating = field(state, 'terminating');
    const asked = endTurned(state) || state.changed('terminating');
    const some = asked && state.finished && (numberOf(terminating) ?? 0) > 0;
    return when(some, () => invalidAt(terminating, 'terminating>0 is invalid for finished job'));
  },
  (state) => {
    const ready = field(state, 'ready');
    const more = state.changed('ready', 'active') && isSet(ready) && (numberOf(ready) ?? 0) > (numberOf(field(state, 'active')) ?? 0);
    return when(more, () => invalidAt(ready, 'cannot set more ready pods than active'));
  },
  ({ is }) => when(is('SuccessCriteriaMet') && is('Failed'), () => about('cannot set SuccessCriteriaMet=True and Failed=true conditions')),
  ({ is }) =>
    when(is('SuccessCriteriaMet') && is('FailureTarget'), () =>
      about('cannot set SuccessCriteriaMet=True and FailureTarget=true conditions'),
    ),
  ({ is, spec }) =>
    when(isSet(at(spec, 'successPolicy')) && !is('SuccessCriteriaMet') && is('Complete'), () =>
      about('cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True'),
    ),
];

function indexErrors(state: State): readonly FieldError[] {
  const [completed, failed] = [field(state, 'completedIndexes'), field(state, 'failedIndexes')];
  const completions = numberOf(at(state.spec, 'completions'));
  const perIndex = isSet(at(state.spec, 'backoffLimitPerIndex'));
  const [completedChanged, failedChanged] = [state.changed('completedIndexes'), state.changed('failedIndexes')];
  const plain = completedChanged && textOf(completed) !== '' && !isIndexed(state.spec);
  const lonely = failedChanged && !perIndex && isSet(failed);
  const shared =
    (completedChanged || failedChanged) && completions !== undefined && isSet(failed)
      ? overlapOf(textOf(completed), textOf(failed), completions)
      : undefined;
  return [
    ...(completedChanged ? formatErrors(completed, completions, 'completedIndexes') : []),
    ...(failedChanged && perIndex && isSet(failed) ? formatErrors(failed, completions, 'failedIndexes') : []),
    ...when(plain, () => invalidAt(completed, 'cannot set non-empty completedIndexes when non-indexed completion mode')),
    ...when(lonely, () => invalidAt(failed, 'cannot set non-null failedIndexes when backoffLimitPerIndex is null')),
    ...when(shared !== undefined, () => invalidAt(failed, `failedIndexes and completedIndexes overlap at index: ${shared}`)),
  ];
}

function formatErrors(place: Spot, completions: number | undefined, name: string): readonly FieldError[] {
  const read = completions === undefined ? undefined : readIndexes(textOf(place), completions);
  return read?.kind === 'invalid' ? [invalidAt(place, `error parsing ${name}: ${read.reason}`)] : [];
}

function transitionErrors(state: State): readonly FieldError[] {
  const { is, old, spec } = state;
  const sank = (key: string): boolean => (numberOf(field(state, key)) ?? 0) < (numberOf(at(old.status, key)) ?? 0);
  const [start, end] = [field(state, 'startTime'), field(state, 'completionTime')];
  const scaled = isIndexed(spec) && numberOf(at(spec, 'completions')) === numberOf(at(spec, 'parallelism'));
  const resuming = old.is('Suspended') && itemsOf(field(state, 'conditions')).some(isResumed);
  const restarted = isSet(at(old.status, 'startTime')) && state.changed('startTime') && !isTrue(at(spec, 'suspend')) && !resuming;
  const moved = isSet(end) && isSet(at(old.status, 'completionTime')) && state.changed('completionTime');
  const less = (key: string): FieldError =>
    invalidAt({ ...field(state, key), value: numberOf(field(state, key)) ?? 0 }, `cannot decrease the ${key} counter`);
  return [
    ...['Failed', 'Complete', 'FailureTarget']
      .filter((type) => old.is(type) && !is(type))
      .map((type) => about(`cannot disable the terminal ${type}=True condition`)),
    ...when(sank('failed'), () => less('failed')),
    ...when(sank('succeeded') && !scaled, () => less('succeeded')),
    ...when(moved, () => invalidAt(end, 'field is immutable')),
    ...when(restarted, () => required(start.path, 'startTime cannot be removed for unsuspended job')),
    ...when(old.is('SuccessCriteriaMet') && !is('SuccessCriteriaMet'), () => about('cannot disable the SuccessCriteriaMet=True condition')),
    ...when(old.is('Complete') && !old.is('SuccessCriteriaMet') && is('SuccessCriteriaMet'), () =>
      about('cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions'),
    ),
  ];
}

function isResumed(condition: Spot): boolean {
  return textAt(condition, 'type') === 'Suspended' && textAt(condition, 'status') === 'False';
}
