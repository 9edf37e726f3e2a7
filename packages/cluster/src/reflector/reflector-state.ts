// The states of a reflector, what a state's work can come to, and the one function that says what follows. Pure.

import { backoffDelay } from '../backoff.ts';
import type { Failure } from './failure.ts';
import type { ReflectorTimings } from './reflect-options.ts';

export type Task =
  /** Nothing is known: a consistent list. */
  | { readonly kind: 'list' }
  /** A stored place: the state at that place for context. */
  | { readonly kind: 'resume' }
  /** verify: first ask whether the server's history still is the one we know. */
  | { readonly kind: 'watch'; readonly verify: boolean }
  /** No event for long in a collection without bookmarks: is there really nothing new? Then watch. */
  | { readonly kind: 'confirm' }
  /** The place is lost: list, and recover what lies between. */
  | { readonly kind: 'relist'; readonly consistent: boolean; readonly reason: string };

export type AvailabilityState = 'watched' | 'forbidden' | 'absent' | 'failing';

export type ReflectorState = {
  readonly task: Task;
  /** Failures since a watch told something. */
  readonly attempt: number;
  /** The last answer showed a version below our place; a second one makes it an epoch. */
  readonly suspect: boolean;
  readonly availability: AvailabilityState | 'unknown';
};

export type Outcome =
  | { readonly kind: 'listed' }
  /** The server ended the watch. */
  | { readonly kind: 'closed'; readonly progressed: boolean; readonly livedMs: number }
  /** Nothing came for too long. bookmarks: whether this collection ever had one. */
  | { readonly kind: 'silent'; readonly bookmarks: boolean }
  /** A list's version is below our place. */
  | { readonly kind: 'behind'; readonly version: string }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly progressed: boolean };

/** served: the wait ends early when the kind is served. */
export type Wait = { readonly ms: number; readonly served: boolean };

export type Step = {
  readonly state: ReflectorState;
  readonly wait: Wait;
  /** To be told: what can be seen now. */
  readonly availability?: { readonly state: AvailabilityState; readonly message: string };
  /** To be told: versions start anew, for this reason. */
  readonly epoch?: string;
};

type Situation = { readonly timings: ReflectorTimings; readonly random: number };

const NO_WAIT: Wait = { ms: 0, served: false };
/** Failures in a row after which the collection counts as failing. */
const FAILING_AFTER = 5;
/** Garbled answers at one place after which the place is given up. */
const GARBLED_BOUND = 8;
const TOO_LARGE_BOUND = 3;

/** Where a reflector begins. */
export function initialState(resumed: boolean): ReflectorState {
  return { task: { kind: resumed ? 'resume' : 'list' }, attempt: 0, suspect: false, availability: 'unknown' };
}

/** What follows when the state's task has come to this. random in [0, 1). */
export function nextStep(state: ReflectorState, { outcome, ...situation }: Situation & { readonly outcome: Outcome }): Step {
  switch (outcome.kind) {
    case 'listed':
      return { state: { ...state, task: { kind: 'watch', verify: false }, suspect: false }, wait: NO_WAIT };
    case 'closed':
      return afterClose(state, { outcome, ...situation });
    case 'silent':
      return {
        state: { ...state, task: outcome.bookmarks ? { kind: 'watch', verify: true } : { kind: 'confirm' }, suspect: false },
        wait: NO_WAIT,
      };
    case 'behind':
      return afterBehind(state, { outcome, ...situation });
    case 'failed':
      return afterFailure(
        { ...state, suspect: false, attempt: outcome.progressed ? 0 : state.attempt },
        { failure: outcome.failure, ...situation },
      );
  }
}

/** All objects ended with their kind's definition: what a restart stored of them counts no longer. */
export function afterEnd(state: ReflectorState): ReflectorState {
  return state.task.kind === 'resume' ? { ...state, task: { kind: 'watch', verify: true } } : state;
}

function afterClose(
  state: ReflectorState,
  { outcome, timings, random }: Situation & { readonly outcome: Outcome & { readonly kind: 'closed' } },
): Step {
  const calm = outcome.progressed || outcome.livedMs >= timings.shortLivedMs;
  if (calm)
    return {
      state: { ...state, task: { kind: 'watch', verify: false }, attempt: 0, suspect: false },
      wait: { ms: timings.calmMs * (0.5 + random), served: false },
    };
  const again = { ...state, task: { kind: 'watch', verify: true }, attempt: state.attempt + 1, suspect: false } as const;
  return { state: again, wait: backoff(state, { timings, random }) };
}

