// Which versions of a break to look at for objects that came and went within it. Pure.

/**
 * unexplained: the versions that no told revision accounts for, ascending; of a very wide break only the first and the last one.
 * ordered: the same in an order in which every beginning is spread evenly over the break.
 */
export type VersionsToSearch = { readonly unexplained: readonly bigint[]; readonly ordered: readonly bigint[] };

export type BreakBounds = {
  /** Decimal; the break lies after it and up to listVersion. */
  readonly place: string;
  readonly listVersion: string;
  isExplained(version: string): boolean;
};

/** Wider breaks are not counted through; that many of their versions are looked at in the most. */
const WIDEST = 8_192n;

/** Each version is one change of one object, so a told revision's version hides nothing else. */
export function versionsToSearch({ place, listVersion, isExplained }: BreakBounds): VersionsToSearch {
  const first = BigInt(place) + 1n;
  const last = BigInt(listVersion);
  const width = last - first + 1n;
  if (width > WIDEST) {
    const steps = Array.from({ length: Number(WIDEST) }, (_, index) => first + (width * BigInt(index)) / WIDEST);
    return { unexplained: [first, last], ordered: spreadEvenly(steps) };
  }
  const all = Array.from({ length: Number(width) }, (_, index) => first + BigInt(index));
  const unexplained = all.filter((version) => !isExplained(version.toString()));
  return { unexplained, ordered: spreadEvenly(unexplained) };
}

/** Items by the reversed bits of their index: the middle, the quarters, the eighths and so on (van der Corput's sequence). */
function spreadEvenly<Item>(items: readonly Item[]): readonly Item[] {
  const bits = Math.max(1, Math.ceil(Math.log2(Math.max(1, items.length))));
  const order = Array.from({ length: 2 ** bits }, (_, index) => reverseBits(index + 1, bits) % 2 ** bits);
  return order.flatMap((index) => items.slice(index, index + 1));
}

function reverseBits(value: number, bits: number): number {
  return Array.from({ length: bits }, (_, bit) => (((value >> bit) & 1) === 1 ? 2 ** (bits - 1 - bit) : 0)).reduce(
    (sum, part) => sum + part,
    0,
  );
}
