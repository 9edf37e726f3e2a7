// One number a benchmark measured, with what is asked of it where something is.

export type Target = { readonly kind: 'atMost' | 'atLeast'; readonly value: number };

/** value: in unit. lower/higher than the target: a miss. */
export type Figure = { readonly name: string; readonly value: number; readonly unit: string; readonly target?: Target };

/** A figure over all runs. met: absent where nothing is asked of it. */
export type Summary = {
  readonly name: string;
  readonly unit: string;
  readonly runs: readonly number[];
  readonly median: number;
  readonly target?: Target;
  readonly met?: boolean;
};

export function atMost(value: number): Target {
  return { kind: 'atMost', value };
}

export function atLeast(value: number): Target {
  return { kind: 'atLeast', value };
}

/** Figures of several runs by name, in the order of the first run that has them. */
export function summarize(runs: readonly (readonly Figure[])[]): readonly Summary[] {
  const byName = Map.groupBy(runs.flat(), ({ name }) => name);
  return [...byName].flatMap(([name, figures]) => {
    const [first] = figures;
    if (first === undefined) return [];
    const values = figures.map(({ value }) => value);
    const middle = median(values);
    const { unit, target } = first;
    return [{ name, unit, runs: values, median: middle, ...(target === undefined ? {} : { target, met: isMet(middle, target) }) }];
  });
}

/** The middle value, or the mean of the two in the middle. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const half = sorted.length >>> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}

/** The smallest value that at least the given share (0 to 1) of the values do not exceed. NaN for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function isMet(value: number, target: Target): boolean {
  return target.kind === 'atMost' ? value <= target.value : value >= target.value;
}
