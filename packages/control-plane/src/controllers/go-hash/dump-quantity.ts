// A quantity as Go holds it once it is read: a number and its power of ten, or a decimal of any size, and its text where that needs no change.
// (ParseQuantity in k8s.io/apimachinery/pkg/api/resource/quantity.go, 0.35.) For canonical text, as the server shows it.

type Suffix = { readonly base: 2 | 10; readonly exponent: number; readonly format: 'BinarySI' | 'DecimalSI' | 'DecimalExponent' };
type Parts = { readonly positive: boolean; readonly whole: string; readonly fraction: string; readonly suffix: Suffix };

const DECIMAL = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const BINARY = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const QUANTITY = /^([+-]?)([0-9]*)\.?([0-9]*)(.*)$/;
/** Decimal places of what Go rounds to; the server shows no text with more. */
const NANO_PLACES = 9;
/** Digits that fit 64 bits. */
const MOST_DIGITS = 18;
const LEAST_SCALE = -9;
const WORD_BITS = 64n;

export function dumpQuantity(text: string): string {
  if (text === '0') return render({ value: 0n, scale: 0, text, format: 'DecimalSI' });
  const parts = parse(text);
  const small = smallAmount(parts);
  return small === undefined ? large(parts) : render({ ...small, text: isReused(parts, small) ? text : '', format: parts.suffix.format });
}

type Amount = { readonly value: bigint; readonly scale: number };

function parse(text: string): Parts {
  const [, sign = '', whole = '', fraction = '', suffix = ''] = QUANTITY.exec(text) ?? [];
  const num = whole.replace(/^0+/, '');
  return { positive: sign !== '-', whole: num === '' ? '0' : num, fraction: fraction.replace(/0+$/, ''), suffix: suffixOf(suffix) };
}

function suffixOf(text: string): Suffix {
  const binary = BINARY.indexOf(text);
  if (binary >= 0) return { base: 2, exponent: (binary + 1) * 10, format: 'BinarySI' };
  const decimal = DECIMAL.indexOf(text);
  if (decimal >= 0) return { base: 10, exponent: (decimal - 3) * 3, format: 'DecimalSI' };
  return { base: 10, exponent: Number(text.slice(1)), format: 'DecimalExponent' };
}

/** Undefined where Go takes a decimal of any size. */
function smallAmount({ positive, whole, fraction, suffix }: Parts): Amount | undefined {
  const precision = suffix.base === 10 ? MOST_DIGITS - (whole.length + fraction.length) : binaryPrecision(whole, fraction, suffix.exponent);
  const scale = (suffix.base === 10 ? suffix.exponent : 0) - fraction.length;
  if (precision < 0 || scale < LEAST_SCALE) return undefined;
  const amount = BigInt(whole + fraction) * (suffix.base === 2 ? 1n << BigInt(suffix.exponent) : 1n);
  return amount >= 1n << 63n ? undefined : { value: positive ? amount : -amount, scale };
}

function binaryPrecision(whole: string, fraction: string, exponent: number): number {
  return fraction === '' ? 15 - whole.length - Math.floor((exponent * 3) / 10) - 1 : -1;
}

/** Whether Go sees at once that the text is canonical, and keeps it. */
function isReused({ whole, fraction, suffix }: Parts, { scale }: Amount): boolean {
  const digits = whole + fraction;
  if (suffix.base === 2) return suffix.exponent % 10 === 0 && (BigInt(digits) & 7n) !== 0n;
  return scale % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0');
}

function render({ value, scale, text, format }: Amount & { readonly text: string; readonly format: string }): string {
  const amount = `i:(resource.int64Amount){value:(int64)${value} scale:(resource.Scale)${scale}}`;
  return `{${amount} d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)${text} Format:(resource.Format)${format}}`;
}

function large({ positive, whole, fraction, suffix }: Parts): string {
  const unscaled = BigInt(whole + fraction) * (suffix.base === 2 ? 1n << BigInt(suffix.exponent) : 1n);
  const places = fraction.length - (suffix.base === 10 ? suffix.exponent : 0);
  const nanos = unscaled * 10n ** BigInt(Math.max(0, NANO_PLACES - places));
  const number = `{neg:(bool)${!positive} abs:(big.nat)[${words(nanos).join(' ')}]}`;
  const decimal = `{unscaled:(big.Int)${number} scale:(inf.Scale)${NANO_PLACES}}`;
  const amount = 'i:(resource.int64Amount){value:(int64)0 scale:(resource.Scale)0}';
  return `{${amount} d:(resource.infDecAmount){Dec:(*inf.Dec)${decimal}} s:(string) Format:(resource.Format)${suffix.format}}`;
}

/** The lowest first. */
function words(value: bigint): readonly bigint[] {
  return value === 0n ? [] : [BigInt.asUintN(Number(WORD_BITS), value), ...words(value >> WORD_BITS)];
}
