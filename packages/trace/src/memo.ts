// Answers that follow from a text alone, remembered. Bounded: it starts over when it is full, which costs time and nothing else.

export class Memo<Answer> {
  readonly #answers = new Map<string, Answer>();
  readonly #answer: (text: string) => Answer;
  readonly #limit: number;

  /** @param limit how many answers are remembered at most */
  constructor(answer: (text: string) => Answer, limit: number) {
    this.#answer = answer;
    this.#limit = limit;
  }

  of(text: string): Answer {
    const known = this.#answers.get(text);
    if (known !== undefined) return known;
    const answer = this.#answer(text);
    if (this.#answers.size >= this.#limit) this.#answers.clear();
    this.#answers.set(text, answer);
    return answer;
  }
}
