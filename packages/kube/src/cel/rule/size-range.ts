// Ranges of sizes and costs, counted up to 2^64 as the API server does.

export type Range = { readonly min: number; readonly max: number };

const MOST = 2 ** 64;

export const UNKNOWN: Range = { min: 0, max: MOST };

export function fixed(value: number): Range {
  return { min: value, max: value };
}

export function add(...ranges: readonly Range[]): Range {
  return ranges.reduce((sum, { min, max }) => ({ min: capped(sum.min + min), max: capped(sum.max + max) }), fixed(0));
}

export function multiply(left: Range, right: Range): Range {
  return { min: capped(left.min * right.min), max: capped(left.max * right.max) };
}

/** Rounded up. */
export function scale({ min, max }: Range, factor: number): Range {
  return { min: capped(Math.ceil(min * factor)), max: capped(Math.ceil(max * factor)) };
}

export function union(left: Range, right: Range): Range {
  return { min: Math.min(left.min, right.min), max: Math.max(left.max, right.max) };
}

function capped(value: number): number {
  return Math.min(value, MOST);
}
