// Kubernetes' resource.Quantity, exact: digits * 10^exponent over BigInt, read and written as the API server does.
// `form` mirrors how the server holds a value (a scaled 64-bit integer or an arbitrary decimal): `isInteger` of CEL depends on it.

const NANO = -9;
const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
const MAX_LENGTH = 1000;
const MAX_EXPONENT = 1000;
/** A decimal with so many digits always fits 64 bits. */
const SAFE_DECIMAL_DIGITS = 18;
const SAFE_BINARY_DIGITS = 14;

const SHAPE = /^([+-]?)([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[+-]?[0-9]*)$/;
const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** How a quantity is written: 12M, 12Mi or 12e6. */
export type QuantityFormat = 'decimal' | 'binary' | 'exponent';

export type Quantity = {
  readonly kind: 'quantity';
  readonly digits: bigint;
  readonly exponent: number;
  readonly format: QuantityFormat;
  readonly form: 'int64' | 'decimal';
};

export type InvalidQuantity = { readonly kind: 'invalid'; readonly reason: string };

type Suffix = { readonly format: QuantityFormat; readonly exponent: number };
type Parts = { readonly negative: boolean; readonly whole: string; readonly fraction: string; readonly suffix: Suffix };

/**
 * Reads e.g. 1.5Gi, 200m, 12e6. What is smaller than 1n is rounded away from zero; binary values end at 2^63-1.
 * As on the server, missing digits count as zero (`Mi` is 0).
 */
export function parseQuantity(text: string): Quantity | InvalidQuantity {
  if (text.length > MAX_LENGTH) return invalid(`longer than ${MAX_LENGTH} characters`);
  const match = SHAPE.exec(text);
  if (text === '' || match === null) return invalid('expected a number with an optional suffix, such as 500m, 2, 1.5Gi or 12e6');
  const [, sign = '', whole = '', fraction = '', suffixText = ''] = match;
  const suffix = parseSuffix(suffixText);
  if (suffix === undefined) return invalid('the suffix is none of n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei and no exponent');
  if (Math.abs(suffix.exponent) > MAX_EXPONENT) return invalid(`the exponent is beyond ${MAX_EXPONENT}`);
  return build({ negative: sign === '-', whole: whole.replace(/^0+/, ''), fraction, suffix });
}

/** The canonical text: the largest suffix that needs no fraction. */
export function formatQuantity(quantity: Quantity): string {
  if (quantity.digits === 0n) return '0';
  if (quantity.format === 'binary' && isWholeAndLarge(quantity)) return formatBinary(rescaleDigits(quantity, 0));
  return formatDecimal(quantity);
}

export function compareQuantities(left: Quantity, right: Quantity): -1 | 0 | 1 {
  const exponent = Math.min(left.exponent, right.exponent);
  const [a, b] = [rescaleDigits(left, exponent), rescaleDigits(right, exponent)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The exact sum; a sum with zero takes the other's format. */
export function addQuantities(left: Quantity, right: Quantity): Quantity {
  const format = left.digits === 0n ? right.format : left.format;
  const bothInt64 = left.form === 'int64' && right.form === 'int64';
  if (bothInt64 && right.digits === 0n) return { ...left, format };
  if (bothInt64 && left.digits === 0n) return { ...right, format };
  const exponent = Math.min(left.exponent, right.exponent);
  const [a, b] = [rescaleDigits(left, exponent), rescaleDigits(right, exponent)];
  const form = bothInt64 && [a, b, a + b].every(fitsInt64) ? 'int64' : 'decimal';
  return { kind: 'quantity', digits: a + b, exponent, format, form };
}

/** The exact difference; zero minus a quantity takes its format. */
export function subtractQuantities(left: Quantity, right: Quantity): Quantity {
  return addQuantities(left, { ...right, digits: -right.digits });
}

/** A whole number as a quantity. */
export function quantityOf(value: bigint): Quantity {
  return { kind: 'quantity', digits: value, exponent: 0, format: 'exponent', form: 'int64' };
}

/** The value as a 64-bit integer, where Kubernetes gives one: not for fractions, nor for what it holds as a decimal (e.g. 1Pi). */
export function quantityAsInt64(quantity: Quantity): { readonly kind: 'integer'; readonly value: bigint } | { readonly kind: 'none' } {
  if (quantity.form === 'decimal' || quantity.exponent < 0) return { kind: 'none' };
  const value = rescaleDigits(quantity, 0);
  return fitsInt64(value) ? { kind: 'integer', value } : { kind: 'none' };
}

/** The value as a double: approximate, ±Infinity beyond its range. */
export function quantityAsNumber(quantity: Quantity): number {
  const base = Number(quantity.digits);
  return quantity.exponent === 0 ? base : base * Number(`1e${quantity.exponent}`);
}

function invalid(reason: string): InvalidQuantity {
  return { kind: 'invalid', reason };
}

function parseSuffix(text: string): Suffix | undefined {
  const decimal = DECIMAL_SUFFIXES.indexOf(text);
  if (decimal >= 0) return { format: 'decimal', exponent: NANO + 3 * decimal };
  const binary = BINARY_SUFFIXES.indexOf(text);
  if (binary >= 0) return { format: 'binary', exponent: 10 * binary };
  return /^[eE][+-]?[0-9]+$/.test(text) ? { format: 'exponent', exponent: Number(text.slice(1)) } : undefined;
}

function build(parts: Parts): Quantity {
  return buildInt64(parts) ?? buildDecimal(parts);
}

/** The server's fast path: few enough digits for 64 bits, nothing below 1n. */
function buildInt64(parts: Parts): Quantity | undefined {
  const { whole, fraction, suffix } = parts;
  const digitCount = Math.max(whole.length, 1) + fraction.length;
  const sign = parts.negative ? -1n : 1n;
  if (suffix.format === 'binary') {
    const room = SAFE_BINARY_DIGITS - digitCount - Math.trunc((suffix.exponent * 3) / 10);
    if (fraction !== '' || room < 0) return undefined;
    return {
      kind: 'quantity',
      digits: sign * BigInt(whole || '0') * 2n ** BigInt(suffix.exponent),
      exponent: 0,
      format: 'binary',
      form: 'int64',
    };
  }
  const exponent = suffix.exponent - fraction.length;
  if (digitCount > SAFE_DECIMAL_DIGITS || exponent < NANO) return undefined;
  return { kind: 'quantity', digits: sign * BigInt(`0${whole}${fraction}`), exponent, format: suffix.format, form: 'int64' };
}

function buildDecimal(parts: Parts): Quantity {
  const { whole, fraction, suffix } = parts;
  const factor = suffix.format === 'binary' ? 2n ** BigInt(suffix.exponent) : 1n;
  const shift = suffix.format === 'binary' ? 0 : suffix.exponent;
  const exact = { digits: BigInt(`0${whole}${fraction}`) * factor, exponent: shift - fraction.length };
  const rounded = roundUpToNano(exact);
  const sign = parts.negative ? -1n : 1n;
  const digits = suffix.format === 'binary' ? capped(rounded) : rounded;
  const small = digits > 0n && digits < 10n ** 9n;
  const format = suffix.format === 'binary' && small ? 'decimal' : suffix.format;
  return { kind: 'quantity', digits: sign * digits, exponent: NANO, format, form: 'decimal' };
}

function roundUpToNano(value: { readonly digits: bigint; readonly exponent: number }): bigint {
  if (value.exponent >= NANO) return value.digits * 10n ** BigInt(value.exponent - NANO);
  const divisor = 10n ** BigInt(NANO - value.exponent);
  return (value.digits + divisor - 1n) / divisor;
}

function capped(nanos: bigint): bigint {
  const most = MAX_INT64 * 10n ** 9n;
  return nanos > most ? most : nanos;
}

function rescaleDigits(quantity: Quantity, exponent: number): bigint {
  const shift = quantity.exponent - exponent;
  return shift >= 0 ? quantity.digits * 10n ** BigInt(shift) : quantity.digits / 10n ** BigInt(-shift);
}

function isWholeAndLarge(quantity: Quantity): boolean {
  const whole = rescaleDigits(quantity, 0);
  const exact = quantity.exponent >= 0 || whole * 10n ** BigInt(-quantity.exponent) === quantity.digits;
  return exact && (whole <= -1024n || whole >= 1024n);
}

function formatBinary(value: bigint): string {
  let step = 0;
  let rest = value;
  while (rest % 1024n === 0n && step < BINARY_SUFFIXES.length - 1) {
    rest /= 1024n;
    step += 1;
  }
  return `${rest}${BINARY_SUFFIXES[step]}`;
}

function formatDecimal(quantity: Quantity): string {
  let { digits, exponent } = quantity;
  const most = quantity.format === 'exponent' ? Number.POSITIVE_INFINITY : 3 * (DECIMAL_SUFFIXES.length - 1) + NANO;
  while (digits % 10n === 0n) {
    digits /= 10n;
    exponent += 1;
  }
  while (exponent % 3 !== 0 || exponent > most) {
    digits *= 10n;
    exponent -= 1;
  }
  if (quantity.format === 'exponent') return exponent === 0 ? `${digits}` : `${digits}e${exponent}`;
  return `${digits}${DECIMAL_SUFFIXES[(exponent - NANO) / 3]}`;
}

function fitsInt64(value: bigint): boolean {
  return value >= MIN_INT64 && value <= MAX_INT64;
}
