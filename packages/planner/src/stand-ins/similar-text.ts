// Text of the same length and the same kinds of characters: lower case for lower case, digit for digit; what separates stays, so that lists,
// addresses and paths keep their form. The scheme of a URL stays; a number does not grow.

import { KeyedBytes } from './keyed-bytes.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
/** Marks that separate nothing in the usual formats. */
const MARKS = '!$%&*+?^~';
const BASE32 = /^[A-Z2-7]{16,}=*$/;
const HEX_TEXT = /^(?:[0-9a-f]{16,}|[0-9A-F]{16,})$/;
const HEX_MIX = /[a-f].*[0-9]|[0-9].*[a-f]/i;
const SCHEME = /\b[a-z][a-z0-9+.-]{1,20}:\/\//gi;
/** Digits that are no part of a word. */
const NUMBER = /(?<![A-Za-z0-9])[0-9]+(?![A-Za-z0-9])/g;
const TRIES = 4;

/** The same text and key give the same; it differs from the text wherever there is something to change. */
export function similarText(text: string, key: Uint8Array): string {
  for (let tries = 0; ; tries++) {
    const chance = new KeyedBytes(key, `text ${tries}`, Buffer.from(text));
    const similar = ofOneAlphabet(text, chance) ?? ofItsKinds(text, chance);
    if (similar !== text || tries >= TRIES) return similar;
  }
}

/** Text that is decoded as a whole has to stay in its alphabet. */
function ofOneAlphabet(text: string, chance: KeyedBytes): string | undefined {
  if (HEX_TEXT.test(text) && HEX_MIX.test(text)) {
    const letters = text === text.toLowerCase() ? HEX : HEX.toUpperCase();
    return text.replaceAll(/[0-9a-f]/gi, () => chance.letterOf(letters));
  }
  if (!BASE32.test(text)) return undefined;
  return text.replaceAll(/[A-Z2-7]/g, (letter) => chance.letterOf(letter >= 'A' ? LOWER.toUpperCase() : '234567'));
}

function ofItsKinds(text: string, chance: KeyedBytes): string {
  const kept = keptPlaces(text);
  const leading = leadingDigits(text);
  let similar = '';
  let place = 0;
  for (const letter of text) {
    similar += kept.has(place) ? letter : otherLetter(letter, { chance, leading: leading.has(place) });
    place += letter.length;
  }
  return similar;
}

function keptPlaces(text: string): ReadonlySet<number> {
  const places = [...text.matchAll(SCHEME)].flatMap(({ index, 0: scheme }) => Array.from(scheme, (_letter, offset) => index + offset));
  return new Set(places);
}

function leadingDigits(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(NUMBER)].map(({ index }) => index));
}

type Choice = { readonly chance: KeyedBytes; readonly leading: boolean };

function otherLetter(letter: string, { chance, leading }: Choice): string {
  if (letter >= 'a' && letter <= 'z') return chance.letterOf(LOWER);
  if (letter >= 'A' && letter <= 'Z') return chance.letterOf(LOWER.toUpperCase());
  if (letter >= '0' && letter <= '9') return leading ? notLarger(letter, chance) : chance.letterOf(DIGITS);
  if (MARKS.includes(letter)) return chance.letterOf(MARKS);
  return letter < '\u0080' ? letter : otherForeign(letter, chance);
}

/** Ports stay ports, parts of addresses stay within their bounds. */
function notLarger(digit: string, chance: KeyedBytes): string {
  const value = Number(digit);
  return value <= 1 ? digit : String(1 + chance.below(value - 1));
}

/** As long in UTF-8. */
function otherForeign(letter: string, chance: KeyedBytes): string {
  switch (Buffer.byteLength(letter)) {
    case 2:
      return String.fromCodePoint(0xe0 + chance.below(0x17));
    case 3:
      return String.fromCodePoint(0x4e00 + chance.below(20_000));
    default:
      return String.fromCodePoint(0x1_f600 + chance.below(64));
  }
}
