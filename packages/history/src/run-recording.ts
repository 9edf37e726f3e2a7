// The loop from messages to a history: every message through the recorder, what comes of it committed in batches, then told to subscribers.
// A stored position never runs ahead of what is stored with it or before it.

import type { Clock } from '@rectrace/kube';
import type { Recorded, RecorderMessage } from '@rectrace/trace';
import { CommitBatch } from './commit-batch.ts';
import type { HistoryWriter, RecordedPosition } from './history-writer.ts';
import { PositionBook } from './position-book.ts';
import { Subscription } from './subscription.ts';

/** The recorder, as far as the loop is concerned. */
export interface Fold {
  record(message: RecorderMessage): Recorded;
  /** What still follows when the messages have ended (not when the loop is stopped). */
  finish?(): Recorded;
  /**
   * Per collection (formatScope) the oldest version that was watched and is neither told nor given up yet, because its object is in no tree so far.
   * A restart reads from before it.
   */
  held?(): ReadonlyMap<string, string>;
}

export type RunRecordingOptions = {
  readonly messages: AsyncIterable<RecorderMessage>;
  readonly fold: Fold;
  readonly writer: HistoryWriter;
  readonly clock: Clock;
  /** Those of the history, where the messages resume from them. */
  readonly positions?: readonly RecordedPosition[];
  /** When a batch is committed: so long after its first message, or at so many. Default 50 ms, 500 messages. */
  readonly batch?: { readonly ms: number; readonly messages: number };
  /** Stops the loop: what was recorded is committed, nothing more is read. */
  readonly signal?: AbortSignal;
};

/** committed: after it is in the history. recorded: as soon as it is known; it may be told again after a crash. */
export type TellWhen = 'committed' | 'recorded';

const DEFAULT_BATCH = { ms: 50, messages: 500 };
const QUEUE = 10_000;

/** Starts the loop. */
export function runRecording(options: RunRecordingOptions): RecordingRun {
  return new RecordingRun(options);
}

type Step =
  | { readonly kind: 'message'; readonly message: RecorderMessage }
  | { readonly kind: 'ended' }
  | { readonly kind: 'due' }
  | { readonly kind: 'woken' };

export class RecordingRun {
  /** Resolves when everything is committed; rejects with the first failure of messages, recorder or writer. */
  readonly done: Promise<void>;
  readonly #options: RunRecordingOptions;
  readonly #limits: { readonly ms: number; readonly messages: number };
  readonly #book: PositionBook;
  readonly #batch = new CommitBatch();
  readonly #subscriptions: Readonly<Record<TellWhen, Set<Subscription<Recorded>>>> = { committed: new Set(), recorded: new Set() };
  #submitted: Recorded[] = [];
  #broken: { readonly error: unknown } | undefined;
  #untold: Recorded[] = [];
  #waiting = 0;
  #timer: { readonly controller: AbortController; readonly due: Promise<Step> } | undefined;
  #wake = Promise.withResolvers<Step>();
  #over: { readonly kind: 'no' } | { readonly kind: 'ended' } | { readonly kind: 'failed'; readonly error: unknown } = { kind: 'no' };

