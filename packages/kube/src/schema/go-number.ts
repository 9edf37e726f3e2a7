// Numbers as Go sees and writes them: whole ones within 64 bits are integers, all others are floating.

import type { Json } from '../json.ts';
import { formatPlain } from '../patch/value/format-go.ts';

export type NumberKind = 'integer' | 'number';

export function numberKind(value: number | bigint): NumberKind {
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? 'integer' : 'number';
  return Number.isSafeInteger(value) ? 'integer' : 'number';
}

export function isNumber(value: Json): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** As %v writes it, an integer or a floating one. */
export function formatGoNumber(value: number, whole: boolean): string {
  return formatPlain(value, !whole);
}

const LARGEST = 2 ** 53 - 1;
const EPSILON = 1e-9;

/** Whether a floating number counts as a whole one. */
export function isWhole(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > LARGEST) return false;
  const whole = Math.trunc(value);
  if (value === whole) return true;
  const difference = Math.abs(value - whole);
  return whole !== 0 && difference / (Math.abs(value) + Math.abs(whole)) < EPSILON;
}
