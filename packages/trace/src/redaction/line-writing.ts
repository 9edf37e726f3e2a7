// A line of which parts are replaced, from its beginning to its end.

export class LineWriting {
  readonly line: string;
  readonly #shown: string[] = [];
  /** Up to where it is written. */
  done = 0;

  constructor(line: string) {
    this.line = line;
  }

  /** start: where the value begins in the line, at or after `done`. */
  replace(start: number, value: string, shown: string): void {
    this.#shown.push(this.line.slice(this.done, start), shown);
    this.done = start + value.length;
  }

  /** The same line where nothing was replaced. */
  get text(): string {
    return this.#shown.length === 0 ? this.line : this.#shown.join('') + this.line.slice(this.done);
  }
}