  constructor(options: RunRecordingOptions) {
    this.#options = options;
    this.#limits = options.batch ?? DEFAULT_BATCH;
    this.#book = new PositionBook(options.positions);
    options.signal?.addEventListener('abort', () => this.#stop(), { once: true });
    this.done = this.#run();
  }

  /** What a call of the recorder beside the messages led to (addRoot, removeRoot): committed and told like everything else. */
  submit(recorded: Recorded): void {
    this.#batch.add(recorded);
    this.#submitted.push(recorded);
    this.#wakeUp();
  }

  /** Puts all that was recorded so far into the history at once; it is told with the next batch. @throws what the writer throws, as `done` does then */
  store(): void {
    try {
      this.#put();
    } catch (error) {
      this.#broken = { error };
      this.#wakeUp();
      throw error;
    }
  }

  /** Everything from now on. The loop waits for a subscriber whose queue is full. */
  subscribe(options: { readonly when?: TellWhen; readonly queue?: number } = {}): AsyncIterableIterator<Recorded> {
    const subscriptions = this.#subscriptions[options.when ?? 'committed'];
    const subscription = new Subscription<Recorded>({ limit: options.queue ?? QUEUE, onReturn: () => subscriptions.delete(subscription) });
    subscriptions.add(subscription);
    if (this.#over.kind === 'ended') subscription.end();
    if (this.#over.kind === 'failed') subscription.fail(this.#over.error);
    return subscription;
  }

  async #run(): Promise<void> {
    const iterator = this.#options.messages[Symbol.asyncIterator]();
    try {
      await this.#follow(iterator);
      this.#over = { kind: 'ended' };
      for (const subscription of this.#allSubscriptions()) subscription.end();
    } catch (error) {
      this.#over = { kind: 'failed', error };
      for (const subscription of this.#allSubscriptions()) subscription.fail(error);
      throw error;
    } finally {
      this.#timer?.controller.abort();
      dismiss(iterator);
    }
  }

  async #follow(iterator: AsyncIterator<RecorderMessage>): Promise<void> {
    let next = stepOf(iterator);
    while (this.#options.signal?.aborted !== true) {
      const step = await this.#nextStep(next);
      if (this.#broken !== undefined) throw this.#broken.error;
      await this.#takeSubmitted();
      if (step.kind === 'ended') return this.#finish();
      if (step.kind === 'message') {
        next = stepOf(iterator);
        await this.#record(step.message);
      }
      if (step.kind === 'due' || this.#waiting >= this.#limits.messages) await this.#commit();
    }
    await this.#takeSubmitted();
    await this.#commit();
  }

  async #nextStep(next: Promise<Step>): Promise<Step> {
    const candidates = [next, this.#wake.promise];
    if (this.#waiting > 0) candidates.push(this.#startTimer());
    return Promise.race(candidates);
  }

  #startTimer(): Promise<Step> {
    if (this.#timer !== undefined) return this.#timer.due;
    const controller = new AbortController();
    const waited = this.#options.clock.after(this.#limits.ms, { signal: controller.signal, purpose: 'progress' });
    const due = waited.then((): Step => ({ kind: 'due' }), ignoreAbort(controller.signal));
    this.#timer = { controller, due };
    return due;
  }

  async #record(message: RecorderMessage): Promise<void> {
    const recorded = this.#options.fold.record(message);
    this.#book.note(message);
    await this.#take(recorded);
  }

  async #takeSubmitted(): Promise<void> {
    if (this.#submitted.length === 0) return;
    const submitted = this.#submitted.splice(0);
    this.#wake = Promise.withResolvers<Step>();
    for (const recorded of submitted) await this.#taken(recorded);
  }

  async #take(recorded: Recorded): Promise<void> {
    this.#batch.add(recorded);
    await this.#taken(recorded);
  }

  async #taken(recorded: Recorded): Promise<void> {
    this.#waiting += 1;
    if (!saysSomething(recorded)) return;
    if (this.#subscriptions.committed.size > 0) this.#untold.push(recorded);
    await this.#tell('recorded', [recorded]);
  }

  async #finish(): Promise<void> {
    const last = this.#options.fold.finish?.();
    if (last !== undefined) await this.#take(last);
    await this.#commit();
  }

  async #commit(): Promise<void> {
    this.#timer?.controller.abort();
    this.#timer = undefined;
    this.#waiting = 0;
    this.#put();
    await this.#tell('committed', this.#untold.splice(0));
  }

  #put(): void {
    const positions = this.#book.take(this.#options.fold.held?.() ?? NONE_HELD);
    const commit = this.#batch.take({ positions, fence: this.#options.writer.fence });
    if (commit !== undefined) this.#options.writer.commit(commit);
  }

  async #tell(when: TellWhen, recorded: readonly Recorded[]): Promise<void> {
    for (const one of recorded) for (const subscription of this.#subscriptions[when]) await subscription.push(one);
  }

  /** A reader that does not read must not keep a stopped recording from being committed. */
  #stop(): void {
    for (const subscription of this.#allSubscriptions()) subscription.unbind();
    this.#wakeUp();
  }

  #wakeUp(): void {
    this.#wake.resolve({ kind: 'woken' });
  }

  #allSubscriptions(): readonly Subscription<Recorded>[] {
    return [...this.#subscriptions.committed, ...this.#subscriptions.recorded];
  }
}

const NONE_HELD: ReadonlyMap<string, string> = new Map();

/** The next message as a step. Its failure is met where the step is awaited, or not at all once the loop is over. */
function stepOf(iterator: AsyncIterator<RecorderMessage>): Promise<Step> {
  const step = iterator.next().then(({ value, done }): Step => (done === true ? { kind: 'ended' } : { kind: 'message', message: value }));
  step.catch(() => undefined);
  return step;
}

/** Tells the source that nothing more is read. It may still be busy, so nobody waits for it; a failure of what nobody reads has no one to go to. */
function dismiss(iterator: AsyncIterator<RecorderMessage>): void {
  iterator.return?.().catch(() => undefined);
}

/** A timer that was called off is no failure; any other failure of the clock is. */
function ignoreAbort(signal: AbortSignal): (error: unknown) => Step {
  return (error) => {
    if (signal.aborted) return { kind: 'woken' };
    throw error;
  };
}

function saysSomething({ changes, members, cycles, withdrawn, gaps, wants, signals }: Recorded): boolean {
  return [changes, members, cycles, withdrawn, gaps, wants, signals].some((list) => list.length > 0);
}
