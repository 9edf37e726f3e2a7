/** What comes of the work. It fails where what goes on beside it does, whose end alone is of no matter. */
export function besides<Result>(work: Promise<Result>, beside: Promise<void>): Promise<Result> {
  return Promise.race([work, beside.then(() => work)]);
}
