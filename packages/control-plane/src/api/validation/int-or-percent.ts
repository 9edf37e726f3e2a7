// Numbers that may also be percents of a whole, e.g. maxUnavailable.
import type { FieldError } from '../field-error.ts';
import { fits, invalidAt, notNegative } from './checks.ts';
import { percentText } from './name-rules.ts';
import type { Spot } from './spot.ts';
import { numberOf, textOf } from './spot.ts';

export function positiveIntOrPercent(place: Spot): readonly FieldError[] {
  return typeof place.value === 'string' ? fits(place, percentText) : notNegative(place);
}

/** The number or, of a percent, its number; 0 where it is neither. */
export function intOrPercentOf(place: Spot): number {
  const text = textOf(place);
  if (text === '') return numberOf(place) ?? 0;
  return percentText(text).length === 0 ? Number(text.slice(0, -1)) : 0;
}

export function atMostAll(place: Spot): readonly FieldError[] {
  const isPercent = textOf(place) !== '' && percentText(textOf(place)).length === 0;
  return isPercent && intOrPercentOf(place) > 100 ? [invalidAt(place, 'must not be greater than 100%')] : [];
}
