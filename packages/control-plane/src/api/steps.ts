// Work that takes long, done in steps: between two of them others in the process may have their turn.

/** Each yield is a place where others may go first. What it works on is never changed meanwhile. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Resolves once others have had their turn. */
export type NextTurn = () => Promise<unknown>;

const ITEMS_A_STEP = 100;

export function doneAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Without turns: at once. */
export async function doneInTurns<Result>(steps: Steps<Result>, nextTurn: NextTurn | undefined): Promise<Result> {
  if (nextTurn === undefined) return doneAtOnce(steps);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** As `items.map(each)`. */
export function* mappedInSteps<Item, Mapped>(items: readonly Item[], each: (item: Item) => Mapped): Steps<readonly Mapped[]> {
  const mapped: Mapped[] = [];
  for (const item of items) {
    if (mapped.length > 0 && mapped.length % ITEMS_A_STEP === 0) yield;
    mapped.push(each(item));
  }
  return mapped;
}
