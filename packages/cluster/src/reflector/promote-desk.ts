// Reads again what a recorder asks for, beside the stream that it asked in: whoever hands the wants over never waits, so that thousands of them
// hold up neither what is told meanwhile nor, where the stream is full, everything. So many objects are read at a time, the rest in order.

import type { ApiResource, Cancellation, Clock, ListWatch, ObjectRef } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import type { Discovery } from '../discovery/discovery.ts';
import { reasonOf } from '../errors.ts';
import type { Promote } from './answer-promote.ts';
import { answerPromote } from './answer-promote.ts';

export type PromoteDeskOptions = {
  readonly discovery: Pick<Discovery, 'served'>;
  readonly source: ListWatch;
  readonly clock: Pick<Clock, 'now'>;
  /** Takes an answer, a message at a time; may wait for room. */
  tell(message: RecorderMessage): Promise<void>;
  /** As PromoteOptions has it. */
  namespaceOf(resource: ApiResource, ref: ObjectRef): string;
  /** What could not be read again, and why; told: it was told as a gap. Not called once the signal is aborted. */
  unread(want: Promote, why: { readonly reason: string; readonly told: boolean }): void;
  /** Ends it: what waits is not read any more. */
  readonly signal: Cancellation;
};

/** Objects read at a time; each may take some requests. */
const CONCURRENCY = 8;

export class PromoteDesk {
  readonly #options: PromoteDeskOptions;
  /** By uid: asked for again, an object is read once, as it was asked for last. */
  readonly #waiting = new Map<string, Promote>();
  readonly #running = new Set<Promise<void>>();
  /** Of those that run, the ones that will read what is asked for now. */
  #reading = 0;

  constructor(options: PromoteDeskOptions) {
    this.#options = options;
  }

  ask(want: Promote): void {
    this.#waiting.set(want.ref.uid, want);
    if (this.#reading < CONCURRENCY) this.#begin();
  }

  /** Resolves when nothing is being read any more. Whoever takes the answers has to be closed first: one that waits for room would wait for ever. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #begin(): void {
    const running = this.#work().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #work(): Promise<void> {
    this.#reading += 1;
    try {
      for (let want = this.#next(); want !== undefined; want = this.#next()) await this.#read(want);
    } finally {
      this.#reading -= 1;
    }
  }

  #next(): Promote | undefined {
    if (this.#options.signal.aborted) return undefined;
    const [want] = this.#waiting.values();
    if (want !== undefined) this.#waiting.delete(want.ref.uid);
    return want;
  }

  /** What cannot be read again is said; it never fails the recording. */
  async #read(want: Promote): Promise<void> {
    const { signal, unread } = this.#options;
    try {
      const problem = await this.#answer(want);
      if (problem !== undefined && !signal.aborted) unread(want, { reason: problem, told: true });
    } catch (error) {
      if (!signal.aborted) unread(want, { reason: reasonOf(error), told: false });
    }
  }

  async #answer(want: Promote): Promise<string | undefined> {
    const { discovery, source, clock, signal, tell, namespaceOf } = this.#options;
    const answer = await answerPromote(want, {
      served: await discovery.served(),
      source,
      clock,
      namespaceOf: (resource) => namespaceOf(resource, want.ref),
      signal,
    });
    if (answer.kind === 'unserved') return undefined;
    for (const message of answer.messages) await tell(message);
    return answer.problem;
  }
}
