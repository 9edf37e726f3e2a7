// Long work in slices: whoever runs it may do something else between two of them. The work itself knows no clock: a slice is so many steps.

/** Yields where it may rest. */
export type Sliced<Result> = Generator<void, Result>;

const STEPS = 256;

/** Does something with each item, in slices. */
export function* eachSliced<Item>(items: Iterable<Item>, work: (item: Item) => void): Sliced<void> {
  let steps = 0;
  for (const item of items) {
    work(item);
    steps += 1;
    if (steps % STEPS === 0) yield;
  }
}

/** The items by slices of so many. */
export function* inSlices<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += STEPS) yield items.slice(from, from + STEPS);
}

/** Without a rest. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
