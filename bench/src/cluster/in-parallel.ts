// Many requests at once, but not all of them.

/** Calls work for every item, at most so many at a time; the first failure ends it. */
export async function inParallel<Item>(
  items: Iterable<Item>,
  options: { readonly atOnce: number },
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: options.atOnce }, worker));
}
