// UTF-8 without the platform's encoders, which not every target of this package declares.

/** The bytes of a text; a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text.toWellFormed()) bytes.push(...encodeCodePoint(character.codePointAt(0) ?? 0));
  return Uint8Array.from(bytes);
}

/** The text of bytes, or undefined where they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  const characters = Array.from(decoded(bytes));
  return characters.includes(undefined) ? undefined : characters.join('');
}

/** The text of bytes; what is not UTF-8 becomes U+FFFD. */
export function decodeUtf8Leniently(bytes: Uint8Array): string {
  return Array.from(decoded(bytes), (character) => character ?? '\ufffd').join('');
}

function encodeCodePoint(point: number): number[] {
  if (point < 0x80) return [point];
  if (point < 0x800) return [0xc0 | (point >> 6), continuation(point)];
  if (point < 0x10000) return [0xe0 | (point >> 12), continuation(point >> 6), continuation(point)];
  return [0xf0 | (point >> 18), continuation(point >> 12), continuation(point >> 6), continuation(point)];
}

function continuation(bits: number): number {
  return 0x80 | (bits & 0x3f);
}

/** Character by character; undefined for a byte that starts none. */
function* decoded(bytes: Uint8Array): Iterable<string | undefined> {
  for (let index = 0; index < bytes.length; ) {
    const length = sequenceLength(bytes[index] ?? 0);
    const point = length === 0 ? undefined : codePointAt(bytes, { index, length });
    yield point === undefined ? undefined : String.fromCodePoint(point);
    index += point === undefined ? 1 : length;
  }
}

/** How many bytes a sequence with this first byte has; 0 where none starts with it. */
function sequenceLength(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

function codePointAt(bytes: Uint8Array, at: { readonly index: number; readonly length: number }): number | undefined {
  const rest = bytes.subarray(at.index + 1, at.index + at.length);
  if (rest.length !== at.length - 1 || rest.some((byte) => (byte & 0xc0) !== 0x80)) return undefined;
  const first = (bytes[at.index] ?? 0) & (at.length === 1 ? 0x7f : 0x7f >> at.length);
  const point = rest.reduce((bits, byte) => (bits << 6) | (byte & 0x3f), first);
  return isScalar(point, at.length) ? point : undefined;
}

/** Refuses overlong forms, surrogates and what is beyond Unicode. */
function isScalar(point: number, length: number): boolean {
  const least = [0, 0, 0x80, 0x800, 0x10000][length] ?? 0;
  return point >= least && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
}
