// Mutation goes round at most twice: what changes the object late lets those who looked at it early look again.

export class MutationRound {
  readonly isSecond: boolean;
  /** What a plugin remembers from the first round, by its name. */
  readonly memory: Map<string, unknown>;
  #again = false;

  constructor(first?: MutationRound) {
    this.isSecond = first !== undefined;
    this.memory = first?.memory ?? new Map();
  }

  get wantsAnother(): boolean {
    return this.#again && !this.isSecond;
  }

  askAgain(): void {
    this.#again = true;
  }
}
