// Where uids and generated names come from. The source is handed in, so the same seed gives the same names.

export interface RandomSource {
  /** Evenly distributed, at least 0 and below 1. */
  next(): number;
}

const SUFFIX_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
/** Longest prefix that still leaves room for the suffix. */
const MOST_PREFIX = 58;

/** A version 4 UUID. */
export function newUid(random: RandomSource): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(random.next() * 16).toString(16));
  digits[12] = '4';
  digits[16] = '89ab'[Math.floor(random.next() * 4)] ?? '8';
  const text = digits.join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
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
