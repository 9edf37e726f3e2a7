// A history writer that a full disk or a read-only folder does not stop: what cannot be written waits in memory, is counted, and is tried again.

import type { Commit, HistoryWriter } from '@rectrace/history';
import { HistoryError } from '@rectrace/history';
import type { Clock } from '@rectrace/kube';

/** say: one line that must not be overlooked. */
export type LastingWriterOptions = { readonly store: HistoryWriter; readonly clock: Pick<Clock, 'now'>; say(line: string): void };

const RETRY_MS = 5_000;
/** Beyond so many changes waiting, nothing more is written in this run: what is on disk stays whole up to where it ends. */
const MOST_WAITING = 50_000;
const PASSING: ReadonlySet<string> = new Set(['HistoryFull', 'HistoryReadOnly', 'HistoryUnavailable']);

export class LastingWriter implements HistoryWriter {
  readonly #options: LastingWriterOptions;
  #waiting: Commit[] = [];
  #unsaved = 0;
  #nextTry = 0;
  #gaveUp = false;

  constructor(options: LastingWriterOptions) {
    this.#options = options;
  }

  /** Changes that are in memory only. */
  get unsaved(): number {
    return this.#unsaved;
  }

  /** @throws HistoryError that waiting does not mend: HistoryFenced, HistoryDamaged */
  commit(commit: Commit): void {
    if (this.#gaveUp) {
      this.#unsaved += commit.changes.length;
      return;
    }
    this.#waiting.push(commit);
    this.#unsaved += commit.changes.length;
    if (this.#waiting.length === 1 || this.#options.clock.now() >= this.#nextTry) this.#write();
    if (this.#unsaved > MOST_WAITING) this.#giveUp();
  }

  /** What waits is tried a last time. */
  close(): void {
    if (this.#waiting.length > 0) this.#write();
    this.#options.store.close();
  }

  #write(): void {
    const late = this.#waiting.length > 1;
    try {
      for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
        this.#options.store.commit(next);
        this.#waiting.shift();
        this.#unsaved -= next.changes.length;
      }
      if (late) this.#options.say('the local history is written again, nothing is missing in it');
    } catch (error) {
      if (!(error instanceof HistoryError) || !PASSING.has(error.code)) throw error;
      if (!late) this.#options.say(`${error.message}; recording goes on in memory`);
      this.#nextTry = this.#options.clock.now() + RETRY_MS;
    }
  }

  #giveUp(): void {
    this.#gaveUp = true;
    this.#waiting = [];
    this.#options.say(
      `the local history could not be written for too long: ${this.#unsaved} changes are not in it, and nothing more of this run`,
    );
  }
}
