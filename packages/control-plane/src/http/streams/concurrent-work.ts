/** Work that goes on side by side: what fails stops nothing else, and is told at the end. */
export class ConcurrentWork {
  readonly #running = new Set<Promise<void>>();
  readonly #failures: { readonly error: unknown }[] = [];

  start(work: Promise<void>): void {
    const running: Promise<void> = this.#follow(work).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when all of it has ended. @throws what failed first */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
    const [first] = this.#failures;
    if (first !== undefined) throw first.error;
  }

  async #follow(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (this.#failures.length === 0) this.#failures.push({ error });
    }
  }
}
