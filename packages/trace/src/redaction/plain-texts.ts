// Texts in which nothing secret was found, remembered: objects repeat them from revision to revision. Bounded by characters: it starts over when it
// is full, which costs time and nothing else.

export class PlainTexts {
  readonly #limit: number;
  readonly #texts = new Set<string>();
  #length = 0;

  /** @param limit how many characters are remembered at most; a text of more than a quarter of them is not */
  constructor(limit: number) {
    this.#limit = limit;
  }

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  add(text: string): void {
    if (text.length > this.#limit / 4 || this.#texts.has(text)) return;
    if (this.#length + text.length > this.#limit) this.#clear();
    this.#texts.add(text);
    this.#length += text.length;
  }

  #clear(): void {
    this.#texts.clear();
    this.#length = 0;
  }
}
