// Base64 without the platform's decoders, which not every target of this package declares.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The bytes of a text in either alphabet; letters of none are skipped. */
export function decodeBase64(text: string): Uint8Array {
  const bytes: number[] = [];
  let [bits, count] = [0, 0];
  for (const letter of text) {
    const value = valueOfLetter(letter);
    if (value < 0) continue;
    bits = (bits << 6) | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 0xff);
    bits &= (1 << count) - 1;
  }
  return Uint8Array.from(bytes);
}

function valueOfLetter(letter: string): number {
  if (letter === '+' || letter === '-') return 62;
  return letter === '/' || letter === '_' ? 63 : LETTERS.indexOf(letter);
}
