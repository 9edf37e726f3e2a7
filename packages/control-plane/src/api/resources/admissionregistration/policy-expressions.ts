// The checks of a policy's expressions: variables, validations, audit annotations.
import type { AdmissionEnvironment, AdmissionUse } from '@rectrace/kube';
import { compileAdmission, variableType } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { duplicate, invalidValue, notSupported, required } from '../../field-error.ts';
import { fits } from '../../validation/checks.ts';
import { qualifiedName } from '../../validation/name-rules.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, itemsOf, textAt, textOf } from '../../validation/spot.ts';

const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);
const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const MOST_ANNOTATIONS = 20;
const MOST_ANNOTATION_BYTES = 5 * 1024;

type Types = NonNullable<AdmissionEnvironment['variables']>;

/** What is wrong with the variables, and the types of all of them; none where the policy declares none. */
export function variableErrors(
  variables: Spot,
  environment: AdmissionEnvironment,
): { readonly errors: readonly FieldError[]; readonly types: Types | undefined } {
  const items = itemsOf(variables);
  if (items.length === 0) return { errors: [], types: undefined };
  const types = new Map<string, Types extends ReadonlyMap<string, infer T> ? T : never>();
  const errors = items.flatMap((item) => {
    const [name, place] = [textAt(item, 'name'), at(item, 'expression')];
    if (textOf(place).trim() === '') return [...nameErrors(at(item, 'name')), required(place.path, 'expression is not specified')];
    const compiled = compileAdmission(textOf(place), { ...environment, variables: types }, 'variable');
    types.set(name, variableType(compiled.kind === 'compiled' ? compiled.type : undefined));
    const faults = compiled.kind === 'invalid' ? [invalidValue(place.path, textOf(place), compiled.detail)] : [];
    return [...nameErrors(at(item, 'name')), ...faults];
  });
  return { errors, types };
}

function nameErrors(place: Spot): readonly FieldError[] {
  const name = textOf(place);
  if (name.trim() === '') return [required(place.path, 'name is not specified')];
  const isIdentifier = IDENTIFIER.test(name) && !RESERVED.has(name);
  return isIdentifier ? [] : [invalidValue(place.path, name, 'must be a valid CEL identifier')];
}

export function validationErrors(validation: Spot, environment: AdmissionEnvironment): readonly FieldError[] {
  const [expression, message, reason] = [at(validation, 'expression'), at(validation, 'message'), at(validation, 'reason')];
  return [
    ...(textOf(expression).trim() === ''
      ? [required(expression.path, 'expression is not specified')]
      : compileErrors(expression, environment, 'condition')),
    ...messageExpressionErrors(at(validation, 'messageExpression'), environment),
    ...messageErrors(message),
    ...(isSet(reason) && !REASONS.includes(textOf(reason)) ? [notSupported(reason.path, textOf(reason), REASONS)] : []),
  ];
}

function compileErrors(place: Spot, environment: AdmissionEnvironment, use: AdmissionUse): readonly FieldError[] {
  const compiled = compileAdmission(textOf(place), environment, use);
  return compiled.kind === 'invalid' ? [invalidValue(place.path, textOf(place), compiled.detail)] : [];
}

function messageExpressionErrors(place: Spot, environment: AdmissionEnvironment): readonly FieldError[] {
  const text = textOf(place);
  if (text === '') return [];
  if (text.trim() === '') return [invalidValue(place.path, text, 'must be non-empty if specified')];
  return compileErrors(place, { ...environment, authorizer: false }, 'message');
}

function messageErrors(place: Spot): readonly FieldError[] {
  const text = textOf(place);
  if (text === '') return [];
  if (text.trim() === '') return [invalidValue(place.path, text, 'must be non-empty if specified')];
  return /[\n\r]/.test(text.trim()) ? [invalidValue(place.path, text, 'must not contain line breaks')] : [];
}

/** `policy`: its name. */
export function annotationErrors(annotations: Spot, policy: string, environment: AdmissionEnvironment): readonly FieldError[] {
  const items = itemsOf(annotations);
  const keys = items.map((item) => textAt(item, 'key'));
  const many = `must not have more than ${MOST_ANNOTATIONS} auditAnnotations`;
  return [
    ...(items.length > MOST_ANNOTATIONS ? [invalidValue(annotations.path, annotations.value ?? null, many)] : []),
    ...items.flatMap((item, index) => {
      const [key, name] = [at(item, 'key'), keys[index] ?? ''];
      return [
        ...keyErrors(key, policy),
        ...valueErrors(at(item, 'valueExpression'), environment),
        ...(keys.indexOf(name) < index ? [duplicate(key.path, name)] : []),
      ];
    }),
  ];
}

function keyErrors(key: Spot, policy: string): readonly FieldError[] {
  if (policy === '') return [invalidValue(key.path, textOf(key), 'requires metadata.name be non-empty')];
  return fits({ ...key, value: `${policy}/${textOf(key)}` }, qualifiedName);
}

function valueErrors(place: Spot, environment: AdmissionEnvironment): readonly FieldError[] {
  const text = textOf(place).trim();
  if (text === '') return [required(place.path, 'valueExpression is not specified')];
  if (text.length > MOST_ANNOTATION_BYTES) return [required(place.path, `must not exceed ${MOST_ANNOTATION_BYTES} bytes in length`)];
  const compiled = compileAdmission(text, environment, 'audit-annotation');
  return compiled.kind === 'invalid' ? [invalidValue(place.path, textOf(place), compiled.detail)] : [];
}
