// References to an object of some kind.
import type { FieldError } from '../../field-error.ts';
import { invalidAt, neededAndFits } from '../../validation/checks.ts';
import { pathSegmentName } from '../../validation/name-rules.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, textOf } from '../../validation/spot.ts';

/** any: of an apiVersion nothing is asked; core: it may be of the core group. */
export type ReferenceRules = { readonly any: boolean; readonly core: boolean };

export function referenceErrors(reference: Spot, { any, core }: ReferenceRules): readonly FieldError[] {
  const version = at(reference, 'apiVersion');
  const problem = any ? undefined : versionProblem(textOf(version), core);
  return [
    ...['kind', 'name'].flatMap((key) => neededAndFits(at(reference, key), pathSegmentName)),
    ...(problem === undefined ? [] : [invalidAt(version, problem)]),
  ];
}

function versionProblem(text: string, core: boolean): string | undefined {
  const parts = text.split('/');
  if (parts.length > 2) return `unexpected GroupVersion string: ${text}`;
  const grouped = parts.length === 2 && parts[0] !== '';
  return grouped || core ? undefined : 'apiVersion must specify API group';
}
