// Comparing resource versions: as big integers where both are decimal (Kubernetes 1.35, KEP-5504), else not at all.

export type Comparison = 'less' | 'equal' | 'greater' | 'incomparable';

const DECIMAL = /^[0-9]+$/;

/** True where the text is a decimal integer and so can be ordered. */
export function isOrderable(version: string): boolean {
  return DECIMAL.test(version);
}

/** Orders two versions of one revision domain. Equal text is equal even when it is not numeric. */
export function compareResourceVersions(left: string, right: string): Comparison {
  if (left === right) return 'equal';
  if (!DECIMAL.test(left) || !DECIMAL.test(right)) return 'incomparable';
  const order = compareDecimals(left, right);
  if (order === 0) return 'equal';
  return order < 0 ? 'less' : 'greater';
}

/** Orders decimal texts of any length without converting them: by length after leading zeros, then by text. */
export function compareDecimals(left: string, right: string): number {
  const a = left.replace(/^0+(?=.)/, '');
  const b = right.replace(/^0+(?=.)/, '');
  if (a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The version one below a decimal one ('1' and '0' have none), for exact lists of the past. */
export function previousResourceVersion(version: string): string | undefined {
  if (!DECIMAL.test(version)) return undefined;
  const value = BigInt(version);
  return value > 1n ? (value - 1n).toString() : undefined;
}
