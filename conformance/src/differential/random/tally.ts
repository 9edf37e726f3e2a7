// Counts of a random run.

export type Outcome = { readonly verb: string; readonly kind: string; readonly status: number; readonly reason: string };

export type Difference = {
  readonly verb: string;
  readonly kind: string;
  /** Where the answers differ, without names and indices. */
  readonly place: string;
  /** One such case: its round, the requests before it, and every line that differs. */
  readonly example: readonly string[];
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
  /** How often a field was compared as something else than what was sent, by its name; and what the real server leaves to chance. */
  readonly masked: Readonly<Record<string, number>>;
};

export class Tally {
  #requests = 0;
  readonly #byClass = new Counts<number>();
  readonly #refusals = new Set<string>();
  readonly #differences = new Map<string, Difference>();
  readonly #masked = new Counts<string>();

  note({ verb, kind, status, reason }: Outcome): void {
    this.#requests += 1;
    this.#byClass.add(Math.floor(status / 100));
    if (status >= 400) this.#refusals.add(`${verb} ${kind} ${status} ${reason}`);
  }

  differs({ verb, kind, place, example }: Omit<Difference, 'count'>): void {
    const key = `${verb} ${kind} ${place}`;
    const known = this.#differences.get(key);
    this.#differences.set(key, { verb, kind, place, example: known?.example ?? example, count: (known?.count ?? 0) + 1 });
  }

  masks(what: readonly string[]): void {
    for (const name of what) this.#masked.add(name);
  }

  get requests(): number {
    return this.#requests;
  }

  figures(): Figures {
    const share = (digit: number): number => Math.round((this.#byClass.of(digit) / this.#requests) * 1000) / 1000;
    const differences = [...this.#differences.values()].toSorted((left, right) => right.count - left.count);
    return {
      requests: this.#requests,
      share2xx: share(2),
      share4xx: share(4),
      share5xx: share(5),
      distinctRefusals: this.#refusals.size,
      differing: differences.reduce((sum, { count }) => sum + count, 0),
      differences,
      masked: this.#masked.sorted(),
    };
  }
}

class Counts<Key extends string | number> {
  readonly #counts = new Map<Key, number>();

  add(key: Key): void {
    this.#counts.set(key, this.of(key) + 1);
  }

  of(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Most often first. */
  sorted(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].toSorted(([, left], [, right]) => right - left));
  }
}
