/** One waiter, woken by whoever rings; a ring that nobody waits for is heard by the next. */
export class Bell {
  #rung = false;
  #waiting: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#waiting?.();
  }

  async heard(): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
    this.#rung = false;
    this.#waiting = undefined;
  }
}
