// What is wrong with the fields of rules, apart from the expressions in them.

import type { FieldError } from '../field-error.ts';
import { invalidValue, notSupported, required } from '../field-error.ts';
import { childPath, indexPath } from './field-path.ts';
import { resolvePath } from './resolve-path.ts';
import type { SchemaNode, ValidationRule } from './schema-node.ts';

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];
const LINE_BREAK = /[\n\r]/;

export function ruleFieldErrors(schema: SchemaNode, path: string): readonly FieldError[] {
  return schema.rules.flatMap((rule, index) => {
    const place = indexPath(childPath(path, 'x-kubernetes-validations'), index);
    return [...textErrors(rule, place), ...expressionErrors(rule, place), ...fieldPathErrors(schema, rule, place)];
  });
}

/** Only the first of them. */
function textErrors({ rule, message }: ValidationRule, place: string): readonly FieldError[] {
  const at = childPath(place, 'message');
  if (rule.trim() === '') return [required(childPath(place, 'rule'), 'rule is not specified')];
  if (message !== '' && message.trim() === '') return [invalidValue(at, message, 'must be non-empty if specified')];
  if (LINE_BREAK.test(message.trim())) return [invalidValue(at, message, 'must not contain line breaks')];
  if (LINE_BREAK.test(rule.trim()) && message.trim() === '') {
    return [required(at, 'message must be specified if rule contains line breaks')];
  }
  return [];
}

function expressionErrors({ messageExpression, reason }: ValidationRule, place: string): readonly FieldError[] {
  const empty = messageExpression !== '' && messageExpression.trim() === '';
  return [
    ...(empty ? [required(childPath(place, 'messageExpression'), 'messageExpression must be non-empty if specified')] : []),
    ...(reason === undefined || REASONS.includes(reason) ? [] : [notSupported(childPath(place, 'reason'), reason, REASONS)]),
  ];
}

function fieldPathErrors(schema: SchemaNode, { fieldPath }: ValidationRule, place: string): readonly FieldError[] {
  if (fieldPath === '') return [];
  const problem = (detail: string): FieldError => invalidValue(childPath(place, 'fieldPath'), fieldPath, detail);
  return [
    ...(fieldPath.trim() === '' ? [problem('must be non-empty if specified')] : []),
    ...(LINE_BREAK.test(fieldPath) ? [problem('must not contain line breaks')] : []),
    ...(resolvePath(schema, fieldPath).kind === 'wrong' ? [problem('must be a valid path')] : []),
  ];
}
