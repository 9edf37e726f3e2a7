// The checks of matchConditions.
import type { AdmissionEnvironment } from '@rectrace/kube';
import { compileAdmission } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { duplicate, invalidValue, required, tooMany } from '../../field-error.ts';
import { neededAndFits } from '../../validation/checks.ts';
import { qualifiedName } from '../../validation/name-rules.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, itemsOf, textAt } from '../../validation/spot.ts';

const MOST = 64;

export function conditionErrors(conditions: Spot, environment: AdmissionEnvironment): readonly FieldError[] {
  const items = itemsOf(conditions);
  const names = items.map((item) => textAt(item, 'name'));
  return [
    ...(items.length > MOST ? [tooMany(conditions.path, { actual: items.length, most: MOST })] : []),
    ...items.flatMap((item, index) => {
      const name = names[index] ?? '';
      const again = name !== '' && names.indexOf(name) < index;
      return [
        ...expressionErrors(at(item, 'expression'), textAt(item, 'expression').trim(), environment),
        ...neededAndFits(at(item, 'name'), qualifiedName),
        ...(again ? [duplicate(at(item, 'name').path, name)] : []),
      ];
    }),
  ];
}

function expressionErrors(place: Spot, text: string, environment: AdmissionEnvironment): readonly FieldError[] {
  if (text === '') return [required(place.path)];
  const compiled = compileAdmission(text, environment, 'condition');
  return compiled.kind === 'invalid' ? [invalidValue(place.path, text, compiled.detail)] : [];
}
