// Does things later, in the order in which they were put in.

export class DelayedQueue {
  readonly #waiting: { readonly due: number; readonly run: () => void }[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** Runs `run` after `delayMs`, but never before what was put in earlier; at once where nothing waits and there is no delay. */
  put(delayMs: number, run: () => void): void {
    if (delayMs <= 0 && this.#waiting.length === 0) {
      run();
      return;
    }
    this.#waiting.push({ due: performance.now() + delayMs, run });
    this.#arm();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.length = 0;
  }

  #arm(): void {
    const [first] = this.#waiting;
    if (this.#timer !== undefined || first === undefined) return;
    this.#timer = setTimeout(() => this.#runDue(), Math.max(0, first.due - performance.now()));
  }

  #runDue(): void {
    this.#timer = undefined;
    for (let first = this.#waiting[0]; first !== undefined && first.due <= performance.now(); first = this.#waiting[0]) {
      this.#waiting.shift();
      first.run();
    }
    this.#arm();
  }
}
