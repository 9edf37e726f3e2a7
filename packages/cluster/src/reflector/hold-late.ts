// What a watch tells late comes in one burst: held until it pauses, so that each revision can be told with what the later ones say of its time.

import type { Cancellation, Clock } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import type { Outcome } from './reflector-state.ts';
import { withWrittenBy } from './written-by.ts';

/** So long a pause ends the burst, milliseconds. */
const PAUSE_MS = 100;
const MOST_HELD = 1_000;

type Holding = { readonly clock: Clock; readonly signal: Cancellation };
type Step = IteratorResult<RecorderMessage, Outcome>;

/** Everything told before an end or a failure is passed on before it. */
export async function* holdLate(
  messages: AsyncGenerator<RecorderMessage, Outcome>,
  holding: Holding,
): AsyncGenerator<RecorderMessage, Outcome> {
  const held: RecorderMessage[] = [];
  try {
    const outcome = yield* tellBursts(new PacedMessages(messages, holding), held);
    yield* withWrittenBy(held);
    return outcome;
  } catch (error) {
    yield* withWrittenBy(held);
    throw error;
  } finally {
    await messages.return({ kind: 'listed' });
  }
}

/** held: what was not told yet, also after the end. */
async function* tellBursts(messages: PacedMessages, held: RecorderMessage[]): AsyncGenerator<RecorderMessage, Outcome> {
  for (;;) {
    const step = held.length === 0 ? await messages.next() : await messages.nextUnlessPaused();
    if (step?.done === true) return step.value;
    if (step !== undefined) held.push(step.value);
    if (step === undefined || !isLate(step.value) || held.length >= MOST_HELD) yield* withWrittenBy(held.splice(0));
  }
}

function isLate(message: RecorderMessage): boolean {
  return message.kind === 'Vanished' || (message.kind === 'Observed' && message.by === 'lateWatch');
}

class PacedMessages {
  readonly #messages: AsyncGenerator<RecorderMessage, Outcome>;
  readonly #holding: Holding;
  #pending: Promise<Step> | undefined;

  constructor(messages: AsyncGenerator<RecorderMessage, Outcome>, holding: Holding) {
    this.#messages = messages;
    this.#holding = holding;
  }

  async next(): Promise<Step> {
    this.#pending ??= this.#messages.next();
    const step = await this.#pending;
    this.#pending = undefined;
    return step;
  }

  /** undefined: nothing came for the pause; what comes later is not lost then. */
  async nextUnlessPaused(): Promise<Step | undefined> {
    const { clock, signal } = this.#holding;
    this.#pending ??= this.#messages.next();
    const pending = this.#pending;
    const came = new AbortController();
    const pause = clock.after(PAUSE_MS, { purpose: 'progress', signal: AbortSignal.any([signal, came.signal]) });
    try {
      const step = await Promise.race([pending, pause.then(() => undefined)]);
      if (step !== undefined) this.#pending = undefined;
      return step;
    } finally {
      came.abort();
      await pause.catch(() => undefined);
    }
  }
}
