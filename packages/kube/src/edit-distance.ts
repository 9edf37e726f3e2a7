// How many letters must be added, removed or replaced to make one word of another.

/** Levenshtein's distance, in code points. */
export function editDistance(left: string, right: string): number {
  const letters = [...right];
  let row = Array.from({ length: letters.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1];
    for (const [column, other] of letters.entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[letters.length] ?? 0;
}
