// Paths inside volumes and containers.
import type { FieldError } from '../field-error.ts';
import { invalidAt, invalidIf } from '../validation/checks.ts';
import type { Spot } from '../validation/spot.ts';
import { numberOf, textOf } from '../validation/spot.ts';

const MOST_MODE = 0o777;

export function noBacksteps(place: Spot): readonly FieldError[] {
  return invalidIf(textOf(place).split('/').includes('..'), place, "must not contain '..'");
}

export function descendingPath(place: Spot): readonly FieldError[] {
  return [...invalidIf(textOf(place).startsWith('/'), place, 'must be a relative path'), ...noBacksteps(place)];
}

export function localPath(place: Spot): readonly FieldError[] {
  const text = textOf(place);
  return [...descendingPath(place), ...invalidIf(/^\.\.(?!\/)/.test(text), place, "must not start with '..'")];
}

export function fileMode(place: Spot): readonly FieldError[] {
  const mode = numberOf(place);
  if (mode === undefined || (mode >= 0 && mode <= MOST_MODE)) return [];
  return [invalidAt(place, 'must be a number between 0 and 0777 (octal), both inclusive')];
}
