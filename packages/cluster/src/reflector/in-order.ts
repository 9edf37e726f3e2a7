// Runs work on many items, a bounded number at a time, and yields results in the order of the items.

/** Results in order; the first failure ends it, after what is running has ended. */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  { limit, work }: { readonly limit: number; work(item: Item): Promise<Result> },
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  let next = 0;
  const start = (): void => {
    const item = items[next];
    if (item === undefined) return;
    next += 1;
    const result = work(item);
    // A later result may fail while an earlier one is awaited; the failure is met when its turn comes.
    result.catch(() => undefined);
    running.push(result);
  };
  while (running.length < limit && next < items.length) start();
  try {
    for (let result = running.shift(); result !== undefined; result = running.shift()) {
      yield await result;
      start();
    }
  } finally {
    await Promise.allSettled(running);
  }
}

/** All results in order. @throws the first failure, after what is running has ended; nothing more is begun then */
export async function allInOrder<Item, Result>(
  items: readonly Item[],
  options: { readonly limit: number; work(item: Item): Promise<Result> },
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for await (const result of inOrder(items, options)) results.push(result);
  return results;
}
