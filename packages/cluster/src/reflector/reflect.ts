// Follows one collection for as long as it is wanted: everything that happens in it is told once, or lies in a gap that is told.

import type { RecorderMessage } from '@rectrace/trace';
import { runConfirm } from './confirm-task.ts';
import { classifyError } from './failure.ts';
import { runList } from './list-task.ts';
import type { ReflectOptions } from './reflect-options.ts';
import type { ReflectorContext } from './reflector-context.ts';
import { openContext } from './reflector-context.ts';
import type { Outcome, ReflectorState, Step } from './reflector-state.ts';
import { afterEnd, initialState, nextStep } from './reflector-state.ts';
import { runRelist } from './relist-task.ts';
import { runResume } from './resume-task.ts';
import { waitOut } from './wait-out.ts';
import { runCheckedWatch } from './watch-task.ts';

/** Ends when the signal is aborted. Failures of the server are waited out and told as Availability; only a defect is thrown. */
export async function* reflect(options: ReflectOptions): AsyncGenerator<RecorderMessage, void> {
  const context = openContext(options);
  let state = initialState(options.resume !== undefined);
  try {
    while (!context.signal.aborted) {
      const readings = options.news?.readings() ?? 0;
      const { outcome, seen } = yield* announced(state, context);
      context.counters.noteEnd(outcome.kind);
      const sighted: ReflectorState = seen ? { ...state, availability: 'watched' } : state;
      const step = nextStep(sighted, { outcome, timings: context.timings, random: context.random() });
      yield* consequences(step, context);
      const { ended } = yield* waitOut(step.wait, { context, news: options.news, readings });
      state = ended ? afterEnd(step.state) : step.state;
    }
  } catch (error) {
    if (!context.signal.aborted) throw error;
  }
}

type Announced = { readonly outcome: Outcome; readonly seen: boolean };

/** Runs the state's task; that the collection can be seen is told once: when it is listed, or when a watch brings its first message. */
async function* announced(state: ReflectorState, context: ReflectorContext): AsyncGenerator<RecorderMessage, Announced> {
  const told = state.availability === 'watched';
  const work = runTask(state, context);
  const watching = state.task.kind === 'watch' || state.task.kind === 'confirm';
  if (told || watching) return told ? { outcome: yield* work, seen: true } : yield* announcedWatch(work, context);
  const outcome = yield* work;
  const seen = outcome.kind === 'listed';
  if (seen) yield sighting(context);
  return { outcome, seen };
}

async function* announcedWatch(
  work: AsyncGenerator<RecorderMessage, Outcome>,
  context: ReflectorContext,
): AsyncGenerator<RecorderMessage, Announced> {
  try {
    const first = await work.next();
    if (first.done === true) return { outcome: first.value, seen: false };
    yield sighting(context);
    yield first.value;
    return { outcome: yield* work, seen: true };
  } finally {
    await work.return({ kind: 'listed' });
  }
}

function sighting({ scope, clock }: ReflectorContext): RecorderMessage {
  return { kind: 'Availability', scope, state: 'watched', message: '', receivedAt: clock.now() };
}

async function* runTask(state: ReflectorState, context: ReflectorContext): AsyncGenerator<RecorderMessage, Outcome> {
  try {
    return yield* workOf(state, context);
  } catch (error) {
    context.signal.throwIfAborted();
    return { kind: 'failed', failure: classifyError(error), progressed: false };
  }
}

async function* workOf({ task, suspect }: ReflectorState, context: ReflectorContext): AsyncGenerator<RecorderMessage, Outcome> {
  switch (task.kind) {
    case 'list':
      return yield* runList(context);
    case 'resume':
      return yield* context.resume === undefined ? runList(context) : runResume(context, context.resume);
    case 'relist':
      return yield* runRelist(context, task);
    case 'confirm':
      return yield* runConfirm(context);
    case 'watch':
      return yield* runCheckedWatch(context, task.verify || suspect);
  }
}

async function* consequences(step: Step, { scope, clock, known }: ReflectorContext): AsyncGenerator<RecorderMessage> {
  const receivedAt = clock.now();
  if (step.epoch !== undefined) {
    known.clear();
    yield { kind: 'EpochBegin', scope, reason: step.epoch, receivedAt };
  }
  if (step.availability !== undefined) yield { kind: 'Availability', scope, ...step.availability, receivedAt };
}
