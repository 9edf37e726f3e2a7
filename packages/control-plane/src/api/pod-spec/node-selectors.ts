// Selectors of nodes.
import type { FieldError } from '../field-error.ts';
import { forbiddenField, required } from '../field-error.ts';
import { fits, invalidAt } from '../validation/checks.ts';
import { dns1123Subdomain, labelValue, qualifiedName } from '../validation/name-rules.ts';
import type { Spot } from '../validation/spot.ts';
import { at, itemsOf, numberOf, textAt } from '../validation/spot.ts';

const NO_OPERATOR = 'not a valid selector operator';

export function nodeSelectorErrors(selector: Spot): readonly FieldError[] {
  const terms = at(selector, 'nodeSelectorTerms');
  if (itemsOf(terms).length === 0) return [required(terms.path, 'must have at least one node selector term')];
  return itemsOf(terms).flatMap((term) => termErrors(term, { anyValue: false }));
}

export function preferredTermErrors(terms: Spot): readonly FieldError[] {
  return itemsOf(terms).flatMap((term) => [...weightErrors(term), ...termErrors(at(term, 'preference'), { anyValue: true })]);
}

export function weightErrors(term: Spot): readonly FieldError[] {
  const weight = at(term, 'weight');
  const value = numberOf(weight) ?? 0;
  return value > 0 && value <= 100 ? [] : [invalidAt({ ...weight, value }, 'must be in the range 1-100')];
}

type TermRules = { readonly anyValue: boolean };

function termErrors(term: Spot, rules: TermRules): readonly FieldError[] {
  return [
    ...itemsOf(at(term, 'matchExpressions')).flatMap((requirement) => requirementErrors(requirement, rules)),
    ...itemsOf(at(term, 'matchFields')).flatMap(fieldErrors),
  ];
}

function requirementErrors(requirement: Spot, { anyValue }: TermRules): readonly FieldError[] {
  return [
    ...operatorErrors(requirement),
    ...fits(at(requirement, 'key'), qualifiedName),
    ...(anyValue ? [] : itemsOf(at(requirement, 'values')).flatMap((value) => fits(value, labelValue))),
  ];
}

function operatorErrors(requirement: Spot): readonly FieldError[] {
  const values = at(requirement, 'values');
  const count = itemsOf(values).length;
  switch (textAt(requirement, 'operator')) {
    case 'In':
    case 'NotIn':
      return count > 0 ? [] : [required(values.path, "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      return count === 0 ? [] : [forbiddenField(values.path, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    case 'Gt':
    case 'Lt':
      return count === 1 ? [] : [required(values.path, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
    default:
      return [invalidAt(at(requirement, 'operator'), NO_OPERATOR)];
  }
}

function fieldErrors(requirement: Spot): readonly FieldError[] {
  const [values, operator, key] = [at(requirement, 'values'), at(requirement, 'operator'), at(requirement, 'key')];
  const known = ['In', 'NotIn'].includes(textAt(requirement, 'operator'));
  const single = itemsOf(values).length === 1;
  return [
    ...(known ? [] : [invalidAt(operator, NO_OPERATOR)]),
    ...(known && !single
      ? [required(values.path, "must be only one value when `operator` is 'In' or 'NotIn' for node field selector")]
      : []),
    ...(textAt(requirement, 'key') === 'metadata.name'
      ? itemsOf(values).flatMap((value) => fits(value, dns1123Subdomain))
      : [invalidAt(key, 'not a valid field selector key')]),
  ];
}
