// Numbers as CEL reads and writes them in conversions: Go's strconv, not JavaScript's Number.

const INTEGER = /^[+-]?[0-9]+$/;
const DECIMAL = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const HEXADECIMAL = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?[0-9]+)$/;
const SPECIAL = /^([+-]?)(inf|infinity|nan)$/i;
const MAX_TEXT = 400;

/** A 64-bit integer, or undefined. */
export function parseInt64(text: string): bigint | undefined {
  if (text.length > MAX_TEXT || !INTEGER.test(text)) return undefined;
  const value = text.startsWith('+') ? BigInt(text.slice(1)) : BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** An unsigned 64-bit integer, or undefined; signs are not allowed. */
export function parseUint64(text: string): bigint | undefined {
  if (text.length > MAX_TEXT || !/^[0-9]+$/.test(text)) return undefined;
  const value = BigInt(text);
  return BigInt.asUintN(64, value) === value ? value : undefined;
}

/** A double, or undefined where the text is none or beyond its range. */
export function parseDouble(text: string): number | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const special = SPECIAL.exec(text);
  if (special !== null) return special[2]?.toLowerCase() === 'nan' ? Number.NaN : Number(`${special[1]}Infinity`);
  const value = DECIMAL.test(text) ? Number(text) : parseHexadecimal(text);
  return value === undefined || !Number.isFinite(value) ? undefined : value;
}

/** The shortest text that reads back as the same double; from a million on and below 0.0001 with an exponent (1e+06). */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (Object.is(value, -0)) return '-0';
  const [mantissa = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (value === 0 || (exponent >= -4 && exponent < 6)) return value.toString();
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent).toString().padStart(2, '0')}`;
}

function parseHexadecimal(text: string): number | undefined {
  const match = HEXADECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', power] = match;
  if (whole === '' && fraction === '') return undefined;
  const value = Number(BigInt(`0x0${whole}${fraction}`)) * 2 ** (Number(power) - 4 * fraction.length);
  return sign === '-' ? -value : value;
}

/** A finite number with so many decimals and a comma between groups of three digits; halves go to the even digit. */
export function formatFixed(value: number, decimals: number): string {
  const digits = scaledDigits(Math.abs(value), decimals)
    .toString()
    .padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(?:[0-9]{3})+$)/g, ',');
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
  return `${isNegative(value) ? '-' : ''}${whole}${fraction}`;
}

/** A finite number as 1.234500×10⁰³. */
export function formatScientific(value: number): string {
  const size = Math.abs(value);
  const estimate = size === 0 ? 0 : Number(size.toExponential().split('e')[1]);
  const rounded = scaledDigits(size, 6 - estimate);
  const [digits, exponent] = rounded < 10_000_000n ? [rounded, estimate] : [rounded / 10n, estimate + 1];
  const mantissa = digits.toString().padStart(7, '0');
  const power = `${exponent < 0 ? '-' : ''}${Math.abs(exponent).toString().padStart(2, '0')}`;
  return `${isNegative(value) ? '-' : ''}${mantissa[0]}.${mantissa.slice(1)}×10${Array.from(power, superscript).join('')}`;
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function superscript(character: string): string {
  return character === '-' ? '⁻' : (SUPERSCRIPTS[Number(character)] ?? '');
}

function isNegative(value: number): boolean {
  return value < 0 || Object.is(value, -0);
}

/** The exact value times 10^scale as an integer; halves go to the even one. */
function scaledDigits(value: number, scale: number): bigint {
  let whole = value;
  let halvings = 0n;
  while (!Number.isInteger(whole)) {
    whole *= 2;
    halvings += 1n;
  }
  const numerator = BigInt(whole) * (scale > 0 ? 10n ** BigInt(scale) : 1n);
  const denominator = 2n ** halvings * (scale < 0 ? 10n ** BigInt(-scale) : 1n);
  const quotient = numerator / denominator;
  const twice = 2n * (numerator - quotient * denominator);
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}