function afterBehind(
  state: ReflectorState,
  { outcome, timings, random }: Situation & { readonly outcome: Outcome & { readonly kind: 'behind' } },
): Step {
  const reason = `the server's version ${outcome.version} is below the place reached before: its storage was restored`;
  if (state.suspect) return { state: { ...state, task: { kind: 'list' }, attempt: 0, suspect: false }, wait: NO_WAIT, epoch: reason };
  const task: Task = state.task.kind === 'relist' ? { ...state.task, consistent: true } : state.task;
  return { state: { ...state, task, suspect: true }, wait: backoff(state, { timings, random }) };
}

function afterFailure(state: ReflectorState, { failure, timings, random }: Situation & { readonly failure: Failure }): Step {
  const situation = { timings, random };
  switch (failure.kind) {
    case 'expired':
      return afterExpiry(state, { failure, ...situation });
    case 'forbidden':
      return unavailable(state, {
        to: 'forbidden',
        message: failure.message,
        wait: { ms: timings.forbiddenRetryMs * (0.9 + 0.2 * random), served: false },
      });
    case 'absent':
      return unavailable(state, {
        to: 'absent',
        message: failure.message,
        wait: { ms: timings.absentRetryMs * (0.9 + 0.2 * random), served: true },
      });
    case 'tooLarge':
      return retry(state, {
        task: state.attempt + 1 >= TOO_LARGE_BOUND ? consistently(state.task, failure.message) : state.task,
        message: failure.message,
        ...situation,
      });
    case 'garbled':
      return retry(state, { task: garbledTask(state), message: failure.message, ...situation });
    case 'transient':
      return retry(state, { task: verified(state.task), message: failure.message, atLeastMs: failure.retryAfterMs, ...situation });
  }
}

/** A place is lost at once, but not again and again without a pause; the token of a list's next page only costs a new list, from now on a consistent one. */
function afterExpiry(state: ReflectorState, { failure, ...situation }: Situation & { readonly failure: Failure }): Step {
  const { task } = state;
  if (task.kind === 'list' || task.kind === 'relist') {
    return retry(state, { task: task.kind === 'list' ? task : consistently(task, task.reason), message: failure.message, ...situation });
  }
  const wait = state.attempt === 0 ? NO_WAIT : backoff({ ...state, attempt: state.attempt - 1 }, situation);
  return { state: { ...state, task: { kind: 'relist', consistent: false, reason: failure.message }, attempt: state.attempt + 1 }, wait };
}

function garbledTask(state: ReflectorState): Task {
  const { task, attempt } = state;
  const stuck = attempt + 1 >= GARBLED_BOUND && (task.kind === 'watch' || task.kind === 'confirm');
  return stuck ? { kind: 'relist', consistent: false, reason: 'the watch can not be read from this place on' } : verified(task);
}

function verified(task: Task): Task {
  return task.kind === 'watch' ? { kind: 'watch', verify: true } : task;
}

function consistently(task: Task, reason: string): Task {
  if (task.kind === 'list') return task;
  return { kind: 'relist', consistent: true, reason: task.kind === 'relist' ? task.reason : reason };
}

type Retry = Situation & { readonly task: Task; readonly message: string; readonly atLeastMs?: number };

function retry(state: ReflectorState, { task, message, atLeastMs = 0, ...situation }: Retry): Step {
  const wait = backoff(state, situation);
  const attempt = state.attempt + 1;
  const known = state.availability === 'failing' || state.availability === 'forbidden' || state.availability === 'absent';
  const failing = attempt >= FAILING_AFTER && !known;
  const next = { ...state, task, attempt, availability: failing ? 'failing' : state.availability } as const;
  return {
    state: next,
    wait: { ...wait, ms: Math.max(wait.ms, atLeastMs) },
    ...(failing ? { availability: { state: 'failing', message } } : {}),
  };
}

function unavailable(
  state: ReflectorState,
  { to, message, wait }: { readonly to: 'forbidden' | 'absent'; readonly message: string; readonly wait: Wait },
): Step {
  const next = { ...state, task: verified(state.task), attempt: 0, availability: to } as const;
  return { state: next, wait, ...(state.availability === to ? {} : { availability: { state: to, message } }) };
}

function backoff(state: ReflectorState, { timings, random }: Situation): Wait {
  return { ms: backoffDelay(timings.backoff, { attempt: state.attempt, random }), served: false };
}
