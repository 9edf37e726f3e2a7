// How many letters must be added, removed or replaced to make one word of another.

/** Levenshtein's distance. */
export function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...right].entries()) next.push(cheapest({ row, next, column, equal: letter === other }));
    row = next;
  }
  return row.at(-1) ?? 0;
}

type Cell = { readonly row: readonly number[]; readonly next: readonly number[]; readonly column: number; readonly equal: boolean };

function cheapest({ row, next, column, equal }: Cell): number {
  const [diagonal = 0, above = 0] = row.slice(column, column + 2);
  return Math.min(diagonal + (equal ? 0 : 1), above + 1, (next[column] ?? 0) + 1);
}
