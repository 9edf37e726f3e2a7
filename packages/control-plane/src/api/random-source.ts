// Where uids and generated names come from. The source is handed in, so the same seed gives the same names.

export interface RandomSource {
  /** Evenly distributed, at least 0 and below 1. */
  next(): number;
}

const HEXADECIMAL = '0123456789abcdef';
const SUFFIX_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
/** Longest prefix that still leaves room for the suffix. */
const MOST_PREFIX = 58;

/** A version 4 UUID. */
export function newUid(random: RandomSource): string {
  let digits = '';
  for (let count = 0; count < 32; count++) digits += HEXADECIMAL[Math.floor(random.next() * 16)];
  const variant = '89ab'[Math.floor(random.next() * 4)];
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
}

/** The prefix of generateName with five random characters. */
export function generatedName(prefix: string, random: RandomSource): string {
  return `${prefix.slice(0, MOST_PREFIX)}${randomLetters(SUFFIX_LENGTH, random)}`;
}

function randomLetters(length: number, random: RandomSource): string {
  return Array.from({ length }, () => SUFFIX_LETTERS[Math.floor(random.next() * SUFFIX_LETTERS.length)]).join('');
}

/** A repeatable source: sfc32, seeded from one number. */
export function seededRandom(seed: number): RandomSource {
  let [a, b, c, count] = [seed | 0, (seed / 2 ** 32) | 0, 0x9e3779b9 | 0, 1];
  const step = (): number => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 12; round++) step();
  return { next: step };
}
