// The order of values: numbers across their types, text by code point, false before true, bytes, times. As in Kubernetes a double decides how
// an integer is compared with it (as a double).

import type { CelValue, Failure } from './cel-value.ts';
import { failure } from './cel-value.ts';

export type Order = -1 | 0 | 1;
type Numeric = bigint | number;

/** The order of two values; a failure for NaN; undefined where the two have no order. */
export function compareValues(left: CelValue, right: CelValue): Order | Failure | undefined {
  const numbers = numericPair(left, right);
  if (numbers !== undefined) return compareNumbers(numbers[0], numbers[1]);
  return left.kind === right.kind ? compareAlike(left, right) : undefined;
}

function compareAlike(left: CelValue, right: CelValue): Order | undefined {
  if (left.kind === 'string' && right.kind === 'string') return compareText(left.value, right.value);
  if (left.kind === 'bool' && right.kind === 'bool') return order(Number(left.value), Number(right.value));
  if (left.kind === 'bytes' && right.kind === 'bytes') return compareBytes(left.value, right.value);
  return 'nanos' in left && 'nanos' in right ? order(left.nanos, right.nanos) : undefined;
}

/** Both values as numbers of the same kind, or undefined where one is not a number. */
export function numericPair(left: CelValue, right: CelValue): readonly [Numeric, Numeric] | undefined {
  const [a, b] = [numericOf(left), numericOf(right)];
  if (a === undefined || b === undefined) return undefined;
  return typeof a === typeof b ? [a, b] : [Number(a), Number(b)];
}

/** Orders text by code point, which is also the order of its UTF-8 bytes. */
export function compareText(left: string, right: string): Order {
  const shorter = Math.min(left.length, right.length);
  let index = 0;
  while (index < shorter && left.charCodeAt(index) === right.charCodeAt(index)) index += 1;
  if (index === shorter) return order(left.length, right.length);
  return order(sortableUnit(left.charCodeAt(index)), sortableUnit(right.charCodeAt(index)));
}

function numericOf(value: CelValue): Numeric | undefined {
  return value.kind === 'int' || value.kind === 'uint' || value.kind === 'double' ? value.value : undefined;
}

function compareNumbers(left: Numeric, right: Numeric): Order | Failure {
  return Number.isNaN(left) || Number.isNaN(right) ? failure('NaN has no order') : order(left, right);
}

function compareBytes(left: Uint8Array, right: Uint8Array): Order {
  const differing = left.findIndex((byte, index) => byte !== right[index]);
  if (differing < 0 || differing >= right.length) return order(left.length, right.length);
  return order(left[differing] ?? 0, right[differing] ?? 0);
}

/** UTF-16 puts surrogates (code points from U+10000) before U+E000 to U+FFFF; this undoes it. */
function sortableUnit(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

function order(left: Numeric, right: Numeric): Order {
  if (left < right) return -1;
  return left > right ? 1 : 0;
}
