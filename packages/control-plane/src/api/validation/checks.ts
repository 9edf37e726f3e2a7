// The checks that most kinds share. Each gives what is wrong with a place, nothing where all is well.
import type { Json, Quantity } from '@rectrace/kube';
import { compareQuantities, parseQuantity } from '@rectrace/kube';
import type { FieldError } from '../field-error.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../field-error.ts';
import type { Spot } from './spot.ts';
import { isSet, numberOf, textOf } from './spot.ts';

const NOT_NEGATIVE = 'must be greater than or equal to 0';
const NOT_POSITIVE = 'must be greater than zero';
const ANY_INT32 = 2_147_483_647;

/** A text that has to be there. */
export function needed(place: Spot, detail = ''): readonly FieldError[] {
  return textOf(place) === '' ? [required(place.path, detail)] : [];
}

export function invalidAt(place: Spot, detail: string): FieldError {
  return invalidValue(place.path, place.value ?? '', detail);
}

/** An error for everything that the rule says about the text. */
export function fits(place: Spot, rule: (text: string) => readonly string[]): readonly FieldError[] {
  return rule(textOf(place)).map((problem) => invalidAt(place, problem));
}

/** As `fits`, where there is a text. */
export function fitsIfSet(place: Spot, rule: (text: string) => readonly string[]): readonly FieldError[] {
  return textOf(place) === '' ? [] : fits(place, rule);
}

/** A text that has to be there and to fit. */
export function neededAndFits(place: Spot, rule: (text: string) => readonly string[]): readonly FieldError[] {
  return textOf(place) === '' ? [required(place.path)] : fits(place, rule);
}

/** One of the texts, where there is one. */
export function oneOf(place: Spot, accepted: readonly string[]): readonly FieldError[] {
  return !isSet(place) || accepted.includes(textOf(place)) ? [] : [notSupported(place.path, textOf(place), accepted)];
}

/** One of the texts, and there has to be one. */
export function neededOneOf(place: Spot, accepted: readonly string[]): readonly FieldError[] {
  return textOf(place) === '' ? [required(place.path)] : oneOf(place, accepted);
}

export function notNegative(place: Spot): readonly FieldError[] {
  return (numberOf(place) ?? 0) < 0 ? [invalidAt(place, NOT_NEGATIVE)] : [];
}

export function positive(place: Spot): readonly FieldError[] {
  const value = numberOf(place) ?? 0;
  return value <= 0 ? [invalidValue(place.path, value, NOT_POSITIVE)] : [];
}

type Range = { readonly least: number; readonly most: number };

function betweenWords({ least, most }: Range): string {
  return `must be between ${least} and ${most}, inclusive`;
}

/** Both ends included; where there is a number. */
export function between(place: Spot, range: Range): readonly FieldError[] {
  const value = numberOf(place);
  return value === undefined || (value >= range.least && value <= range.most) ? [] : [invalidAt(place, betweenWords(range))];
}

export function portNumber(place: Spot): readonly FieldError[] {
  return between(place, { least: 1, most: 65_535 });
}

/** Ids of users and groups. */
export function idNumber(place: Spot): readonly FieldError[] {
  return between(place, { least: 0, most: ANY_INT32 });
}

export function forbiddenIf(condition: boolean, place: Spot, detail: string): readonly FieldError[] {
  return condition ? [forbiddenField(place.path, detail)] : [];
}

export function invalidIf(condition: boolean, place: Spot, detail: string): readonly FieldError[] {
  return condition ? [invalidAt(place, detail)] : [];
}

/** Zero where there is none, or where it can't be read: decoding has refused that before. */
export function quantityOf({ value }: Pick<Spot, 'value'>): Quantity {
  const text: Json = value ?? '0';
  const read = parseQuantity(typeof text === 'string' ? text : String(text));
  return read.kind === 'quantity' ? read : ZERO;
}

export const ZERO: Quantity = { kind: 'quantity', digits: 0n, exponent: 0, format: 'decimal', form: 'int64' };

export function quantityNotNegative(place: Spot): readonly FieldError[] {
  return compareQuantities(quantityOf(place), ZERO) < 0 ? [invalidAt(place, NOT_NEGATIVE)] : [];
}
