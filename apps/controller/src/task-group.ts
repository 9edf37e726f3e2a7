// Work that belongs together: the first part that fails ends the others, and nobody leaves before all have ended.

export class TaskGroup {
  readonly #ending = new AbortController();
  readonly #tasks = new Set<Promise<void>>();
  readonly #failed = Promise.withResolvers<never>();
  /** Aborted when the group is to end. */
  readonly signal: AbortSignal;
  #failure: { readonly error: unknown } | undefined;

  /** outer: ends the group from outside. */
  constructor(outer: AbortSignal) {
    this.signal = AbortSignal.any([outer, this.#ending.signal]);
    // Whoever waits in until() hears of it; where nobody does, join() tells.
    this.#failed.promise.catch(() => undefined);
  }

  add(task: Promise<void>): void {
    const watched = task.catch((error: unknown) => this.#fail(error)).finally(() => this.#tasks.delete(watched));
    this.#tasks.add(watched);
  }

  /** Waits for something that happens beside the tasks; work goes to finish(). @throws what a task failed with meanwhile; the signal's reason when the group is ended */
  async until<T>(condition: Promise<T>): Promise<T> {
    const ended = Promise.withResolvers<never>();
    const onAbort = (): void => ended.reject(this.signal.reason);
    this.signal.addEventListener('abort', onAbort, { once: true });
    if (this.signal.aborted) onAbort();
    try {
      return await Promise.race([condition, this.#failed.promise, ended.promise]);
    } finally {
      this.signal.removeEventListener('abort', onAbort);
    }
  }

  /**
   * Waits for work that hears the group's signal, until it has ended by itself: whatever it opens is handed over or closed by then, never left
   * without an owner. @throws what a task failed with meanwhile, else what the work failed with
   */
  async finish<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw this.#failure === undefined ? error : this.#failure.error;
    }
  }

  /** Ends the group and waits for its tasks. */
  async end(): Promise<void> {
    this.#ending.abort();
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  /** Waits until all tasks have ended. @throws the first failure */
  async join(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #fail(error: unknown): void {
    if (this.#failure === undefined && !this.signal.aborted) {
      this.#failure = { error };
      this.#failed.reject(error);
    }
    this.#ending.abort();
  }
}
