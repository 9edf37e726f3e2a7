// Counts of a random run.

export type Outcome = { readonly verb: string; readonly kind: string; readonly status: number; readonly reason: string };

export type Difference = {
  readonly verb: string;
  readonly kind: string;
  /** Where the answers differ, without names and indices. */
  readonly place: string;
  /** One such case in full. */
  readonly example: string;
  readonly count: number;
};

export type Figures = {
  readonly requests: number;
  readonly share2xx: number;
  readonly share4xx: number;
  readonly share5xx: number;
  /** (verb, kind, status, reason) with a status of 400 or more. */
  readonly distinctRefusals: number;
  /** Unexplained differences. */
  readonly differing: number;
  readonly differences: readonly Difference[];
  /** Counts of known differences. */
  readonly known: Readonly<Record<string, number>>;
};

export class Tally {
  #requests = 0;
  readonly #byClass = new Map<number, number>();
  readonly #refusals = new Set<string>();
  readonly #differences = new Map<string, Difference>();
  readonly #known = new Map<string, number>();

  note({ verb, kind, status, reason }: Outcome): void {
    this.#requests += 1;
    const digit = Math.floor(status / 100);
    this.#byClass.set(digit, (this.#byClass.get(digit) ?? 0) + 1);
    if (status >= 400) this.#refusals.add(`${verb} ${kind} ${status} ${reason}`);
  }

  differs({ verb, kind, place, example }: Omit<Difference, 'count'>): void {
    const key = `${verb} ${kind} ${place}`;
    const known = this.#differences.get(key);
    this.#differences.set(key, { verb, kind, place, example: known?.example ?? example, count: (known?.count ?? 0) + 1 });
  }

  knows(what: string): void {
    this.#known.set(what, (this.#known.get(what) ?? 0) + 1);
  }

  get requests(): number {
    return this.#requests;
  }

  figures(): Figures {
    const share = (digit: number): number => Math.round(((this.#byClass.get(digit) ?? 0) / this.#requests) * 1000) / 1000;
    const differences = [...this.#differences.values()].toSorted((left, right) => right.count - left.count);
    return {
      requests: this.#requests,
      share2xx: share(2),
      share4xx: share(4),
      share5xx: share(5),
      distinctRefusals: this.#refusals.size,
      differing: differences.reduce((sum, { count }) => sum + count, 0),
      differences,
      known: Object.fromEntries(this.#known),
    };
  }
}
